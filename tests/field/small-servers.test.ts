import { expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { judge } from '../../judge/judge.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { type SmallServer, smallServer, type Taste } from './small-server.ts';
import {
  documentStore,
  documentStoreFile,
  wholeObject,
  wholeObjectFile,
  wholeObjectMisread,
  wrapped,
  wrappedFile,
} from './tastes.ts';

test.concurrent('a server that answers 200 with the whole object breaks no rule', { tags: ['night'] }, async () => {
  const { failed, outcome, left } = await judgeTaste(wholeObject, wholeObjectFile);
  expect(failed).toEqual([]);
  expect(outcome('create/full-result')).toBe('pass');
  expect(outcome('delete/every')).toBe('pass');
  expect(left).toBe(1);
});

test.concurrent('a 200 is told once where 201 is due, and not judged as a 201', { tags: ['night'] }, async () => {
  const { failed, outcome } = await judgeTaste(wholeObject, wholeObjectMisread);
  expect(failed).toEqual(['create/status']);
  expect(outcome('create/location-absent')).toBe('not-exercised');
  expect(outcome('create/etag-agrees')).toBe('not-exercised');
});

test.concurrent('a server that answers a creation with id, revision and link breaks no must', {
  tags: ['night'],
}, async () => {
  const { failed, outcome, left } = await judgeTaste(documentStore, documentStoreFile);
  expect(failed).toEqual(['create/shows-values']);
  // Without a Location the id that the file points to names the record.
  for (const rule of ['create/describes', 'create/every', 'create/lasting', 'delete/every', 'delete/removes'])
    expect(outcome(rule), rule).toBe('pass');
  expect(left).toBe(1);
});

test.concurrent('a server that wraps everything in data breaks no rule', { tags: ['night'] }, async () => {
  const { failed, outcome, left } = await judgeTaste(wrapped, wrappedFile);
  expect(failed).toEqual([]);
  expect(outcome('create/describes')).toBe('pass');
  expect(left).toBe(1);
});

test.concurrent('a server that gives the lowest free id, and names it in the body alone, breaks no must', {
  tags: ['night'],
}, async () => {
  const lowestFree = (taken: readonly string[]): string => {
    for (let id = 1; ; id += 1) if (!taken.includes(String(id))) return String(id);
  };
  const reusing: Taste = { ...documentStore, idOf: (_number, taken) => lowestFree(taken) };
  const { failed, left } = await judgeTaste(reusing, documentStoreFile);
  expect(failed).toEqual(['create/shows-values']);
  expect(left).toBe(1);
});

test.concurrent('a server whose ids are numbers beyond 2 to the 53rd breaks no rule', { tags: ['night'] }, async () => {
  const numbered: Taste = {
    ...wrapped,
    idOf: (number) => `178451234575439870${number}1`,
    spelt: (json) => json.replaceAll(/"id":"(\d+)"/gu, '"id":$1'),
  };
  const { failed, outcome, left } = await judgeTaste(numbered, wrappedFile);
  expect(failed).toEqual([]);
  for (const rule of ['read/item-of-collection', 'create/describes', 'delete/every'])
    expect(outcome(rule), rule).toBe('pass');
  expect(left).toBe(1);
});

test.concurrent('a server of which some ids are names of files breaks no rule', { tags: ['night'] }, async () => {
  const files: Taste = { ...wrapped, idOf: (number) => (number % 4 === 0 ? `${number}.json` : String(number)) };
  const { failed, outcome, left } = await judgeTaste(files, wrappedFile);
  expect(failed).toEqual([]);
  expect(outcome('create/every')).toBe('pass');
  expect(left).toBe(1);
});

test.concurrent('two runs on a server that creates by PUT agree, since none PUTs to what nobody declared', {
  tags: ['night'],
}, async () => {
  const kept = new Set<string>();
  const upserting: Taste = {
    ...wrapped,
    before: ({ method, url = '' }, response) => {
      if (method !== 'PUT') return false;
      response.writeHead(kept.has(url) ? 200 : 201, { 'content-length': '0' }).end();
      kept.add(url);
      return true;
    },
  };
  await using server = await smallServer(upserting);
  const rules = ['create/status', 'delete/unknown', 'read/unknown-item', 'status/202-missing'];
  const first = await run(server, wrappedFile, rules);
  const second = await run(server, wrappedFile, rules);
  expect(outcomesOf(second)).toEqual(outcomesOf(first));
  expect([...kept]).toEqual([]);
});

test.concurrent('a connection that breaks beside other requests is cited with the answer that came alone', {
  tags: ['night'],
}, async () => {
  const breaking: Taste = {
    ...wrapped,
    before: async ({ method, socket }, _response, underWay) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (method !== 'POST' || underWay === 1) return false;
      socket.destroy();
      return true;
    },
  };
  await using server = await smallServer(breaking);
  const results = await run(server, wrappedFile, ['create/*', 'read/*']);
  // The first two creations are sent while nothing else is written.
  const told = 'broke the connection while other requests were under way; tried again alone, the check held';
  const broken = results.results.filter(
    ({ rule, outcome, reason }) => rule.startsWith('create/') && outcome === 'inconclusive' && reason.endsWith(told),
  );
  expect(broken).not.toEqual([]);
  for (const { rule, witness } of broken) {
    const statuses = witness.map((id) => results.exchanges[id]?.response?.status);
    expect([rule, ...statuses]).toEqual([rule, undefined, 201]);
  }
});

interface Judged {
  readonly failed: readonly string[];
  readonly outcome: (rule: string) => string | undefined;
  /** How many records there are after the run. */
  readonly left: number;
}

async function judgeTaste(taste: Taste, file: TargetFile): Promise<Judged> {
  await using server = await smallServer(taste);
  const { results } = await run(server, file);
  const reasons = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  return {
    failed: reasons.map(({ rule }) => rule),
    outcome: (wanted) => results.find(({ rule }) => rule === wanted)?.outcome,
    left: server.records().length,
  };
}

function run(server: SmallServer, file: TargetFile, rules?: readonly string[]): Promise<Results> {
  return judge({ target: file, baseUrl: server.url, seed: 3, runs: 3, ...(rules === undefined ? {} : { rules }) });
}

function outcomesOf({ results }: Results): string[] {
  return results.map(({ rule, subject, outcome }) => `${rule} ${subject} ${outcome}`);
}
