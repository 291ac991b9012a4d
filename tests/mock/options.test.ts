import { describe, expect, test } from 'vitest';
import { createMock, type MockOptions } from '../../mock/index.ts';
import { handlers } from '../../mock/msw.ts';
import { startMock } from '../../mock/node.ts';

/** Options as somebody writes them whom no compiler stops. */
type Written = Readonly<Record<string, unknown>>;

const FACES: readonly (readonly [string, (written: Written) => unknown])[] = [
  ['createMock', (written) => createMock(written)],
  ['handlers', (written) => handlers(written)],
  [
    'startMock',
    async (written) => {
      const mock = await startMock(written);
      await mock.close();
    },
  ],
];

const REFUSED: readonly (readonly [Written, string])[] = [
  [{ emptyQuery: 201 }, 'mock option emptyQuery: 201 is not allowed there. Allowed: 200, 204.'],
  [{ emptyQueries: 204 }, 'mock option emptyQueries: there is no such option. Did you mean emptyQuery?'],
  [{ deleted: 403 }, 'mock option deleted: 403 is not allowed there. Allowed: 404, 410.'],
  [{ operationForms: ['Z'] }, 'mock option operationForms: "Z" is not allowed there. Allowed: A, B, C, D, E, F, G.'],
  [{ operationForms: 'A' }, 'mock option operationForms: "A" is not a list. Allowed in it: A, B, C, D, E, F, G.'],
  [{ indexBase: 7 }, 'mock option indexBase: 7 is not allowed there. Allowed: 0, 1.'],
  [{ representations: ['pdf'] }, 'mock option representations: "pdf" is not allowed there. Allowed: json, xml, html.'],
  [{ representations: [] }, 'mock option representations: the list is empty; name at least one of json, xml, html'],
  [{ unavailable: ['nope'] }, 'mock option unavailable: "nope" is not allowed there. Allowed: deals, users, commands'],
  [{ validators: 'yes' }, 'mock option validators: "yes" is not allowed there. Allowed: true, false.'],
  [{ deleted: null }, 'mock option deleted: null is not allowed there. Allowed: 404, 410.'],
  [{ basePath: 7 }, 'mock option basePath: 7 is not a path; begin it with "/", as in "/api/shop"'],
  [{ version: 1 }, 'mock option version: 1 cannot stand in a path'],
  [{ logSize: -1 }, 'mock option logSize: -1 is not a number of exchanges'],
  [{ tenantLimit: 0 }, 'mock option tenantLimit: 0 is not a number of tenants, at least 1'],
  [{ deterministic: 0.5 }, 'mock option deterministic: 0.5 is not a whole number'],
  [{ seed: 'seed.json' }, 'mock option seed: "seed.json" is no seed; give an object with users and deals'],
  [{ now: 5 }, 'mock option now: 5 is no function that gives milliseconds'],
  [{ sessions: 'x' }, 'mock option sessions: "x" is no list of cookie values'],
  [{ controlOrigins: ['localhost'] }, 'mock option controlOrigins: "localhost" is no origin'],
  [{ chaos: { rules: [{ share: 2 }] } }, 'mock option chaos: the chaos plan is not valid: /rules/0/share'],
  [{ toString: 1 }, 'mock option toString: there is no such option.'],
];

describe.each(FACES)('%s', (_name, make) => {
  test.each(REFUSED)('refuses %o', async (written, told) => {
    await expect((async () => make(written))()).rejects.toThrow(told);
  });

  test('takes undefined for the default', async () => {
    await expect((async () => make({ emptyQuery: undefined, chaos: undefined }))()).resolves.not.toThrow();
  });
});

test('what is refused while a mock goes on changes nothing', () => {
  const mock = createMock();
  const before = mock.options;
  expect(() => mock.configure({ emptyQueries: 204 } as MockOptions)).toThrow('Did you mean emptyQuery?'); // as above
  expect(() => mock.configure({ emptyQuery: 201 } as unknown as MockOptions)).toThrow('Allowed: 200, 204.'); // as above
  expect(mock.options).toEqual(before);
});

test('each face names its own options too', async () => {
  await expect(startMock({ ports: 1 } as object)).rejects.toThrow('Did you mean port?');
  await expect(startMock({ port: 70_000 })).rejects.toThrow('port: 70000 is not a port from 0');
  expect(() => handlers({ baseURL: 'x' } as object)).toThrow('Did you mean baseUrl?');
  expect(() => handlers({ cors: 'off' } as object)).toThrow(
    'cors: "off" is not allowed there. Allowed: tell, enforce.',
  );
});
