import { type Call, type Cell, changed, type Fault, type Operator } from './mutant.ts';
import { storeOf } from './touched.ts';

const UNKNOWN = '4.4-m1, RFC 3986 2.4';

/** Segments cut, cast, split or joined before they are looked up, ids that other ids begin with, command ids taken for one: document 4.1, 4.2, 4.4-m1, RFC 3986 2, 6.2.2. */
export const segments: readonly Operator[] = [
  {
    name: 'segment',
    per: 'place',
    at: (cell) => {
      const name = ['index', 'id'].find((one) => one in cell.params);
      if (name === undefined || !/^(?:users|deals\.id\.(?:get|delete|hold\.put)$)/u.test(cell.place)) return [];
      if (!/\.(?:get|put|delete)$/u.test(cell.place)) return [];
      return [
        lookedUp(name, 'plus', '“+” before a number is a blank, and is dropped', (asked) => asked.replace(/^\+/u, '')),
        lookedUp(name, 'nul', 'what stands behind a NUL is dropped', (asked) => asked.split('\0')[0] ?? ''),
        lookedUp(name, 'line', 'one line of the segment is enough', (asked) => asked.split('\n').at(-1) ?? ''),
        lookedUp(name, 'comma', 'the first of a list with commas counts', (asked) => asked.split(',')[0] ?? ''),
        lookedUp(name, 'digits', 'digits of other scripts count', (asked) => asked.normalize('NFKC')),
        lookedUp(name, 'invisible', 'characters that nobody sees are dropped', (asked) =>
          asked.replace(/\p{Cf}/gu, ''),
        ),
        lookedUp(name, '32-bit', 'numbers begin again after 32 bits', (asked) =>
          /^\d{10,}$/u.test(asked) ? String(Number(BigInt(asked) & 0xffffffffn)) : asked,
        ),
        lookedUp(name, 'floor', 'a fraction is cut', (asked) => asked.replace(/^(\d+)\.\d+$/u, '$1')),
        lookedUp(name, 'last', 'the words first and last name a record', (asked, known) =>
          asked === 'last' ? (known.at(-1) ?? '') : asked === 'first' ? (known[0] ?? '') : asked,
        ),
        lookedUp(name, 'condition', 'what is put behind a quotation mark is part of a query', (asked, known) =>
          /'\s*or\b/iu.test(asked) ? (known[0] ?? '') : asked,
        ),
        lookedUp(name, 'comment', 'what stands behind “--” is dropped', (asked) => asked.split('--')[0] ?? ''),
        lookedUp(
          name,
          'any-digit',
          'the first number anywhere in the segment counts',
          (asked) => /\d+/u.exec(asked)?.[0] ?? asked,
        ),
      ];
    },
  },
  {
    name: 'encoded-slash',
    per: 'place',
    at: ({ place }) =>
      place !== 'users.id.get' && place !== 'deals.id.delete' && place !== 'deals.id.get'
        ? []
        : [
            // Elsewhere both paths name nothing.
            ...(place === 'users.id.get'
              ? [decodedFirst('split', 'an encoded slash separates segments', (path) => path.replace(/%2f/giu, '/'))]
              : []),
            decodedFirst('dots', 'dots behind an encoded slash are resolved', (path) =>
              path.replace(/\/[^/]*%2f(?:%2e|\.){2}(?:%2f|\/)/giu, '/'),
            ),
          ],
  },
  {
    name: 'encoded-path',
    per: 'place',
    at: ({ place, status }) => [
      ...(/^(?:users\.id\.(?:.*\.)?get|deals\.id\.(?:get|delete|put|hold\.put))$/u.test(place) && status < 300
        ? [
            unknownWhere(
              'letters',
              'an encoded letter or digit makes another path',
              /%(?:3\d|[46][1-9a-f]|[57][\da])/iu,
            ),
          ]
        : []),
      ...(/^query\.users\..*\.get$|commandId\.(?:get|put)$/u.test(place) && status < 300
        ? [
            unknownWhere(
              'hex-case',
              'small hexadecimal digits in the path are not decoded',
              /%(?:[\da-f][a-f]|[a-f]\d)/u,
            ),
          ]
        : []),
    ],
  },
  {
    name: 'known-id',
    per: 'place',
    at: ({ place, params }) =>
      !/^deals\.id\.(?:get|delete|hold\.put)$/u.test(place) || !('id' in params)
        ? []
        : [
            amongKnown('begins', 'of all ids that begin like this the last one is meant', (asked, known) =>
              known.findLast((id) => id.startsWith(asked)),
            ),
            amongKnown('ends', 'of all ids that end like this the last one is meant', (asked, known) =>
              known.findLast((id) => id.endsWith(asked)),
            ),
            amongKnown('holds', 'of all ids that hold this the last one is meant', (asked, known) =>
              known.findLast((id) => id.includes(asked)),
            ),
            amongKnown('one-digit', 'only the first digit of an id counts', (asked) => asked.slice(0, 1)),
            amongKnown(
              'position',
              'the id is taken for a place in the list',
              (asked, known) => known[Number(asked) - 1],
            ),
          ],
  },
  {
    name: 'command-id',
    per: 'place',
    at: ({ place, clause }) =>
      !/commandId\.(?:put|get)$/u.test(place)
        ? []
        : [
            alike('cut', 'only 32 characters of it count', clause, (id) => id.slice(0, 32)),
            alike('dashes', 'dashes in it do not count', clause, (id) => id.replaceAll('-', '')),
            alike('digits', 'only its digits count', clause, (id) => id.replace(/\D/gu, '') || id),
            alike('lower', 'case does not count in it', clause, (id) => id.toLowerCase()),
            alike('slash', 'only what stands behind a slash in it counts', clause, (id) => id.split('/').at(-1) ?? id),
            alike('plus', '“+” in it is a blank', clause, (id) => id.replaceAll('+', ' ')),
          ],
  },
];

/** Where the segment of a parameter stands in the path that was sent. */
function placeOf({ path, pattern }: Pick<Call, 'path' | 'pattern'>, name: string): number {
  return pattern.split('/').indexOf(`:${name}`) + (path.startsWith('/rest/') ? 2 : 0);
}

function withSegment(call: Call, name: string, value: string): Request {
  const parts = call.path.split('/');
  parts[placeOf(call, name)] = encodeURIComponent(value);
  return changed(call, {}, { path: parts.join('/') + call.search });
}

function knownOf(call: Call, name: string): readonly string[] {
  const { users, deals } = storeOf(call);
  const isUser = call.pattern.startsWith('/users');
  if (name === 'index') return isUser ? ['0', '1'] : ['1', '2'];
  return [...(isUser ? users : deals).entries.keys()];
}

/** Something unknown that is taken for something known. */
function lookedUp(
  name: string,
  args: string,
  says: string,
  readAs: (asked: string, known: readonly string[]) => string,
): Fault {
  return {
    args: `${name},${args}`,
    says: `${says} ({${name}})`,
    clause: UNKNOWN,
    take(call, next) {
      const asked = call.params[name] ?? '';
      const known = knownOf(call, name);
      const read = readAs(asked, known);
      return next(!known.includes(asked) && known.includes(read) ? withSegment(call, name, read) : call.request);
    },
  };
}

/** What the path says before it is taken apart. */
function decodedFirst(args: string, says: string, change: (path: string) => string): Fault {
  return {
    args,
    says,
    clause: 'RFC 3986 2.2, 2.4',
    take(call, next) {
      const path = change(call.path);
      return next(path === call.path ? call.request : changed(call, {}, { path: path + call.search }));
    },
  };
}

function unknownWhere(args: string, says: string, pattern: RegExp): Fault {
  return {
    args,
    says,
    clause: 'RFC 3986 6.2.2.1, 6.2.2.2',
    take: async (call, next) => (pattern.test(call.path) ? new Response(null, { status: 404 }) : next(call.request)),
  };
}

function amongKnown(
  args: string,
  says: string,
  other: (asked: string, known: readonly string[]) => string | undefined,
): Fault {
  return {
    args,
    says,
    clause: '4.1, 4.4-m1',
    take(call, next) {
      const asked = call.params['id'] ?? '';
      const known = knownOf(call, 'id');
      const meant = known.includes(asked) ? other(asked, known) : asked;
      return next(meant === undefined || meant === asked ? call.request : withSegment(call, 'id', meant));
    },
  };
}

/** Ids of commands that are different, taken for one. */
function alike(args: string, says: string, clause: string, keyOf: (id: string) => string): Fault {
  return {
    args,
    says: `two command ids are the same where ${says}`,
    clause,
    take(call, next) {
      const id = call.params['commandId'] ?? '';
      const { deals, commands } = storeOf(call);
      const below: Cell['params'] = call.params;
      const among = call.pattern.startsWith('/commands') ? commands : deals.entries.get(below['id'] ?? '')?.commands;
      const known = [...(among?.keys() ?? [])];
      const other = known.includes(id) ? undefined : known.find((one) => keyOf(one) === keyOf(id));
      return next(other === undefined ? call.request : withSegment(call, 'commandId', other));
    },
  };
}
