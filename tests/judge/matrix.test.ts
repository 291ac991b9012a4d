import { describe, expect, test } from 'vitest';
import { FORMS } from '../../core/claims.ts';
import type { Results } from '../../core/results/results.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judge } from '../../judge/judge.ts';
import type { MockOptions } from '../../mock/index.ts';
import type { Fetch } from '../../mock/interface.ts';
import { startMock } from '../../mock/node.ts';
import { judgeWrapped } from '../../proof/judge-wrapped.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { inGate, SHARE, TRIES_ALL } from '../in-gate.ts';
import { bad } from './outcomes.ts';

/**
 * The choices that the document leaves open, each on its own and some together: none may raise a false alarm. Every value of a
 * claim is in some cell; two claims of one cell are such as might disturb each other.
 */
const CHOICES: Readonly<Record<string, MockOptions>> = {
  'emptyQuery 204': { emptyQuery: 204 },
  'deleted 410': { deleted: 410 },
  'no command/query split': { commandQuery: false },
  'JSON only': { representations: ['json'] },
  'JSON and XML': { representations: ['json', 'xml'] },
  'selector accept alone': { selectors: ['accept'] },
  'selectors suffix and format': { selectors: ['suffix', 'format'] },
  'no validators': { validators: false },
  'a relative Location': { location: 'relative' },
  'a base address with a path prefix': { basePath: '/api/shop' },
  'a prefix and a relative Location': { basePath: '/api/shop', location: 'relative' },
  'UUIDs as ids': { ids: 'uuid' },
  'another version': { version: 'v2' },
  'create full-result': { create: 'full-result' },
  'validated sessions': { session: 'validated' },
  'no session': { session: 'none' },
  'indexes from 1': { indexBase: 1 },
  'transitions that are enforced': { requireTransitions: true },
};

// No other choice asks in which form an operation comes: one by path and one by command document stand for the seven there.
const MATRIX: Readonly<Record<string, MockOptions>> = {
  'every default': {},
  ...Object.fromEntries(FORMS.map((form) => [`form ${form} alone`, { operationForms: [form] }])),
  'no operations': { operationForms: [] },
  ...Object.fromEntries(
    Object.entries(CHOICES).map(([name, choice]) => [name, { operationForms: ['A', 'F'], ...choice }]),
  ),
};

/** Cells that are judged over sockets too: what a mount could change is the same in all of them, and in every form. */
const OVER_SOCKETS: readonly string[] = [
  'a prefix and a relative Location',
  ...(TRIES_ALL ? ['validated sessions'] : []),
];
const ONE_FORM: MockOptions = { operationForms: ['F'] };
// What is always tried is what most choices differ in; generated cases are tried by the proof.
const HOW = { seed: 7, runs: 2 } as const;

/** Judges a mock with these options, in this process or on a port. */
async function judged(options: MockOptions, overSockets: boolean): Promise<Results> {
  const here = { wrap: (fetch: Fetch) => fetch, options, file: (whole: TargetFile) => whole, how: HOW };
  if (!overSockets) return judgeWrapped(here);
  await using mock = await startMock({ ...options, ...ONE_FORM, port: 0 });
  return await judge({ target: fileOf(mock.mock.options, mock.url), ...HOW });
}

const CELLS = Object.entries(MATRIX);
// The gate tries a share of the cells in process, and others over sockets; TESTS=all tries each in process. The mock with every
// default is judged on a socket by tests/contract/whole-run.test.ts.
const inShare = new Set(inGate(CELLS.slice(TRIES_ALL ? 0 : 1), SHARE).map(([name]) => name));
const whereTried = (name: string): string[] => [
  ...(inShare.has(name) && (TRIES_ALL || !OVER_SOCKETS.includes(name)) ? ['in process'] : []),
  ...(OVER_SOCKETS.includes(name) ? ['over sockets'] : []),
];

describe.each(CELLS.filter(([name]) => whereTried(name).length > 0))('the mock with %s', (name, options) => {
  test.each(whereTried(name))(
    'is conformant, and every applicable must and should is exercised, %s',
    { tags: ['night'] },
    async (where) => {
      const results = await judged(options, where === 'over sockets');
      expect(bad(results)).toEqual([]);
      expect(results.summary.verdict).toBe('conformant');
    },
  );
});

test.each(
  inGate(
    [
      ['XML and HTML', ['xml', 'html']],
      ['HTML alone', ['html']],
    ] as const,
    2,
  ),
)('a mock that shows %s and no JSON is failed for nothing', { tags: ['night'] }, async (_name, representations) => {
  const results = await judged({ representations, operationForms: ['A'] }, false);
  // What only JSON shows is not looked into there.
  expect(bad(results).filter((line) => !line.startsWith('not-exercised'))).toEqual([]);
  expect(results.summary.verdict).toBe('partly-judged');
});

test('without a target file, what is seen is assumed and nothing is failed', { tags: ['night'] }, async () => {
  await using mock = await startMock({ operationForms: TRIES_ALL ? ['B', 'F'] : ['B'], port: 0 });
  const results = await judge({ baseUrl: mock.url, ...HOW });
  expect(bad(results)).toEqual([]);
  expect(results.summary.verdict).toBe('conformant');
});
