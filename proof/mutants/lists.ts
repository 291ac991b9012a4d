import { fragmentsOf, withFragments } from './fragments.ts';
import { type Cell, everyNth, type Fault, type Operator } from './mutant.ts';

type Change = (all: readonly string[]) => readonly string[];

/** Lists cut to the first, cut short, doubled, emptied or joined with another: document 4.4, 4.4-m2, 4.3. */
export const lists: readonly Operator[] = [
  onList('list-first', 'only its first record', (all) => all.slice(0, 1)),
  onList('list-last', 'only its last record', (all) => all.slice(-1)),
  onList('list-without-last', 'all but its last record', (all) => all.slice(0, -1)),
  onList('list-without-first', 'all but its first record', (all) => all.slice(1)),
  onList('list-short', 'at most two records', (all) => all.slice(0, 2)),
  onList('list-twice', 'every record twice', (all) => [...all, ...all]),
  onList('list-first-twice', 'its first record twice', (all) => [...all.slice(0, 1), ...all]),
  onList('list-empty', 'nothing', () => []),
  onList('list-same', 'its first record in the place of each', (all) => all.map(() => all[0] ?? '')),
  {
    name: 'list-odd',
    per: 'representation',
    at: (cell) =>
      cell.list && cell.representation === 'json' && cell.status === 200
        ? [
            text('null-inside', 'holds a null among its records', (body) =>
              body.replace(/\]$/u, body === '[]' ? 'null]' : ',null]'),
            ),
            text('object-of-one', 'is an object where it holds one record', (body) =>
              fragmentsOf(body, 'json').all.length === 1 ? body.slice(1, -1) : body,
            ),
            text(
              'by-id',
              'is an object with the ids as names',
              (body) =>
                `{${fragmentsOf(body, 'json')
                  .all.map((one, i) => `"${i}":${one}`)
                  .join(',')}}`,
            ),
            text('paged', 'is an object that holds the page and its number', (body) => `{"items":${body},"page":1}`),
            text(
              'ids',
              'holds ids in place of records',
              (body) =>
                `[${fragmentsOf(body, 'json')
                  .all.map((one) => /"id":("[^"]*"|\d+)/u.exec(one)?.[1] ?? 'null')
                  .join(',')}]`,
            ),
            text('nested', 'is inside another array', (body) => `[${body}]`),
            text('null-when-empty', 'is null where it is empty', (body) => (body === '[]' ? 'null' : body)),
            text('empty-object', 'is an empty object where it is empty', (body) => (body === '[]' ? '{}' : body)),
          ]
        : [],
  },
  {
    name: 'list-now-and-then',
    per: 'representation',
    at: (cell) => {
      if (!isList(cell)) return [];
      const cut = (response: Response): Promise<Response> => changed(response, cell, (all) => all.slice(0, -1));
      return [{ args: '3', says: 'every third list lacks its last record', answer: everyNth(3, cut) }];
    },
  },
  {
    name: 'list-joined',
    per: 'representation',
    at: (cell) =>
      isList(cell) && /query/u.test(cell.place)
        ? [
            {
              args: 'another',
              says: 'the list holds one record besides that does not match',
              clause: cell.clause === '4.3' ? '4.3' : '4.4-m2',
              async answer(response, call) {
                const { store } = call.mock.tenants.of('');
                const kind = call.pattern.includes('users') ? 'users' : 'deals';
                const body = await response.text();
                const shown = fragmentsOf(body, cell.representation).all;
                const other = [...store[kind].entries.values()].find(
                  ({ id }) => !shown.some((one) => one.includes(`"id":"${id}"`)),
                );
                if (cell.representation !== 'json' || other === undefined) return new Response(body, response);
                return new Response(
                  withFragments(body, 'json', [...shown, JSON.stringify({ id: other.id, ...other.data })]),
                  response,
                );
              },
            },
          ]
        : [],
  },
];

function isList({ list, status, representation }: Cell): boolean {
  return list && status === 200 && representation !== 'none';
}

function onList(name: string, says: string, change: Change): Operator {
  return {
    name,
    per: 'representation',
    at: (cell) =>
      isList(cell)
        ? [{ args: '', says: `the list holds ${says}`, answer: (response) => changed(response, cell, change) }]
        : [],
  };
}

async function changed(response: Response, { representation }: Cell, change: Change): Promise<Response> {
  if (response.body === null) return response;
  const body = await response.text();
  const { list, all } = fragmentsOf(body, representation);
  return new Response(list ? withFragments(body, representation, change(all)) : body, response);
}

function text(args: string, says: string, change: (body: string) => string): Fault {
  return {
    args,
    says: `the list ${says}`,
    answer: async (response) =>
      response.body === null ? response : new Response(change(await response.text()), response),
  };
}
