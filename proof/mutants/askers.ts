import { cookieValues } from '../../mock/service/session.ts';
import { type Call, changed, type Fault, type Operator } from './mutant.ts';

const NAME = 'USER_TOKEN';

/** Sessions of others, of the request before, under other names, and of one method or representation only: document 5, RFC 6265 4.2, RFC 9110 9.3.2. */
export const askers: readonly Operator[] = [
  {
    name: 'cookie-name',
    per: 'place',
    at: ({ place }) =>
      place !== 'root.get'
        ? []
        : [
            named('dots', '“.” in the name of a cookie counts as “_”', (name) => name.replaceAll('.', '_')),
            named('dashes', '“-” in the name of a cookie counts as “_”', (name) => name.replaceAll('-', '_')),
            named('percent', 'the name of a cookie is percent-decoded', (name) => name.replaceAll('%5F', '_')),
            named('prefixed', 'a prefix such as __Host- is dropped from the name', (name) =>
              name.replace(/^__(?:Host|Secure)-/u, ''),
            ),
            named('no-signs', 'signs in the name of a cookie do not count', (name) =>
              name.replace(/[^A-Z]/gu, '') === 'USERTOKEN' ? NAME : name,
            ),
          ],
  },
  {
    name: 'cookie-read',
    per: 'place',
    at: ({ place }) =>
      place !== 'root.get'
        ? []
        : [
            held('pair-twice', 'two pairs of that name are no session', (field) => valuesOf(field).length === 1),
            held(
              'three-pairs',
              'only the first three cookies are read',
              (field) => valuesOf(field.split(';').slice(0, 3).join(';')).length > 0,
            ),
            held(
              'long-field',
              'only 200 characters of the field are read',
              (field) => valuesOf(field.slice(0, 200)).length > 0,
            ),
            held(
              'unpaired',
              'a cookie without “=” beside it makes the field unreadable',
              (field) => valuesOf(field).length > 0 && field.split(';').every((pair) => pair.includes('=')),
            ),
            held('sign', 'a value with a sign beyond letters, digits and “%” is no session', (field) =>
              valuesOf(field).some((value) => /^[\w%]*$/u.test(value)),
            ),
            held('past', 'a value that is a time of the past is no session any more', (field) =>
              valuesOf(field).some((value) => !/^\d+$/u.test(value) || Number(value) > Date.now() / 1000),
            ),
            held('quoted-empty', 'a quoted value is read as an empty one, which is no session', (field) =>
              valuesOf(field).some((value) => value !== '' && !/^".*"$/u.test(value)),
            ),
          ],
  },
  {
    name: 'session-of-before',
    per: 'place',
    at: ({ place }) =>
      place !== 'root.get'
        ? []
        : [
            fromBefore('next-in', 'who asks after a session has one too', (has, before) => has || before),
            fromBefore('next-out', 'who asks after one without a session has none', (has, before) => has && before),
            fromBefore('swapped', 'everybody is answered as the one before', (_has, before) => before),
            oneAtATime(),
            firstKept(),
          ],
  },
  {
    name: 'session-by-request',
    per: 'place',
    at: ({ place }) =>
      place === 'root.head'
        ? [always('head-open', 'HEAD needs no session', '1'), always('head-closed', 'HEAD knows no session', undefined)]
        : place === 'root.get'
          ? [
              when('query-open', 'with a query no session is needed', ({ search }) => search !== '', '1'),
              when('html-open', 'where HTML is asked for no session is needed', asksFor('html'), '1'),
              when('xml-closed', 'where XML is asked for no session is known', asksFor('xml'), undefined),
              when('html-closed', 'where HTML is asked for no session is known', asksFor('html'), undefined),
            ]
          : [],
  },
];

function valuesOf(field: string): string[] {
  return cookieValues(field, NAME);
}

function fieldOf(call: Call): string {
  return call.request.headers.get('cookie') ?? '';
}

function as(call: Call, isSession: boolean): Request {
  return changed(call, { cookie: isSession ? `${NAME}=1` : undefined });
}

function held(args: string, says: string, isSession: (field: string) => boolean): Fault {
  return { args, says, clause: '5', take: (call, next) => next(as(call, isSession(fieldOf(call)))) };
}

function named(args: string, says: string, readAs: (name: string) => string): Fault {
  return held(args, says, (field) =>
    field.split(';').some((pair) => pair.includes('=') && readAs(pair.split('=')[0]?.trim() ?? '') === NAME),
  );
}

/** A variable that two requests share. */
function fromBefore(args: string, says: string, isSession: (has: boolean, before: boolean) => boolean): Fault {
  return {
    args,
    says,
    clause: '5',
    take(call, next) {
      const has = valuesOf(fieldOf(call)).length > 0;
      const before = call.memory.get('has') ?? has;
      call.memory.set('has', has);
      return next(as(call, isSession(has, before === true)));
    },
  };
}

function oneAtATime(): Fault {
  return {
    args: 'one-at-a-time',
    says: 'a value that was followed by another is no session any more',
    clause: '5.3',
    take(call, next) {
      const [value] = valuesOf(fieldOf(call));
      if (value === undefined) return next(call.request);
      const last = call.memory.get('last');
      if (typeof last === 'string' && last !== value) call.memory.set(`over ${last}`, true);
      call.memory.set('last', value);
      return next(as(call, call.memory.get(`over ${value}`) !== true));
    },
  };
}

function firstKept(): Fault {
  return {
    args: 'first-kept',
    says: 'each value is answered as the first request of all was',
    clause: '5',
    take(call, next) {
      const first = call.memory.get('first') ?? valuesOf(fieldOf(call)).length > 0;
      call.memory.set('first', first);
      return next(as(call, first === true));
    },
  };
}

function when(args: string, says: string, isMeant: (call: Call) => boolean, value: string | undefined): Fault {
  return {
    args,
    says,
    clause: '5, 4.4',
    take: (call, next) => next(isMeant(call) ? as(call, value !== undefined) : call.request),
  };
}

function always(args: string, says: string, value: string | undefined): Fault {
  return { ...when(args, says, () => true, value), clause: 'RFC 9110 9.3.2' };
}

function asksFor(kind: string): (call: Call) => boolean {
  return ({ request }) => (request.headers.get('accept') ?? '').includes(kind);
}
