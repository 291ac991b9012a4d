import { expect, test } from 'vitest';
import { FORMS } from '../../core/claims.ts';
import { decodeSegment } from '../../core/http/address.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import { createMock, type Mock, type MockOptions } from '../../mock/index.ts';
import { imageOf, type StateImage } from '../../mock/state/image.ts';
import { createInProcessClient } from '../../proof/in-process.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { recordsOf } from '../hostile/judge-hostile.ts';
import { TRIES_ALL } from '../in-gate.ts';

// What a run changes, deletes or operates on is a record of its own, an id that nobody has, or a collection. All rules; in the gate those
// that write to what is not there, or with conditions.
const BASE = 'http://127.0.0.1:9';
const READING = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE'];
const RULES = TRIES_ALL
  ? {}
  : { rules: ['address', 'method', 'delete', 'operation/unknown-deal', 'command/unknown-deal', 'validator/if-match'] };
const OPTIONS: MockOptions = { operationForms: TRIES_ALL ? FORMS : ['G'], commandQuery: true };

/** A write as the mock got it. */
interface Write {
  readonly line: string;
  /** Records that its address and its body name: `deals 1`. */
  readonly names: readonly string[];
  /** A POST that adds to a collection, or gives a command. */
  readonly isAddition: boolean;
}

// One slash too many may be passed over.
const ADDITION = /^\/+(?:rest\/+(?:[^/]+\/+)?deals|users|command\/+[^/]+)\/*$/u;

async function writeOf(request: Request): Promise<Write> {
  const { pathname } = new URL(request.url);
  const [, collection = '', id = ''] = /\/(deals|users)\/([^/]+)/u.exec(pathname) ?? [];
  const named = idsIn(await request.text()).map((one) => `deals ${one}`);
  return {
    line: `${request.method} ${pathname}`,
    names: [`${collection} ${decodeSegment(id)}`, ...named],
    isAddition: request.method === 'POST' && ADDITION.test(pathname),
  };
}

/** The values of the members that name a record in a body. */
function idsIn(body: string): string[] {
  return [...body.matchAll(/"(?:id|deal)":"?([^",}]+)/gu)].map(([, id = '']) => id);
}

/** One run of all rules against a mock in this process. */
async function writesOf(mock: Mock, file: TargetFile): Promise<Write[]> {
  const writes: Write[] = [];
  const { results, run } = await judgeFile({ runs: 1, seed: 5, ...RULES }, file, (client) =>
    createInProcessClient(
      client,
      async (request) => {
        if (!READING.includes(request.method)) writes.push(await writeOf(request.clone()));
        return mock.fetch(request);
      },
      () => undefined,
    ),
  );
  expect(results.length).toBeGreaterThan(TRIES_ALL ? 300 : 20);
  expect(run.leftBehind).toEqual([]);
  return writes;
}

function writesToKnown({ deals, users }: StateImage, writes: readonly Write[]): string[] {
  const known = new Set([...deals.map(({ id }) => `deals ${id}`), ...users.map(({ id }) => `users ${id}`)]);
  return writes.filter(({ names }) => names.some((name) => known.has(name))).map(({ line }) => line);
}

test('without a target file, two runs write to collections, to their own records and to ids that they made up', {
  tags: ['night'],
}, async () => {
  const mock = createMock({ ...OPTIONS, ids: 'uuid' });
  const { store } = mock.tenants.of('');
  const before = imageOf(store);
  const [first, second] = [await writesOf(mock, { baseUrl: BASE }), await writesOf(mock, { baseUrl: BASE })];
  expect(recordsOf(imageOf(store))).toEqual(recordsOf(before));
  expect(writesToKnown(before, [...first, ...second])).toEqual([]);
  // An address that both runs write to and that is no collection is a fixed one.
  const aims = new Set(first.filter(({ isAddition }) => !isAddition).map(({ line }) => line));
  expect(aims.size).toBeGreaterThan(100);
  const both = new Set(second.map(({ line }) => line).filter((line) => aims.has(line)));
  // Names that every object has, which is the point of asking for them. No record has them: each is looked for before.
  for (const id of ['constructor', '__proto__']) both.delete(`DELETE /rest/1/deals/${id}`);
  expect([...both]).toEqual([]);
});

test('with a target file, and ids that are numbers, a run writes to nothing that was there before', async () => {
  const mock = createMock(OPTIONS);
  const { store } = mock.tenants.of('');
  const before = imageOf(store);
  const writes = await writesOf(mock, fileOf(mock.options, BASE));
  expect(recordsOf(imageOf(store))).toEqual(recordsOf(before));
  expect(writes.length).toBeGreaterThan(TRIES_ALL ? 500 : 200);
  // Those of method/refused.
  const methods = new Set(writes.map(({ line }) => line.split(' ')[0]));
  expect([...methods]).toEqual(expect.arrayContaining(['POST', 'PUT', 'PATCH', 'DELETE']));
  expect(writesToKnown(before, writes)).toEqual([]);
});
