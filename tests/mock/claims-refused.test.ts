import { describe, expect, test } from 'vitest';
import { CLAIM_NAMES, CLAIMS, type Claims, FORMS, type Form, isList, SELECTORS } from '../../core/claims.ts';
import { createMock, type MockOptions } from '../../mock/index.ts';

/** A request that works where a value is claimed, and not under `without`. */
interface Taken {
  readonly without: MockOptions;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
  /** Where the answer's body is not free to say so: it has a form of its own, or is what was asked for. */
  readonly inField?: 'x-mock-hint';
}

const hold = '{"reason":"r"}';
const action = '{"action":"HoldDeal","params":{"reason":"r"}}';
const attributes = '{"held":true,"holdReason":"r"}';
const others = (form: Form): MockOptions => ({ operationForms: FORMS.filter((one) => one !== form) });
const put = (without: MockOptions, path: string, body: string, status = 404): Taken => ({
  without,
  method: 'PUT',
  path,
  body,
  status,
});
const chosen = (accept: string): Readonly<Record<string, string>> => ({ accept });
const selectedBy = (selector: string): MockOptions => ({ selectors: SELECTORS.filter((one) => one !== selector) });

/** Nothing is unavailable where another value is claimed: the same requests are answered, otherwise. */
const NOTHING = 'takes nothing away';

/** For each value of each claim the requests that are unavailable where it is not claimed. */
const TABLE: { readonly [Name in keyof Claims]-?: Readonly<Record<string, readonly Taken[] | typeof NOTHING>> } = {
  operationForms: {
    A: [put(others('A'), '/rest/1/deals/1/hold', hold), put({ operationForms: [] }, '/rest/1/deals/1/hold', hold)],
    B: [put(others('B'), '/rest/1/deals/1/holded', hold)],
    C: [
      put(others('C'), '/rest/1/deals/1', action, 400),
      put({ operationForms: ['A'] }, '/rest/1/deals/1', action, 405),
      put({ operationForms: [], basePath: '/api' }, '/api/rest/1/deals/1', action, 405),
    ],
    D: [
      put(others('D'), '/rest/1/deals/1', attributes, 400),
      put({ operationForms: ['A'] }, '/rest/1/deals/1', attributes, 405),
    ],
    E: [
      { ...put(others('E'), '/rest/1/deals/1/holds', hold), method: 'POST' },
      { without: others('E'), path: '/rest/1/deals/1/holds', status: 404 },
    ],
    F: [put(others('F'), '/rest/1/deals/1/commands/c', action)],
    G: [put(others('G'), '/commands/c', action), { without: others('G'), path: '/commands/c', status: 404 }],
  },
  emptyQuery: { 200: NOTHING, 204: NOTHING },
  deleted: { 404: NOTHING, 410: NOTHING },
  commandQuery: {
    true: [
      { ...put({ commandQuery: false }, '/command/HoldDeal/', '{"id":"1","reason":"r"}'), method: 'POST' },
      { without: { commandQuery: false }, path: '/query/users/Ada%20Lovelace', status: 404 },
    ],
    false: NOTHING,
  },
  representations: {
    json: [
      { without: { representations: ['xml'] }, path: '/users/1', headers: chosen('application/json'), status: 406 },
      { without: { representations: ['xml', 'html'] }, path: '/users/1?format=json', status: 406 },
      { without: { representations: ['xml'] }, path: '/users/1.json', status: 404 },
    ],
    xml: [
      { without: { representations: ['json'] }, path: '/users/1', headers: chosen('application/xml'), status: 406 },
      { without: { representations: ['json'] }, path: '/users/1', headers: chosen('text/xml'), status: 406 },
      { without: { representations: ['json', 'html'] }, path: '/users?format=xml', status: 406 },
      { without: { representations: ['json'] }, path: '/users/1.xml', status: 404 },
    ],
    html: [
      { without: { representations: ['json'] }, path: '/users/1', headers: chosen('text/html'), status: 406 },
      { without: { representations: ['json', 'xml'] }, path: '/users/1?format=html', status: 406 },
      { without: { representations: ['xml'] }, path: '/rest/1/deals/1.html', status: 404 },
    ],
  },
  selectors: {
    accept: [
      {
        without: selectedBy('accept'),
        path: '/users/1',
        headers: chosen('application/xml'),
        status: 200,
        inField: 'x-mock-hint',
      },
    ],
    suffix: [{ without: selectedBy('suffix'), path: '/users/1.xml', status: 404 }],
    format: [{ without: selectedBy('format'), path: '/users/1?format=xml', status: 200, inField: 'x-mock-hint' }],
  },
  create: { created: NOTHING, 'full-result': NOTHING },
  session: {
    presence: [
      { without: { session: 'none' }, path: '/', headers: { cookie: 'USER_TOKEN=x' }, status: 404 },
      {
        without: { session: 'validated' },
        path: '/',
        headers: { cookie: 'USER_TOKEN=x' },
        status: 401,
        inField: 'x-mock-hint',
      },
    ],
    validated: NOTHING,
    none: NOTHING,
  },
  validators: {
    true: [
      {
        without: { validators: false },
        path: '/users/1',
        headers: { 'if-none-match': '"x"' },
        status: 200,
        inField: 'x-mock-hint',
      },
      {
        without: { validators: false },
        method: 'DELETE',
        path: '/rest/1/deals/1',
        headers: { 'if-match': '"x"' },
        status: 412,
      },
    ],
    false: NOTHING,
  },
  indexBase: {
    0: [{ without: { indexBase: 1 }, path: '/users/1/ssh-keys/0', status: 404 }],
    1: [{ without: { indexBase: 0 }, path: '/users/1/address/2', status: 404 }],
  },
};

async function asked({ without, method = 'GET', path, headers, body }: Taken): Promise<Response> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const init = { method, headers: { ...json, ...headers }, ...(body === undefined ? {} : { body }) };
  return createMock(without).fetch(new Request(`http://mock.test${path}`, init));
}

describe.each(CLAIM_NAMES)('a request that %s takes away', (name) => {
  test('is known for each of its values', () => {
    expect(Object.keys(TABLE[name]).toSorted()).toEqual(CLAIMS[name].values.map(String).toSorted());
  });

  const taken = Object.entries(TABLE[name]).flatMap(([value, all]) =>
    all === NOTHING ? [] : all.map((one) => [`${name}=${value}`, one] as const),
  );
  test.skipIf(taken.length === 0).for(taken)('is answered with %s, which would serve it: %o', async ([claim, one]) => {
    const answer = await asked(one);
    expect(answer.status).toBe(one.status);
    const told = one.inField === undefined ? (await answer.json()).detail : answer.headers.get(one.inField);
    expect(told).toContain(`${claim} is claimed`);
  });

  test.skipIf(taken.length === 0).for(taken)('says nothing of %s where all is claimed: %o', async ([, one]) => {
    const { without } = one;
    const all = isList(name) ? CLAIMS[name].values : CLAIMS[name].served;
    const value = name === 'indexBase' ? 1 - (without.indexBase ?? 0) : all;
    const answer = await asked({ ...one, without: { ...without, [name]: value } });
    expect(`${answer.headers.get('x-mock-hint')} ${await answer.text()}`).not.toContain('is claimed');
  });
});

describe('a claim is named where it would help, and nowhere else', () => {
  test.each<readonly [string, string, MockOptions, Record<string, string>]>([
    ['GET', '/users', selectedBy('accept'), { accept: '*/*' }],
    ['GET', '/users', selectedBy('accept'), { accept: 'application/json, application/xml;q=0.5' }],
    ['GET', '/users', selectedBy('accept'), { accept: 'image/png' }],
    ['GET', '/query/users/Ada%20Lovelace', selectedBy('accept'), { accept: 'application/xml' }],
    ['GET', '/', selectedBy('accept'), { accept: 'text/html', cookie: 'USER_TOKEN=x' }],
    ['GET', '/users/1', {}, { accept: 'image/png' }],
    ['POST', '/users/1', { operationForms: [] }, {}],
    ['DELETE', '/users', { operationForms: [] }, {}],
    ['GET', '/users/1/ssh-keys/9', {}, {}],
    ['GET', '/users/none.xml', { selectors: ['accept'] }, {}],
    ['DELETE', '/rest/1/deals/1.xml', { selectors: ['accept'] }, {}],
    ['GET', '/', { session: 'validated' }, {}],
  ])('%s %s under %o with %o', async (method, path, without, headers) => {
    const answer = await asked({ without, method, path, headers, status: 0 });
    expect(`${answer.headers.get('x-mock-hint')} ${await answer.text()}`).not.toContain('is claimed');
  });

  test('the 405 keeps its Allow, and tells the claim in its field as well', async () => {
    const answer = await asked(put({ operationForms: ['A'] }, '/rest/1/deals/1', attributes, 405));
    expect(answer.headers.get('allow')).toBe('GET, HEAD, DELETE, OPTIONS');
    expect(answer.headers.get('x-mock-near-miss')).toBe('this is served where operationForms=D is claimed');
    expect(answer.headers.get('x-mock-rule')).toBe('status/405-allow');
  });

  test('a session that was ended is unknown under every claim', async () => {
    const mock = createMock({ session: 'validated' });
    const minted = await mock.fetch(new Request('http://mock.test/_mock/sessions', { method: 'POST', body: '{}' }));
    const { id, cookie } = await minted.json();
    await mock.fetch(new Request(`http://mock.test/_mock/sessions/${id}`, { method: 'DELETE' }));
    const answer = await mock.fetch(new Request('http://mock.test/', { headers: { cookie } }));
    expect([answer.status, answer.headers.get('x-mock-hint')]).toEqual([401, null]);
  });
});
