import { fragmentsOf, memberIn, withFragments } from './fragments.ts';
import { type Call, type Cell, changed, type Fault, type Operator } from './mutant.ts';
import { storeOf } from './touched.ts';

/** Lists that show what is gone, lack what is new, show old members or records of others: document 4.3, 4.4, 4.4-m2. */
export const listings: readonly Operator[] = [
  {
    name: 'list-late',
    per: 'representation',
    at: (cell) =>
      !isList(cell) || !/^(?:deals|query\.deals\.parameter)\.get$/u.test(cell.place)
        ? []
        : [
            onRecords('new-missing', 'lacks a new deal until something else is written', cell, newMissing),
            onRecords('new-missing-once', 'lacks a new deal when it is first read', cell, newMissingOnce),
            onRecords('gone-listed', 'still holds what was deleted', cell, (all, call) =>
              withGone(all, call, cell, true),
            ),
            onRecords('gone-once', 'still holds what was deleted when it is first read', cell, (all, call) =>
              withGone(all, call, cell, false),
            ),
            onRecords('members-kept', 'shows each deal as it was when it was first listed', cell, (all, call) =>
              all.map((one) => keptAs(one, call, idIn(one, cell))),
            ),
            onRecords('held-twice', 'holds a deal that is on hold twice', cell, (all) =>
              all.flatMap((one) => (memberIn(one, 'held', cell.representation) === 'true' ? [one, one] : [one])),
            ),
            onRecords('held-missing', 'lacks deals that are on hold', cell, (all) =>
              all.filter((one) => memberIn(one, 'held', cell.representation) !== 'true'),
            ),
            onRecords('namesakes-once', 'holds one deal of each name', cell, (all) =>
              all.filter((one, i) => all.findIndex((other) => nameIn(other, cell) === nameIn(one, cell)) === i),
            ),
            onRecords('changed-twice', 'holds a deal that was changed as it was, too', cell, withFormer),
          ],
  },
  {
    name: 'list-of-users',
    per: 'representation',
    at: (cell) =>
      !isList(cell) || !/^(?:users|query\.users)/u.test(cell.place)
        ? []
        : [
            onRecords('grows', 'holds what was read before, too', cell, (all, { memory }) => {
              const before = (memory.get('all') ?? []) as readonly string[]; // nothing else is put there
              memory.set('all', all);
              return [...before, ...all];
            }),
            onRecords('shrinks', 'lacks what was in the list before', cell, (all, { memory }) => {
              const before = (memory.get('all') ?? []) as readonly string[]; // nothing else is put there
              memory.set('all', all);
              return all.filter((one) => !before.includes(one));
            }),
          ],
  },
  {
    name: 'query-matches',
    per: 'place',
    at: ({ place }) =>
      place !== 'users.query.get'
        ? []
        : [
            byText('any-member', 'the parameter is looked for in all members', (record, asked) =>
              record.includes(JSON.stringify(asked)),
            ),
            byText(
              'anywhere',
              'the parameter is looked for in the text of the record',
              (record, asked) => asked !== '' && record.includes(asked),
            ),
            byText('mail', 'the part of an address before “@” matches too', (record, asked) =>
              record.includes(`"${asked.toLowerCase()}@`),
            ),
          ],
  },
];

function isList({ list, status, representation, place }: Cell): boolean {
  return list && status === 200 && representation !== 'none' && place.endsWith('.get');
}

type Change = (all: readonly string[], call: Call) => readonly string[];

function onRecords(args: string, says: string, { representation, clause }: Cell, change: Change): Fault {
  return {
    args,
    says: `the list ${says}`,
    clause: clause === '4.3' ? '4.3' : '4.1, 4.4',
    answer: async (response, call) => {
      const text = await response.text();
      const { list, all } = fragmentsOf(text, representation);
      return new Response(list ? withFragments(text, representation, change(all, call)) : text, response);
    },
  };
}

function idIn(fragment: string, { representation }: Cell): string {
  return (memberIn(fragment, 'id', representation) ?? '').replaceAll('"', '');
}

function nameIn(fragment: string, { representation }: Cell): string {
  return memberIn(fragment, 'name', representation) ?? fragment;
}

/** The list as it was before the last write, where that was a creation. */
function newMissing(all: readonly string[], call: Call): readonly string[] {
  const { deals } = storeOf(call);
  const last = Math.max(...Array.from(deals.entries.values(), ({ revision }) => revision));
  const newest = [...deals.entries.values()].at(-1);
  return newest?.revision === last && Number(newest.id) > 3 && all.length > 1 ? all.slice(0, -1) : all;
}

function newMissingOnce(all: readonly string[], { memory }: Call): readonly string[] {
  const before = Number(memory.get('count') ?? all.length);
  memory.set('count', all.length);
  return all.length > before ? all.slice(0, before) : all;
}

function withGone(all: readonly string[], call: Call, cell: Cell, forGood: boolean): readonly string[] {
  const key = `${call.path}${call.search}`;
  const before = (call.memory.get(key) ?? []) as readonly string[]; // nothing else is put there
  const ids = new Set(all.map((one) => idIn(one, cell)));
  const shown = [...all, ...before.filter((one) => !ids.has(idIn(one, cell)))];
  call.memory.set(key, forGood ? shown : all);
  return shown;
}

function keptAs(fragment: string, { memory }: Call, id: string): string {
  const known = String(memory.get(id) ?? fragment);
  memory.set(id, known);
  return known;
}

function withFormer(all: readonly string[], { memory }: Call): readonly string[] {
  const before = (memory.get('all') ?? []) as readonly string[]; // nothing else is put there
  memory.set('all', all);
  return all.flatMap((one, i) => {
    const former = before[i];
    return former === undefined || former === one ? [one] : [former, one];
  });
}

/** The query answered from the whole collection, by another comparison. */
function byText(args: string, says: string, matches: (record: string, asked: string) => boolean): Fault {
  return {
    args,
    says,
    clause: '4.4 (query by name)',
    async take(call, next) {
      const right = await next(call.request);
      const type = /json/u.exec(right.headers.get('content-type') ?? '')?.[0];
      const asked = new URLSearchParams(call.search).get('name') ?? '';
      if (right.status !== 200 || type === undefined) return right;
      const whole = await next(changed(call, { 'if-none-match': undefined }, { path: call.path }));
      const own = fragmentsOf(await right.text(), 'json').all;
      const others = fragmentsOf(await whole.text(), 'json').all.filter((one) => matches(one, asked));
      return new Response(`[${[...new Set([...own, ...others])].join(',')}]`, right);
    },
  };
}
