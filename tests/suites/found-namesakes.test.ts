import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, serve, store, type Told } from '../target-file/service.ts';

const RULE = 'read/query-match';

type Note = Readonly<Record<string, unknown>>;

/** Notes that are found by their title, as `find` says. */
function notes(find: (matching: readonly Note[]) => readonly Note[], isUnique = false): (ask: Ask) => Told {
  const records: Record<string, unknown>[] = [{ id: '1', title: 'first' }];
  const titled = (title: unknown): readonly Note[] => records.filter((one) => one['title'] === title);
  const rest = store('/notes', { records, refuses: (sent) => isUnique && titled(Object(sent).title).length > 0 });
  return (ask) => {
    const title = new URLSearchParams(ask.path.split('?')[1] ?? '').get('title');
    return title === null ? rest(ask) : { status: 200, body: find(titled(title)) };
  };
}

test.each<[string, (ask: Ask) => Told, string]>(
  inGate(
    [
      ['found: finds the first of one title alone', notes((all) => all.slice(0, 1)), 'fail'],
      ['found: finds the last of one title alone', notes((all) => all.slice(-1)), 'fail'],
      ['found: finds nothing where several match', notes((all) => (all.length > 1 ? [] : all)), 'fail'],
      ['legal: finds all', notes((all) => all), 'pass'],
      ['legal: has each title once', notes((all) => all.slice(0, 1), true), 'pass'],
      ['legal: shows no ids', notes((all) => all.slice(0, 1).map(({ title }) => ({ title }))), 'pass'],
    ],
    3,
  ),
)('%s', async (_, serving, outcome) => {
  await using service = await serve(serving);
  const query = { address: '/notes?title={value}', field: '/title', matches: 'first' };
  const resource = { name: 'notes', collection: '/notes', known: '1', sample: { title: 'note {unique}' }, query };
  const target = { baseUrl: service.url, resources: [resource] };
  const { results } = await judge({ target, rules: [RULE], runs: 1, seed: 1 });
  const result = results.find(({ rule, subject }) => rule === RULE && subject === 'notes');
  expect([result?.outcome, result?.reason ?? '']).toEqual([outcome, expect.any(String)]);
});
