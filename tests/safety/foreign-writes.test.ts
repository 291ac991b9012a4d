import { expect, test } from 'vitest';
import { decodeSegment } from '../../core/http/address.ts';
import { judge } from '../../judge/judge.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { serve, store } from '../target-file/service.ts';

// A service that is not the document's, with two resources and records of before: everything that a run of all rules sends
// there and that does not only read is aimed at a record that the run made, at an id that it made up, or at a collection.

const READING = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE'];
const COLLECTIONS = ['/books', '/shelves'];

const KNOWN = ['1', '2', '3', '42'];

function records(kind: string): Record<string, unknown>[] {
  return KNOWN.map((id) => ({ id, title: `${kind} of before ${id}`, weight: Number(id) }));
}

// Few rules send all that is new in kind. SAFETY=all (`npm run safety`) tries all of them.
const all = process.env['SAFETY'] === 'all';
const HOW = all ? { runs: 3 } : { runs: 1, rules: ['method/refused', 'delete/status', 'delete/unknown'] };

test('every write of a run is aimed at a record of the run, at a made-up id or at a collection', async () => {
  const [books, shelves] = [records('Book'), records('Shelf')];
  const before = JSON.stringify([books, shelves]);
  const made = new Set<string>();
  const methods = new Set<string>();
  const others: string[] = [];
  const onBooks = store('/books', { records: books, refuses: isRefused });
  const onShelves = store('/shelves', { records: shelves, refuses: isRefused });
  await using served = await serve((ask) => {
    methods.add(ask.method);
    if (ask.method === 'PROPFIND') return { status: 501 };
    const { pathname } = new URL(ask.path, 'http://localhost');
    if (!READING.includes(ask.method) && aimOf(ask.method, pathname, made) === undefined)
      others.push(`${ask.method} ${ask.path}`);
    const asked = { ...ask, path: pathname };
    const answered = pathname.startsWith('/shelves') ? onShelves(asked) : onBooks(asked);
    if (answered.status === 201) made.add(String(answered.headers?.['location']));
    return answered;
  });
  const sample = { title: 'A title {unique}', weight: 3 };
  const update = { method: 'PUT' as const, payload: { title: 'Another {unique}', weight: 4 } };
  const target: TargetFile = {
    baseUrl: served.url,
    resources: [
      { name: 'books', collection: '/books', update, sample },
      { name: 'shelves', collection: '/shelves', update: false, sample },
    ],
  };
  const { run } = await judge({ target, seed: 4, ...HOW });
  expect(others).toEqual([]);
  expect([...methods]).toEqual(expect.arrayContaining(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']));
  expect(run.leftBehind).toEqual([]);
  expect(JSON.stringify([books, shelves])).toBe(before);
});

function isRefused(payload: unknown): boolean {
  return typeof payload !== 'object' || payload === null || !('title' in payload);
}

/** What a write is aimed at; undefined where a server that reads ids loosely could take it for a record of before. */
function aimOf(method: string, pathname: string, made: ReadonlySet<string>): string | undefined {
  const place = pathname.replace(/\/$/u, '');
  if (COLLECTIONS.includes(place)) return method === 'POST' ? 'a collection' : undefined;
  const [, collection = '', segment = '', ...below] = place.split('/');
  if (made.has(`/${collection}/${segment}`)) return 'a record of the run';
  const id = decodeSegment(segment);
  const read = [
    id,
    decodeSegment(id),
    String(Number.parseInt(id, 10)),
    String(Number(id)),
    ...below.map(decodeSegment),
  ];
  return read.some((one) => KNOWN.includes(one)) ? undefined : 'an id that was made up';
}
