import { afterEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../client/client.ts';
import type { Target } from '../../core/target.ts';
import { assume, Unreachable } from '../../target-file/assume.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { resolveTarget } from '../../target-file/resolve.ts';
import { openBook } from '../book.ts';
import { inGate } from '../in-gate.ts';
import { closedPort } from '../servers.ts';
import { type Ask, serve, store, type Told } from './service.ts';

const clients: Client[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

function ask(baseUrl: string, file: TargetFile = {}, timeoutMs = 5000, settleMs = 0): Promise<Target> {
  const client = createClient({ baseUrl, timeoutMs });
  clients.push(client);
  return assume(resolveTarget(file, { baseUrl }), client, { readOnly: false, settleMs, ...openBook(baseUrl, client) });
}

describe('a target that is not there', () => {
  it('is unreachable, with the cause', async () => {
    const port = await closedPort();
    const thrown: unknown = await ask(`http://127.0.0.1:${port}`).catch((cause: unknown) => cause);
    expect(thrown).toBeInstanceOf(Unreachable);
    expect(thrown).toMatchObject({ kind: 'refused', message: expect.stringContaining(`127.0.0.1:${port}/`) });
  });

  it('is unreachable when it stays silent', async () => {
    await using silent = await serve(() => undefined);
    await expect(ask(silent.url, {}, 100)).rejects.toMatchObject({ name: 'Unreachable', kind: 'timeout' });
    expect(silent.asked.length).toBe(1);
  });

  it('is asked no further once it falls silent', { tags: ['night'] }, async () => {
    await using fading = await serve(({ path }) => (path === '/' ? { status: 200 } : undefined));
    const target = await ask(fading.url, {}, 1500);
    expect(target).toMatchObject({ version: '1', claims: { operationForms: [], emptyQuery: 200 } });
    // The greeting, and up to eight questions that were under way together when the third went unanswered.
    expect(fading.asked.length).toBeLessThanOrEqual(12);
  });
});

describe('a target that answers everything alike', () => {
  it.each<[string, Told]>([
    ['200 {}', { status: 200, body: {} }],
    ['200 []', { status: 200, body: [] }],
    ['204', { status: 204 }],
    ['418', { status: 418, body: 'not a service' }],
    ['500', { status: 500 }],
  ])('%s shows no alternative of the document', async (_, told) => {
    await using alike = await serve(() => told);
    const { claims, resources } = await ask(alike.url);
    expect(claims).toMatchObject({ operationForms: [], commandQuery: false, representations: ['json'], selectors: [] });
    expect(resources.map(({ known }) => known)).toEqual([undefined, undefined]);
    expect(resources[0]?.item).toBeUndefined();
  });
});

it.each(
  inGate(
    [
      [202, true],
      [404, false],
    ],
    2,
  ),
)('a reading that is answered %s: whether it counts as offered', async (status, isOffered) => {
  const deals = store('/rest/1/deals', {});
  await using service = await serve((asked) => {
    const answer = deals(asked);
    return asked.method === 'GET' && asked.path.startsWith('/rest/1/deals') ? { ...answer, status } : answer;
  });
  const { resources } = await ask(service.url);
  expect([resources[0]?.list !== undefined, resources[0]?.item !== undefined]).toEqual([isOffered, isOffered]);
});

it('a target that answers 404 to everything is not asked further', async () => {
  await using alike = await serve(() => ({ status: 404 }));
  await expect(ask(alike.url)).rejects.toThrow(/nothing of what is to be judged is served below/u);
});

describe('deals of another making', () => {
  it('take a price that is text', async () => {
    const deals = store('/rest/1/deals', { refuses: (p) => typeof (p as { price: unknown }).price !== 'string' });
    await using service = await serve(deals);
    const target = await ask(service.url);
    expect(target.resources[0]?.create?.sample).toEqual({ name: 'assayer {unique}', price: '100' });
    expect(target.assumed.join('\n')).toContain('a price that is a number was refused');
  });

  it('that take no sample are told with what the target said', async () => {
    await using service = await serve(store('/rest/1/deals', { refuses: () => true }));
    const target = await ask(service.url);
    expect(target.assumed.join('\n')).toMatch(
      /sample .* was refused with 400: .*price must be a text.*resources\[\]\.sample/u,
    );
  });

  it('are not read where they cannot be, and that contradicts nothing', async () => {
    const records: Record<string, unknown>[] = [];
    await using service = await serve(store('/rest/1/deals', { readable: false, records }));
    const [deals] = (await ask(service.url)).resources;
    expect(deals).not.toHaveProperty('item');
    expect(deals).not.toHaveProperty('list');
    expect(deals).toMatchObject({ create: {}, delete: {} });
    expect(records).toEqual([]);
  });

  it('are read, however long new ones may take to show', { tags: ['night'] }, async () => {
    const deals = store('/rest/1/deals');
    const readings = new Map<string, number>();
    await using service = await serve((asked) => {
      const { method, path } = asked;
      const [, id = ''] = method === 'GET' ? (/^\/rest\/1\/deals\/(\d+)$/u.exec(path) ?? []) : [];
      readings.set(id, (readings.get(id) ?? 0) + 1);
      return id !== '' && (readings.get(id) ?? 0) <= 5 ? { status: 404 } : deals(asked);
    });
    const target = await ask(service.url, {}, 5000, 1000);
    expect(target.assumed.join('\n')).toContain('deals: read by id');
    readings.clear();
    expect((await ask(service.url)).assumed.join('\n')).toContain('deals: not read by id');
  });

  it('are read where a listed one is, though a new one is not found yet', async () => {
    const records = [{ id: '7', name: 'a deal of others' }];
    const deals = store('/rest/1/deals', { records });
    await using service = await serve((asked) =>
      asked.method === 'GET' && /\/deals\/1\d\d$/u.test(asked.path) ? { status: 404 } : deals(asked),
    );
    const told = (await ask(service.url)).assumed.join('\n');
    expect(told).toContain(
      'deals: read by id (GET /rest/1/deals/{id} was answered 200 for a listed record, and a new one was',
    );
  });

  it('are read where their Location leads', { tags: ['night'] }, async () => {
    const deals = store('/rest/1/deals');
    await using service = await serve((request) => {
      const told = deals({ ...request, path: request.path.replace(/^\/archive\/(\w+)\/$/u, '/rest/1/deals/$1') });
      const location = told.headers?.['location']?.replace('/rest/1/deals/', '/archive/');
      return location === undefined ? told : { ...told, headers: { location: `${location}/` } };
    });
    const target = await ask(service.url);
    expect(target.resources[0]?.item?.address).toBe('/archive/{id}/');
  });

  it('whose Location leads to another host are not followed there', { tags: ['night'] }, async () => {
    await using elsewhere = await serve(() => ({ status: 200, body: {} }));
    const deals = store('/rest/1/deals');
    await using service = await serve((request) => {
      const told = deals(request);
      return told.status === 201 ? { ...told, headers: { location: `${elsewhere.url}/deals/1` } } : told;
    });
    await ask(service.url);
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('a target that takes every PUT', () => {
  it('serves the forms whose effect is seen, and says why no other answer counts', { tags: ['night'] }, async () => {
    const records: Record<string, unknown>[] = [];
    const served = (rest: string, { method, path, json }: Ask): Told | undefined => {
      if (method !== 'PUT') return undefined;
      const record = records.find(({ id }) => path.split('/').includes(String(id)));
      const { reason = 'none' } = (json ?? {}) as { reason?: string }; // objects only, as the forms have it
      if (rest === 'hold') Object.assign(record ?? {}, { held: true, holdReason: reason });
      return { status: 204 };
    };
    const deals = store('/rest/1/deals', { records, served });
    await using service = await serve((request) => {
      const told = deals(request);
      return request.method === 'PUT' && told.status === 404 ? { status: 204 } : told;
    });
    const target = await ask(service.url);
    expect(target.claims.operationForms).toEqual(['A']);
    expect(target.assumed.join('\n')).toMatch(/operationForms = A \(.*effect.*names nothing, was answered 204/u);
    expect(target.operations.map(({ name }) => name)).toEqual(['HoldDeal']);
  });
});

describe('a deal whose address follows its name', () => {
  it('is not held by a PUT whose own answer shows that it is not', async () => {
    const records: Record<string, unknown>[] = [];
    const moved = new Set<string>();
    const deals = store('/rest/1/deals', {
      records,
      served: (rest) => (rest === 'hold' ? { status: 204 } : undefined),
    });
    await using service = await serve((request) => {
      const id = /^\/rest\/1\/deals\/([^/]+)$/u.exec(request.path)?.[1] ?? '';
      const record = records.find((one) => String(one['id']) === id);
      if (request.method === 'GET' && moved.has(id))
        return { status: 301, headers: { location: `/rest/1/deals/${id}-2` } };
      if (request.method !== 'PUT' || record === undefined) return deals(request);
      moved.add(id);
      return { status: 200, body: { ...record, held: false } };
    });
    expect((await ask(service.url)).claims.operationForms).toEqual(['A']);
  });
});

describe('operations that are spelt otherwise', () => {
  const told = { status: 204 };
  const spelt = (...segments: string[]) =>
    serve(store('/rest/1/deals', { served: (rest) => (segments.includes(rest) ? told : undefined) }));

  it('are found in the usual cases', { tags: ['night'] }, async () => {
    await using service = await spelt('hold', 'unhold', 'complete', 'changePrice', 'change_completion_date');
    const { claims, operations, assumed } = await ask(service.url);
    expect(claims.operationForms).toEqual(['A']);
    expect(Object.fromEntries(operations.map(({ name, forms }) => [name, forms.A?.address.split('/').at(-1)]))).toEqual(
      {
        HoldDeal: 'hold',
        UnholdDeal: 'unhold',
        CompleteDeal: 'complete',
        ChangePrice: 'changePrice',
        ChangeCompletionDate: 'change_completion_date',
      },
    );
    expect(assumed.join('\n')).toMatch(/CancelDeal in form A is not judged: .*does not spell it.*cancel/u);
  });

  it('are not called unserved where no answer was had', { tags: ['night'] }, async () => {
    const deals = store('/rest/1/deals', { served: (rest) => (rest === 'hold' ? told : undefined) });
    await using service = await serve((asked) => (asked.path.endsWith('/unhold') ? undefined : deals(asked)));
    const { assumed } = await ask(service.url, {}, 500);
    expect(assumed.join('\n')).toMatch(/UnholdDeal in form A is not judged: .*no answer was had to unhold/u);
    expect(assumed.join('\n')).toMatch(/CancelDeal in form A is not judged: .*not served as cancel/u);
  });

  it('are found as cancelled too', { tags: ['night'] }, async () => {
    await using service = await spelt('holded', 'cancelled');
    const { operations } = await ask(service.url);
    expect(operations.find(({ name }) => name === 'CancelDeal')?.forms.B?.address).toMatch(/\/cancelled$/u);
  });

  it.each([400, 303])(
    'and that answer %i to what a form sends are told by that form',
    { tags: ['night'] },
    async (status) => {
      const served = (rest: string): Told | undefined =>
        rest === 'hold' ? told : rest === 'holded' ? { status } : undefined;
      await using service = await serve(store('/rest/1/deals', { served }));
      const { claims, assumed } = await ask(service.url);
      expect(claims.operationForms).toEqual(['A']);
      expect(assumed.join('\n')).toContain(`B was answered ${status}: no such form is judged`);
    },
  );

  it.each(
    inGate(
      [
        [400, 404, ['A: PUT /rest/1/deals/1/hold was answered 400']],
        [400, 400, []],
        [404, 404, []],
      ],
      3,
    ),
  )('that answer %s to what is theirs and %s to what names nothing', async (own, other, expected) => {
    const served = (rest: string): Told => ({ status: rest === 'hold' ? own : other });
    await using service = await serve(store('/rest/1/deals', { served }));
    const { claims, unseenForms = [] } = await ask(service.url);
    expect(claims.operationForms).toEqual([]);
    const whys = unseenForms
      .filter(({ operation }) => operation.name === 'HoldDeal')
      .map(({ form, why }) => `${form}: ${why}`);
    expect(whys.map((why) => why.replace(/deals\/\d+/u, 'deals/1').replace(/, and PUT .*$/u, ''))).toEqual(expected);
  });

  it('stay as the document has them where they are claimed, served or not', { tags: ['night'] }, async () => {
    await using service = await spelt();
    const { operations } = await ask(service.url, { claims: { operationForms: ['A', 'C'] } });
    const forms = Object.fromEntries(operations.map(({ name, forms }) => [name, Object.keys(forms)]));
    expect(forms).toEqual({
      HoldDeal: ['A', 'C'],
      UnholdDeal: ['C'],
      CancelDeal: ['C'],
      ChangePrice: ['C'],
      ChangeCompletionDate: ['C'],
    });
  });

  it('are not judged where their parameters are not shown and they are refused', { tags: ['night'] }, async () => {
    const served = (rest: string): Told | undefined =>
      rest === 'hold' ? told : rest === 'complete' ? { status: 400 } : undefined;
    await using service = await serve(store('/rest/1/deals', { served }));
    const { operations, assumed } = await ask(service.url);
    expect(operations.map(({ name }) => name)).not.toContain('CompleteDeal');
    expect(assumed.join('\n')).toContain('CompleteDeal in form A is not judged: it was refused with 400');
  });

  it('are not taken for actions in the body by a store that keeps what it is sent', { tags: ['night'] }, async () => {
    const records: Record<string, unknown>[] = [];
    const served = (rest: string, { path, json }: { path: string; json: unknown }): Told | undefined => {
      const record = records.find(({ id }) => path.endsWith(`/${String(id)}`));
      if (rest !== '' || record === undefined) return undefined;
      Object.assign(record, json);
      return told;
    };
    await using service = await serve(store('/rest/1/deals', { records, served }));
    expect((await ask(service.url)).claims.operationForms).toEqual(['D']);
  });

  it('that the file spells are left as they are', async () => {
    await using service = await spelt('hold');
    const file: TargetFile = {
      resources: [{ name: 'deals' }],
      operations: [{ name: 'Freeze', forms: { A: '/rest/{version}/deals/{id}/freeze' } }],
    };
    const { operations, claims } = await ask(service.url, file);
    expect(operations.map(({ forms }) => forms)).toEqual([
      { A: { method: 'PUT', address: '/rest/1/deals/{id}/freeze', payload: 'parameters' } },
    ]);
    expect(claims.operationForms).toEqual(['A']);
    expect(service.asked.some(({ path }) => path.includes('freeze'))).toBe(false);
  });
});

describe('a collection of another API', () => {
  const records = (): Record<string, unknown>[] => [
    { _id: 'b1', title: 'Emma', lang: 'en' },
    { _id: 'b2', title: 'Nana', lang: 'fr' },
  ];

  it('has its id and its query found', async () => {
    const books = store('/books', { id: '_id', records: records() });
    await using service = await serve((request) => {
      const asked = new URL(request.path, 'http://x').searchParams.get('q');
      if (asked === null) return books(request);
      return { status: 200, body: records().filter(({ lang }) => lang === asked) };
    });
    const file: TargetFile = { resources: [{ name: 'books', collection: '/books', query: '/books?q={value}' }] };
    const target = await ask(service.url, file);
    expect(target.resources[0]).toMatchObject({
      known: 'b1',
      list: { id: '/_id' },
      item: { id: '/_id' },
      query: { field: '/lang', matches: 'en' },
    });
    expect(target.claims).toMatchObject({ operationForms: [], commandQuery: false, session: 'none' });
    expect(new Set(service.asked.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('whose records are read by no member that they show has no known record', async () => {
    const people = store('/people', { id: 'number', records: [{ number: '7', name: 'Ada' }] });
    await using service = await serve(people);
    const target = await ask(service.url, { resources: [{ name: 'people', collection: '/people' }] });
    expect(target.resources[0]).not.toHaveProperty('known');
    expect(target.resources[0]?.list?.id).toBe('/id');
  });

  it('may be a list of names', async () => {
    await using service = await serve(({ path }) => ({ status: 200, body: path === '/names' ? ['ada', 'alan'] : {} }));
    const target = await ask(service.url, { resources: [{ name: 'names', list: '/names', item: '/names/{id}' }] });
    expect(target.resources[0]).toMatchObject({ known: 'ada', list: { entries: 'ids', id: '' } });
  });

  it('has nested records found under an owner that has some', async () => {
    const people = store('/people', {
      records: [{ id: '1' }, { id: '2' }],
      served: (rest, { path }) => (path.includes('/2/') && rest === 'cars/1' ? { status: 200, body: {} } : undefined),
    });
    await using service = await serve(people);
    const file: TargetFile = {
      resources: [{ name: 'people', collection: '/people', nested: ['/people/{id}/cars/{index}'] }],
    };
    const target = await ask(service.url, file);
    expect(target.resources[0]?.nested).toMatchObject([{ name: 'cars', owner: '2', index: 1 }]);
    expect(target.claims.indexBase).toBe(1);
  });
});

it('takes no entry that is an address for an id', async () => {
  const list = { status: 200, body: ['/rest/1/deals/1', '/rest/1/deals/2'] };
  await using service = await serve(({ path }) => (/\/deals\/?$/u.test(path) ? list : { status: 404, body: {} }));
  const place = '/rest/{version}/deals/';
  const { resources } = await ask(service.url, {
    resources: [{ name: 'deals', list: place, item: `${place}{id}` }],
  });
  const deals = resources.find(({ name }) => name === 'deals');
  expect(deals?.known).toBeUndefined();
  expect(deals?.list?.entries).not.toBe('ids');
  expect(service.asked.filter(({ path }) => path.includes('%2F'))).toEqual([]);
});
