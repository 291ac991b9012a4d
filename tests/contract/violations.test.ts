import { describe, expect, it } from 'vitest';
import type { Exchange, RecordedResponse } from '../../core/http/exchange.ts';
import { describeApi } from '../../fixtures/openapi.ts';
import { createMock } from '../../mock/index.ts';
import { ask } from './ask.ts';
import { createViolations } from './violations.ts';

const violationsOf = createViolations(describeApi());

const DEALS = '/rest/1/deals/';
const PAYLOAD = JSON.stringify({ name: 'a deal', price: 100 });

type Change = (response: RecordedResponse) => Partial<RecordedResponse>;

const status =
  (to: number): Change =>
  () => ({ status: to });
const body =
  (text: string): Change =>
  () => ({ body: new TextEncoder().encode(text) });
const without =
  (name: string): Change =>
  ({ headers }) => ({ headers: headers.filter(([n]) => n !== name) });
const field =
  (name: string, value: string): Change =>
  ({ headers }) => ({
    headers: [...headers.filter(([n]) => n !== name), [name, value]],
  });

/** Right answers with one thing wrong in each, and what is said of it. */
const WRONG: readonly (readonly [title: string, method: string, path: string, change: Change, said: RegExp])[] = [
  ['a status that is not described', 'GET', '/users/1', status(202), /status 202 is not described/u],
  ['a field that is missing', 'GET', '/users/1', without('etag'), /ETag is missing/u],
  ['a field that is ill-formed', 'GET', '/users/1', field('etag', 'bare'), /ETag “bare”: it must match/u],
  ['a field that is not described', 'GET', '/users/1', field('location', '/'), /Location is not described/u],
  [
    'another media type',
    'GET',
    '/users/1',
    field('content-type', 'text/csv'),
    /Content-Type “text\/csv” is not described/u,
  ],
  ['a body that breaks its schema', 'GET', '/users', body('[{"id":1}]'), /the body: \/0\/id must be string/u],
  ['a body where there is none', 'DELETE', `${DEALS}1`, body('gone'), /a body is not described/u],
  ['a body to HEAD', 'HEAD', '/users/1', body('{}'), /HEAD has a body/u],
  ['a creation without Location', 'POST', DEALS, without('location'), /Location is missing/u],
  ['a 401 without a challenge', 'GET', '/', without('www-authenticate'), /WWW-Authenticate is missing/u],
  ['an unknown address that is found', 'GET', '/nowhere', status(200), /200 and not 404/u],
  ['an unknown address without a problem', 'GET', '/nowhere', body('{}'), /the body: it must have required property/u],
  ['an unknown method that is taken', 'PATCH', '/users', status(200), /200 and not 405/u],
  [
    'a 405 with another Allow',
    'PATCH',
    '/users',
    field('allow', 'GET'),
    /Allow is “GET”; described are GET, HEAD, OPTIONS/u,
  ],
  ['OPTIONS without Allow', 'OPTIONS', '/users', without('allow'), /Allow is “”/u],
];

describe('an exchange is held against the description', () => {
  it.each(WRONG)('%s', async (_title, method, path, change, said) => {
    const exchange = await ask(createMock(), method, path, {}, method === 'POST' ? PAYLOAD : undefined);
    expect(violationsOf(exchange)).toEqual([]);
    expect(violationsOf(withResponse(exchange, change)).join('; ')).toMatch(said);
  });

  it('a payload that was taken is one that is described', async () => {
    const exchange = await ask(createMock(), 'POST', DEALS, {}, PAYLOAD);
    const request = { ...exchange.request, body: new TextEncoder().encode('{"name":""}') };
    expect(violationsOf({ ...exchange, request }).join('; ')).toMatch(
      /of its payload it must have required property 'price'/u,
    );
  });

  it('no answer is no way to keep it', async () => {
    const exchange = await ask(createMock(), 'GET', '/users');
    expect(violationsOf({ ...exchange, response: null })).toEqual(['there is no answer']);
  });
});

function withResponse(exchange: Exchange, change: Change): Exchange {
  const { response } = exchange;
  return response === null ? exchange : { ...exchange, response: { ...response, ...change(response) } };
}
