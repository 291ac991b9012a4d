import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** Servers whose routes do not look at the method: GET of an operation's address, or of a command's, carries it out (RFC 9110 9.2.1). */
type Carry = (address: URL) => { readonly path: string; readonly method: string; readonly body: string } | undefined;

const OPTIONS = { operationForms: ['A', 'E'], representations: ['json'] } as const;

const parametersOf = ({ searchParams }: URL): string => JSON.stringify(Object.fromEntries(searchParams));

/** Answers every GET as it is due, and carries out what it names. */
const carrying =
  (carry: Carry) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const address = new URL(request.url);
    const asked = request.method === 'GET' ? carry(address) : undefined;
    if (asked !== undefined) {
      const { path, method, body } = asked;
      const headers = { 'content-type': 'application/json' };
      await fetch(new Request(address.origin + path, { method, headers, body }));
    }
    return fetch(request);
  };

const WRONG: readonly (readonly [what: string, carry: Carry])[] = [
  [
    'a hold is lifted by GET of its address',
    ({ pathname }) => (pathname.endsWith('/unhold') ? { path: pathname, method: 'PUT', body: '{}' } : undefined),
  ],
  [
    'a hold is lifted by GET of the collection of its ends',
    ({ pathname }) => (pathname.endsWith('/unholds') ? { path: pathname, method: 'POST', body: '{}' } : undefined),
  ],
  [
    'a price is changed by GET with its parameters in the query',
    (address) =>
      address.pathname.endsWith('/change-price')
        ? { path: address.pathname, method: 'PUT', body: numbered(parametersOf(address)) }
        : undefined,
  ],
  [
    'a command is carried out by GET with its properties in the query',
    (address) =>
      address.pathname.startsWith('/command/')
        ? { path: address.pathname, method: 'POST', body: numbered(parametersOf(address)) }
        : undefined,
  ],
];

/** Numbers that stand in a query are texts. */
function numbered(json: string): string {
  return json.replaceAll(/"(newPrice|amercement)":"(\d+)"/gu, '"$1":$2');
}

test.each(WRONG)('it is found where %s', async (_what, carry) => {
  const { ended } = await judged(['read/safe'], { wrap: carrying(carry), options: OPTIONS });
  expect(ended('fail')).toEqual(['read/safe deals']);
});

test('a server that answers such addresses with a form to fill in, and carries out nothing, fails nothing', async () => {
  const showing =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const { pathname } = new URL(request.url);
      const isForm = request.method === 'GET' && /^\/command\/|\/(?:un)?hold$/u.test(pathname);
      return isForm ? new Response('<form></form>', { headers: { 'content-type': 'text/html' } }) : fetch(request);
    };
  const { ended } = await judged(['read/safe'], { wrap: showing, options: OPTIONS });
  expect(ended('fail')).toEqual([]);
  expect(ended('pass')).toContain('read/safe deals');
});
