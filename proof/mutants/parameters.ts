import { fragmentsOf, memberIn, withFragments } from './fragments.ts';
import { type Call, type Cell, changed, type Fault, type Next, type Operator } from './mutant.ts';

const QUERY_CLAUSE = '4.4 (query by name)';

/** Parameters of query and path ignored, decoded wrong, or matched loosely: document 4.4, 4.4-m1, 4.3, 9. */
export const parameters: readonly Operator[] = [
  {
    name: 'query-name',
    per: 'place',
    at: ({ place }) =>
      place === 'users.query.get' || place === 'deals.query.get'
        ? [
            renamedQuery('ignored', 'the parameter is ignored', () => undefined),
            renamedQuery('decoded-twice', 'the parameter is decoded twice', decoded),
            renamedQuery('undecoded', 'the parameter is not decoded', (_name, raw) => raw),
            renamedQuery('latin1', 'the parameter is decoded as ISO 8859-1', (name) =>
              Buffer.from(name, 'utf8').toString('latin1'),
            ),
            renamedQuery(
              'split-late',
              'the parameter is split at “&” and “#” after it was decoded',
              (name) => name.split(/[&#]/u)[0],
            ),
            renamedQuery('trimmed', 'blanks around the parameter are dropped', (name) => name.trim()),
            renamedQuery('first-word', 'only the first word of the parameter counts', (name) => name.split(' ')[0]),
            renamedQuery('ascii', 'letters beyond ASCII are dropped from the parameter', (name) =>
              name.replace(/[^\p{ASCII}]/gu, ''),
            ),
            renamedQuery('plus-kept', 'letters are lowered before the names are compared exactly', (name) =>
              name.toLowerCase(),
            ),
            renamedQuery('cut', 'only twelve characters of the parameter count', (name) => name.slice(0, 12)),
            matched(
              'case',
              'names match whatever their case',
              (name, asked) => name.toLowerCase() === asked.toLowerCase(),
            ),
            matched('prefix', 'names match that begin with the parameter', (name, asked) => name.startsWith(asked)),
            matched('suffix', 'names match that end with the parameter', (name, asked) => name.endsWith(asked)),
            matched('substring', 'names match that hold the parameter', (name, asked) => name.includes(asked)),
            matched('reverse-prefix', 'names match that the parameter begins with', (name, asked) =>
              asked.startsWith(name),
            ),
            matched('wildcard', '“*” and “%” stand for anything', (name, asked) => likeAs(name, asked)),
            matched('pattern', 'the parameter is a regular expression', (name, asked) => regularAs(name, asked)),
            matched('accents', 'names match whatever their accents', (name, asked) => plain(name) === plain(asked)),
            matched('word', 'names match that have the parameter as a word', (name, asked) =>
              name.split(' ').includes(asked),
            ),
            matched('none', 'nothing matches', () => false),
            matched('negated', 'all others match', (name, asked) => name !== asked),
            {
              args: 'only-first-parameter',
              says: 'the parameter is read only where it stands first',
              clause: QUERY_CLAUSE,
              take: (call, next) =>
                next(call.search.startsWith('?name=') ? call.request : changed(call, {}, { path: call.path })),
            },
            {
              args: 'only-alone',
              says: 'with another parameter beside it the parameter is ignored',
              clause: QUERY_CLAUSE,
              take: (call, next) =>
                next(call.search.includes('&') ? changed(call, {}, { path: call.path }) : call.request),
            },
            {
              args: 'unknown-404',
              says: 'a query that matches nothing is answered 404',
              clause: '4.4-m2',
              take: whenEmpty(404),
            },
            {
              args: 'unknown-204',
              says: 'a query that matches nothing is answered 204',
              clause: '4.4-m2',
              take: whenEmpty(204),
            },
            {
              args: 'unknown-400',
              says: 'a query that matches nothing is answered 400',
              clause: '4.4-m2',
              take: whenEmpty(400),
            },
          ]
        : [],
  },
  {
    name: 'path-parameter',
    per: 'place',
    at: (cell) => Object.keys(cell.params).flatMap((name) => pathFaults(cell, name)),
  },
  {
    name: 'nested',
    per: 'place',
    at: ({ pattern, place }) =>
      /:index$/u.test(pattern) && pattern.startsWith('/users') && place.endsWith('.get')
        ? [
            onNested('owner-ignored', 'the records are those of the first user, whoever was asked for', (call) => [
              { id: '1' },
              call,
            ]),
            onNested('any-owner', 'an unknown user has the records of the first one', (call) => [
              isUser(call) ? {} : { id: '1' },
              call,
            ]),
            onNested('off-by-one', 'indexes count from another number', (call) => [
              { index: String(Number(call.params['index']) + 1) },
              call,
            ]),
            onNested('clamped', 'an index past the end gives the last record', (call) => [
              Number(call.params['index']) > 1 ? { index: '1' } : {},
              call,
            ]),
            onNested('from-the-end', 'a negative index counts from the end', (call) => [
              /^-[12]$/u.test(call.params['index'] ?? '') ? { index: String(2 + Number(call.params['index'])) } : {},
              call,
            ]),
            onNested('wrapped', 'an index past the end begins again', (call) => [
              Number.isInteger(Number(call.params['index'])) && Number(call.params['index']) > 1
                ? { index: String(Number(call.params['index']) % 2) }
                : {},
              call,
            ]),
            onNested('zero', 'what is no number is the first index', (call) => [
              /^\d+$/u.test(call.params['index'] ?? '') ? {} : { index: '0' },
              call,
            ]),
            onNested('always-first', 'the first record comes for each index that there is', (call) => [
              call.params['index'] === '1' ? { index: '0' } : {},
              call,
            ]),
            {
              args: 'kinds-swapped',
              says: 'keys come as addresses and addresses as keys',
              clause: '4.4',
              take: (call, next) =>
                next(
                  changed(
                    call,
                    {},
                    {
                      path:
                        call.path.replace(/ssh-keys|address/u, (kind) =>
                          kind === 'address' ? 'ssh-keys' : 'address',
                        ) + call.search,
                    },
                  ),
                ),
            },
            {
              args: 'empty-200',
              says: 'an index that names nothing is answered 200 and an empty object',
              clause: '4.4-m1',
              take: async (call, next) => {
                const response = await next(call.request);
                return response.status === 404
                  ? new Response('{}', { headers: { 'content-type': 'application/json' } })
                  : response;
              },
            },
          ]
        : [],
  },
  {
    name: 'version',
    per: 'place',
    at: ({ place }) => {
      if (!place.startsWith('nowhere.')) return [];
      const others = /^\/rest\/(?!1\/)[^/]+\//u;
      return [
        toOther('any', 'every version segment is served as version 1', '9.1', others, '/rest/1/'),
        toOther(
          'prefix',
          'a version segment that begins with 1 is served as version 1',
          '9.1',
          /^\/rest\/1[^/]+\//u,
          '/rest/1/',
        ),
        toOther('with-v', 'the version segment v1 is served as version 1', '9.1', /^\/rest\/v1\//u, '/rest/1/'),
        toOther(
          'left-out',
          'deals are served without a version segment too',
          '9.1',
          /^\/rest\/deals/u,
          '/rest/1/deals',
        ),
        toOther('users', 'users are served below the version segment', '9.2', /^\/rest\/1\/users/u, '/users'),
      ];
    },
  },
];

type Rewrite = (name: string, raw: string) => string | undefined;

function askedName(call: Pick<Call, 'search'>): string {
  return new URLSearchParams(call.search).get('name') ?? '';
}

function renamedQuery(args: string, says: string, rewrite: Rewrite): Fault {
  return {
    args,
    says,
    clause: QUERY_CLAUSE,
    take(call, next) {
      const raw = /[?&]name=([^&]*)/u.exec(call.search)?.[1] ?? '';
      const name = rewrite(askedName(call), raw);
      const search = new URLSearchParams(call.search);
      if (name === undefined) search.delete('name');
      else search.set('name', name);
      const text = search.toString();
      return next(changed(call, {}, { path: call.path + (text === '' ? '' : `?${text}`) }));
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '');
}

function likeAs(name: string, asked: string): boolean {
  const pattern = asked
    .replace(/[.+?^${}()|[\]\\]/gu, '\\$&')
    .replace(/[*%]/gu, '.*')
    .replaceAll('_', '.');
  return new RegExp(`^${pattern}$`, 'su').test(name);
}

function regularAs(name: string, asked: string): boolean {
  try {
    return new RegExp(`^(?:${asked})$`, 'u').test(name);
  } catch {
    return false;
  }
}

/** The query answered from the whole collection, by another comparison. */
function matched(args: string, says: string, matches: (name: string, asked: string) => boolean): Fault {
  return {
    args,
    says,
    clause: QUERY_CLAUSE,
    async take(call, next) {
      const right = await next(call.request);
      if (right.status !== 200) return right;
      const search = new URLSearchParams(call.search);
      search.delete('name');
      const rest = search.toString();
      const whole = await next(
        changed(
          call,
          { 'if-none-match': undefined, 'if-modified-since': undefined },
          { path: call.path + (rest === '' ? '' : `?${rest}`) },
        ),
      );
      const type = /json|xml|html/u.exec(right.headers.get('content-type') ?? '')?.[0] ?? 'json';
      const text = await whole.text();
      const all = fragmentsOf(text, type).all.filter((one) => matches(nameIn(one, type), askedName(call)));
      return new Response(withFragments(text, type, all), right);
    },
  };
}

function nameIn(fragment: string, type: string): string {
  const value = memberIn(fragment, 'name', type) ?? '';
  if (type === 'json') return value.startsWith('"') ? String(JSON.parse(value)) : value;
  return value.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&quot;', '"');
}

function whenEmpty(status: number): NonNullable<Fault['take']> {
  return async (call, next) => {
    const response = await next(call.request);
    const text = await response.clone().text();
    return response.status === 200 && text === '[]' ? new Response(null, { status }) : response;
  };
}

/** The request with another value in the path. */
function withParameter(call: Call, name: string, value: string): Request {
  const place = call.pattern.split('/').indexOf(`:${name}`);
  const segments = call.path.split('/');
  // The pattern lacks the first two segments where the version stands in the path.
  const offset = call.path.startsWith('/rest/') ? 2 : 0;
  segments[place + offset] = encodeURIComponent(value);
  return changed(call, {}, { path: segments.join('/') + call.search });
}

function pathFaults({ pattern, clause, place }: Cell, name: string): Fault[] {
  const about = name === 'id' || name === 'index' ? '4.4-m1' : clause;
  const make = (
    args: string,
    says: string,
    value: (asked: string, known: readonly string[], raw: string) => string,
  ): Fault => ({
    args: `${name},${args}`,
    says: `${says} ({${name}})`,
    clause: about,
    take: (call, next) => {
      const asked = call.params[name] ?? '';
      const raw =
        call.path.split('/')[pattern.split('/').indexOf(`:${name}`) + (call.path.startsWith('/rest/') ? 2 : 0)] ?? '';
      const other = value(asked, knownIds(call, name), raw);
      return next(other === asked ? call.request : withParameter(call, name, other));
    },
  });
  const near =
    (fits: (known: string, asked: string) => boolean) =>
    (asked: string, known: readonly string[]): string =>
      known.includes(asked) ? asked : (known.find((one) => fits(one, asked)) ?? asked);
  if (!/\.(?:get|put|post|delete)$/u.test(place)) return [];
  return [
    make('decoded-twice', 'the segment is decoded twice', decoded),
    make('undecoded', 'the segment is not decoded', (_asked, _known, raw) => raw),
    make('parsed', 'the segment is read as a number as far as it is one', (asked) =>
      Number.isNaN(Number.parseInt(asked, 10)) ? asked : String(Number.parseInt(asked, 10)),
    ),
    make('number', 'the segment is compared as a number', (asked) =>
      asked.trim() === '' || Number.isNaN(Number(asked)) ? asked : String(Number(asked)),
    ),
    make('trimmed', 'blanks around the segment are dropped', (asked) => asked.trim()),
    make(
      'case',
      'case does not count in the segment',
      near((known, asked) => known.toLowerCase() === asked.toLowerCase()),
    ),
    make(
      'prefix',
      'the beginning of the segment is enough',
      near((known, asked) => asked.startsWith(known)),
    ),
    make(
      'begun',
      'the segment stands for what begins with it',
      near((known, asked) => asked !== '' && known.startsWith(asked)),
    ),
    make(
      'wildcard',
      '“*” and “%” stand for anything',
      near((_known, asked) => asked === '*' || asked === '%'),
    ),
    make(
      'first',
      'the first record comes for an unknown one',
      near(() => true),
    ),
    make(
      'word-first',
      'the first record comes for what is no number',
      near((_known, asked) => !/^[\d-]/u.test(asked)),
    ),
    make('unsigned', 'a sign before the number is dropped', (asked) => asked.replace(/^[+-](?=\d)/u, '')),
  ];
}

/** What a segment may name, as far as the mock holds it. */
function knownIds(call: Call, name: string): readonly string[] {
  const { store } = call.mock.tenants.of('');
  if (name === 'id') return [...(call.pattern.startsWith('/users') ? store.users : store.deals).entries.keys()];
  if (name === 'index') return call.pattern.startsWith('/users') ? ['0', '1'] : ['1', '2'];
  if (name === 'parameter') {
    const kind = call.pattern.includes('users') ? store.users : store.deals;
    return [...kind.entries.values()].map(({ data }) => String(data['name']));
  }
  if (name === 'name')
    return ['HoldDeal', 'UnholdDeal', 'CompleteDeal', 'CancelDeal', 'ChangePrice', 'ChangeCompletionDate'];
  const below = store.deals.entries.get(call.params['id'] ?? '')?.commands;
  return [...(call.pattern.startsWith('/commands') ? store.commands : (below ?? new Map<string, unknown>())).keys()];
}

function isUser({ mock, params }: Call): boolean {
  return mock.tenants.of('').store.users.entries.has(params['id'] ?? '');
}

function onNested(
  args: string,
  says: string,
  other: (call: Call) => readonly [Partial<Record<'id' | 'index', string>>, Call],
): Fault {
  return {
    args,
    says,
    clause: args === 'off-by-one' || args === 'always-first' || args === 'owner-ignored' ? '4.4' : '4.4-m1',
    take(call, next) {
      const [{ id, index }] = other(call);
      const path = call.path.replace(
        /\/users\/([^/]+)\/([\w-]+)\/([^/]*)$/u,
        (_all, i: string, kind: string, at: string) => `/users/${id ?? i}/${kind}/${index ?? at}`,
      );
      return next(changed(call, {}, { path: path + call.search }));
    },
  };
}

function toOther(args: string, says: string, clause: string, from: RegExp, to: string): Fault {
  return {
    args,
    says,
    clause,
    take: (call: Call, next: Next) =>
      next(
        from.test(call.path) ? changed(call, {}, { path: call.path.replace(from, to) + call.search }) : call.request,
      ),
  };
}
