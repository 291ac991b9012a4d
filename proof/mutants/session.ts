import { cookieValues } from '../../mock/service/session.ts';
import { changed, everyNth, type Fault, type Operator } from './mutant.ts';

const NAME = 'USER_TOKEN';
const CLAUSE = '5';

/** The session cookie looked for in the wrong place, by a loose name, or by its value: document 5, RFC 6265 4.2. */
export const session: readonly Operator[] = [
  {
    name: 'cookie',
    per: 'place',
    at: ({ place }) =>
      place !== 'root.get'
        ? []
        : [
            held('ignored-name', 'any cookie is a session', (field) => field.trim() !== ''),
            held(
              'lower-case',
              'the name of the cookie has no case',
              (field) => valuesOf(field.toUpperCase()).length > 0,
            ),
            held('prefix', 'a cookie whose name begins with USER_TOKEN is a session', (field) =>
              /(?:^|;\s*)USER_TOKEN/u.test(field),
            ),
            held('suffix', 'a cookie whose name ends with USER_TOKEN is a session', (field) =>
              /USER_TOKEN=/u.test(field),
            ),
            held('anywhere', 'USER_TOKEN anywhere in the field is a session', (field) => field.includes(NAME)),
            held('first', 'only the first cookie is read', (field) => valuesOf(field.split(';')[0] ?? '').length > 0),
            held('last', 'only the last cookie is read', (field) => valuesOf(field.split(';').at(-1) ?? '').length > 0),
            held(
              'alone',
              'the cookie is seen only where it is the only one',
              (field) => !field.includes(';') && valuesOf(field).length > 0,
            ),
            held('with-blank', 'cookies are split at “; ” and not at “;”', (field) =>
              field.split('; ').some((pair) => pair.startsWith(`${NAME}=`)),
            ),
            held('no-blank', 'blanks after “;” belong to the name', (field) =>
              field.split(';').some((pair) => pair.startsWith(`${NAME}=`)),
            ),
            held('empty-is-none', 'an empty value is no session', (field) =>
              valuesOf(field).some((value) => value !== ''),
            ),
            held('falsy-is-none', 'the values 0, null and false are no session', (field) =>
              valuesOf(field).some((value) => !/^(?:|0|null|false)$/u.test(value)),
            ),
            held('word-only', 'a value with other characters than letters and digits is no session', (field) =>
              valuesOf(field).some((value) => /^\w*$/u.test(value)),
            ),
            held('short-only', 'a value of more than 64 characters is no session', (field) =>
              valuesOf(field).some((value) => value.length <= 64),
            ),
            held('long-only', 'a value of one character is no session', (field) =>
              valuesOf(field).some((value) => value.length > 1),
            ),
            held('equals', 'a value that holds “=” is no session', (field) =>
              valuesOf(field).some((value) => !value.includes('=')),
            ),
            held('unquoted', 'a value in quotation marks is no session', (field) =>
              valuesOf(field).some((value) => !value.startsWith('"')),
            ),
            held('name-alone', 'USER_TOKEN without “=” is a session', (field) =>
              field.split(';').some((pair) => pair.trim().split('=')[0] === NAME),
            ),
            held('always', 'everybody has a session', () => true),
            held('never', 'nobody has a session', () => false),
            {
              args: 'shared',
              says: 'once somebody had a session everybody has one',
              clause: CLAUSE,
              take: (call, next) => {
                const has = valuesOf(call.request.headers.get('cookie') ?? '').length > 0;
                if (has) call.memory.set('had', true);
                return next(call.memory.get('had') === true ? changed(call, { cookie: `${NAME}=1` }) : call.request);
              },
            },
            {
              args: 'used-up',
              says: 'a value of the cookie is a session five times and then no more',
              clause: CLAUSE,
              take: (call, next) => {
                const value = valuesOf(call.request.headers.get('cookie') ?? '')[0];
                if (value === undefined) return next(call.request);
                const count = Number(call.memory.get(value) ?? 0) + 1;
                call.memory.set(value, count);
                return next(count > 5 ? changed(call, { cookie: undefined }) : call.request);
              },
            },
            other('authorization', 'an Authorization field counts as a session', (call) =>
              call.request.headers.has('authorization'),
            ),
            other('query', 'USER_TOKEN in the query counts as a session', (call) => call.search.includes(NAME)),
            other('field', 'a field of that name counts as a session', (call) =>
              call.request.headers.has('user_token'),
            ),
          ],
  },
  {
    name: 'root-body',
    per: 'representation',
    at: ({ place, status }) =>
      place !== 'root.get'
        ? []
        : (
            [
              ['bare', 'without quotes', (text) => text.slice(1, -1)],
              [
                'case',
                'in another case',
                (text) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()),
              ],
              ['object', 'inside an object', (text) => `{"message":${text}}`],
              ['dot', 'with a full stop', (text) => text.replace(/"$/u, '."')],
              ['blank', 'with a blank inside the quotes', (text) => text.replace(/"$/u, ' "')],
              ['list', 'inside an array', (text) => `[${text}]`],
              ['true', 'as a boolean', () => (status === 200 ? 'true' : 'false')],
              ['other', 'as another text', () => (status === 200 ? '"ok, welcome"' : '"Unauthorized"')],
            ] satisfies (readonly [string, string, (text: string) => string])[]
          ).map(([args, says, change]) => ({
            args,
            says: `the text comes ${says}`,
            clause: '4.4, 5.4',
            answer: async (response) => new Response(change(await response.text()), response),
          })),
  },
  {
    name: 'root-now-and-then',
    per: 'status',
    at: ({ place, status }) =>
      place === 'root.get'
        ? [
            {
              args: '4',
              says: 'every fourth answer is the other one',
              clause: CLAUSE,
              answer: everyNth(4, () =>
                status === 200
                  ? new Response('"not authorized"', {
                      status: 401,
                      headers: { 'content-type': 'application/json', 'www-authenticate': 'Cookie realm="x"' },
                    })
                  : new Response('"OK"', { status: 200, headers: { 'content-type': 'application/json' } }),
              ),
            },
          ]
        : [],
  },
];

function valuesOf(field: string): string[] {
  return cookieValues(field, NAME);
}

function held(args: string, says: string, isSession: (field: string) => boolean): Fault {
  return {
    args,
    says,
    clause: CLAUSE,
    take: (call, next) =>
      next(changed(call, { cookie: isSession(call.request.headers.get('cookie') ?? '') ? `${NAME}=1` : undefined })),
  };
}

function other(
  args: string,
  says: string,
  counts: (call: Parameters<NonNullable<Fault['take']>>[0]) => boolean,
): Fault {
  return {
    args,
    says,
    clause: CLAUSE,
    take: (call, next) => next(counts(call) ? changed(call, { cookie: `${NAME}=1` }) : call.request),
  };
}
