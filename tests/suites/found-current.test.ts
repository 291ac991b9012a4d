import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, serve, store, type Told } from '../target-file/service.ts';

const RULES = ['read/query-match', 'read/query-filters'];

type Note = Readonly<Record<string, unknown>>;

/** How a service finds notes by their title. */
interface Finding {
  /** Every note that was ever there, as it was first, beside those that are there. */
  readonly find: (title: string, now: readonly Note[], first: readonly Note[]) => readonly Note[] | undefined;
  /** Titles of more characters are refused. */
  readonly most?: number;
}

const LONG = `a title ${'of many words '.repeat(10)}to the end`;

function notes({ find, most = Number.POSITIVE_INFINITY }: Finding): (ask: Ask) => Told {
  const seed = ['first', '42', '3.50', LONG].map((title, i) => ({ id: String(i + 1), title, state: 'new' }));
  const records: Record<string, unknown>[] = seed.map((one) => ({ ...one }));
  const first: Note[] = [...seed];
  const rest = store('/notes', {
    records,
    refuses: (sent) => String(Object(sent).title).length > most,
    served: (_, { method, path, json }) => {
      const record = records.find(({ id }) => path === `/notes/${String(id)}`);
      if (method !== 'PUT' || record === undefined) return { status: 405 };
      record['state'] = Object(json).state;
      return { status: 204 };
    },
  });
  return (ask) => {
    const title = new URLSearchParams(ask.path.split('?')[1] ?? '').get('title');
    const answer =
      title === null
        ? rest({ ...ask, json: ask.method === 'POST' ? { ...Object(ask.json), state: 'new' } : ask.json })
        : undefined;
    if (ask.method === 'POST' && answer?.status === 201) first.push({ ...records.at(-1) });
    if (answer !== undefined || title === null) return answer ?? { status: 404 };
    const found = find(title, records, first);
    return found === undefined ? { status: 414 } : { status: 200, body: found };
  };
}

const titled = (title: string, all: readonly Note[]): readonly Note[] => all.filter((one) => one['title'] === title);
const isNumber = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text));

const CASES: readonly (readonly [what: string, finding: Finding, failed: readonly string[]])[] = [
  [
    'found: shows a record as it was made',
    { find: (title, now, first) => titled(title, first).filter(({ id }) => now.some((one) => one['id'] === id)) },
    ['read/query-filters'],
  ],
  [
    'found: finds what was deleted',
    {
      find: (title, now, first) => [
        ...titled(title, now),
        ...titled(title, first).filter(({ id }) => !now.some((one) => one['id'] === id)),
      ],
    },
    ['read/query-filters'],
  ],
  [
    'found: compares numbers',
    {
      find: (title, now) =>
        now.filter((one) => (isNumber(title) ? Number(one['title']) === Number(title) : one['title'] === title)),
    },
    ['read/query-filters'],
  ],
  [
    'found: cuts what it is asked for',
    { find: (title, now) => titled(title.slice(0, 100), now) },
    ['read/query-match', 'read/query-filters'],
  ],
  ['legal: finds what is there', { find: titled }, []],
  ['legal: refuses long titles', { find: titled, most: 60 }, []],
  ['legal: refuses long values', { find: (title, now) => (title.length > 60 ? undefined : titled(title, now)) }, []],
  [
    'legal: finds by a part, in any case',
    { find: (title, now) => now.filter((one) => String(one['title']).toLowerCase().includes(title.toLowerCase())) },
    [],
  ],
  [
    'legal: shows no ids',
    { find: (title, now) => titled(title, now).map(({ title: own, state }) => ({ title: own, state })) },
    [],
  ],
];

test.each(inGate(CASES, 9))('%s', async (_, finding, failed) => {
  await using service = await serve(notes(finding));
  const query = { address: '/notes?title={value}', field: '/title', matches: 'first' };
  const update = { method: 'PUT', address: '/notes/{id}', payload: { state: 'read' } } as const;
  const resource = {
    name: 'notes',
    collection: '/notes',
    known: '1',
    sample: { title: 'note {unique}' },
    query,
    update,
  };
  const target = { baseUrl: service.url, resources: [resource] };
  const { results } = await judge({ target, rules: RULES.map((rule) => `${rule}#notes`), runs: 1, seed: 1 });
  const ended = results.filter(({ subject, rule }) => subject === 'notes' && RULES.includes(rule));
  expect(ended.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule)).toEqual(failed);
  expect(ended.filter(({ outcome }) => outcome === 'pass').length).toBe(RULES.length - failed.length);
});
