import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { type JudgeOptions, judge } from '../../judge/judge.ts';
import { inGate } from '../in-gate.ts';
import { serve, type Told } from '../target-file/service.ts';

// A service that makes a contact with each note: the run creates notes alone.

interface Kept {
  readonly id: string;
  readonly text: string;
}

/** `takesAlong`: a contact goes with its note. */
function notes(isQuoted: boolean, takesAlong = false) {
  const [kept, contacts] = [new Map<string, Kept>(), new Map<string, Kept>([['c1', { id: 'c1', text: 'first' }]])];
  let count = 100;
  return {
    contacts,
    answer({ method, path, json }: { method: string; path: string; json: unknown }) {
      const [, collection = '', id = ''] = path.split('/');
      const records = collection === 'contacts' ? contacts : kept;
      if (method === 'POST' && path === '/notes') {
        if (!isObject(json) || typeof json['text'] !== 'string') return { status: 400 };
        const { text } = json;
        count += 1;
        const made = String(count);
        kept.set(made, { id: made, text });
        if (isQuoted) contacts.set('c1', { id: 'c1', text: `last of ${text}` });
        else contacts.set(`c${made}`, { id: `c${made}`, text: `contact of ${text}` });
        return { status: 201, headers: { location: `/notes/${made}` }, body: {} };
      }
      if (method === 'DELETE' && takesAlong) contacts.delete(`c${id}`);
      if (method === 'DELETE' && kept.delete(id)) return { status: 204 };
      if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
      if (id === '') return { status: 200, body: [...records.values()] };
      const one = records.get(id);
      return one === undefined ? { status: 404 } : { status: 200, body: one };
    },
  };
}

function withVersion(told: Told): Told {
  const { location } = told.headers ?? {};
  return location === undefined ? told : { ...told, headers: { location: `/1${location}` } };
}

async function leftBy(
  service: ReturnType<typeof notes>,
  rules: readonly string[] = ['create/*'],
  how: Pick<JudgeOptions, 'maxLeftBehind' | 'concurrency'> = {},
): Promise<{ readonly left: readonly string[]; readonly headline: readonly string[] }> {
  await using served = await serve((ask) => service.answer(ask));
  const resources = [
    { name: 'notes', collection: '/notes', update: false as const, sample: { text: 'note {unique}' } },
    { name: 'contacts', list: '/contacts', item: '/contacts/{id}', create: false as const },
  ];
  const { run, summary } = await judge({ target: { baseUrl: served.url, resources }, rules, runs: 1, seed: 1, ...how });
  const left = (run.leftBehind ?? []).map(({ address }) => new URL(address).pathname);
  return { left, headline: summary.headline ?? [] };
}

test('records that a service makes in another collection with those of the run are told', {
  tags: ['night'],
}, async () => {
  const service = notes(false);
  const { left } = await leftBy(service);
  expect(service.contacts.size).toBeGreaterThan(3);
  expect(left.toSorted()).toEqual(
    [...service.contacts.keys()]
      .filter((id) => id !== 'c1')
      .map((id) => `/contacts/${id}`)
      .toSorted(),
  );
});

test.each(inGate([1, 8], 2))(
  'a run creates no more where many are made with its records, with %i checks at a time',
  async (concurrency) => {
    const most = 6;
    const service = notes(false);
    const { left, headline } = await leftBy(service, ['create/*', 'delete/*'], { maxLeftBehind: most, concurrency });
    expect(left).toHaveLength(service.contacts.size - 1);
    // Beside the limit those that were under way.
    expect(left.length).toBeLessThan(most + 2 * concurrency);
    expect(left.length).toBeGreaterThanOrEqual(most);
    expect(headline.filter((line) => line.startsWith('no more is created, since'))).toHaveLength(1);
  },
);

test.each([1, 8])(
  'a record that goes with the one of the run stops nothing, and is not told, with %i checks',
  { tags: ['night'] },
  async (concurrency) => {
    const service = notes(false, true);
    const { left, headline } = await leftBy(service, ['create/*', 'delete/*'], { maxLeftBehind: 6, concurrency });
    expect(service.contacts.size).toBe(1);
    expect(left).toEqual([]);
    expect(headline.filter((line) => line.startsWith('no more is created'))).toEqual([]);
  },
);

test('a record of before that shows a value of the run is not told', { tags: ['night'] }, async () => {
  expect((await leftBy(notes(true))).left).toEqual([]);
});

test('one that shows the first creation of all already, by which the version was found, is told as shown otherwise', async () => {
  const service = notes(true);
  await using served = await serve(({ path, ...ask }) =>
    /^\/(?:1\/notes|contacts)/u.test(path)
      ? withVersion(service.answer({ ...ask, path: path.replace(/^\/1\//u, '/') }))
      : { status: 404 },
  );
  const resources = [
    { name: 'notes', collection: '/{version}/notes', update: false as const, sample: { text: 'note {unique}' } },
    { name: 'contacts', list: '/contacts', item: '/contacts/{id}', create: false as const },
  ];
  const { run, summary } = await judge({
    target: { baseUrl: served.url, resources },
    rules: ['create/*', 'delete/*'],
    runs: 1,
    seed: 1,
  });
  expect(run.leftBehind ?? []).toEqual([]);
  expect(summary.headline).toEqual([
    '1 of 1 records of contacts that others had before this run are shown otherwise now: c1 (this run or somebody else changed them, in text)',
  ]);
});

test('a run that creates nothing tells of nothing', async () => {
  const service = notes(false);
  expect((await leftBy(service, ['read/collection'])).left).toEqual([]);
  expect(service.contacts.size).toBe(1);
});
