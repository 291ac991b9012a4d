import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import type { Transport } from '../../core/http/exchange.ts';
import { parseRepresentation } from '../../core/representation/representation.ts';
import { judge } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';
import { assume } from '../../target-file/assume.ts';
import { resolveTarget } from '../../target-file/resolve.ts';
import { openBook } from '../book.ts';
import { inGate } from '../in-gate.ts';
import { type RawServer, rawServer } from '../servers.ts';
import { serve, store } from '../target-file/service.ts';

const DEEP = '['.repeat(8000) + ']'.repeat(8000);
const WIDE = `<a ${Array.from({ length: 200_000 }, (_, i) => `a${i}="/${i}"`).join(' ')}/>`;

test.each([
  ['an id that no address can hold', 200, String.raw`[{"id":"\ud800","name":"a"}]`],
  ['the same after a creation', 201, String.raw`{"id":"\udfff","name":"a"}`],
])('%s: the run ends with a report', async (_, status, body) => {
  await using odd = await answering(status, body);
  const { results } = await judge({ baseUrl: odd.url, rules: ['create/status', 'read/item', 'read/query-match'] });
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter(({ outcome }) => outcome === 'error')).toEqual([]);
});

test.each(inGate(['application/xml', 'text/html'], 2))(
  '%s with 200,000 attributes in a tag is read',
  { tags: ['night'] },
  (type) => {
    expect(parseRepresentation(type, Buffer.from(WIDE)).links).toHaveLength(200_000);
  },
);

test('JSON that is nested deeper than is read is no fault of the target, and the limit is told', async () => {
  await using deep = await answering(200, DEEP);
  const { results } = await judge({ baseUrl: deep.url, rules: ['read/*', 'session/authorized'] });
  expect(results.filter(({ reason }) => /not JSON|call stack/u.test(reason))).toEqual([]);
  const told = results.filter(({ outcome, reason }) => outcome === 'inconclusive' && /1000 levels/u.test(reason));
  expect(told.length).toBeGreaterThan(0);
});

test('a list of more records than are read is no fault, and only what needs its content is inconclusive', {
  tags: ['night'],
}, async () => {
  await using mock = await startMock();
  const { results } = await judge({
    baseUrl: mock.url,
    sizes: { records: 3 },
    rules: ['read/collection', 'read/item-of-collection', 'create/status', 'delete/status', 'negotiate/*'],
    runs: 1,
  });
  expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
  expect(results.filter(({ outcome, reason }) => outcome === 'inconclusive' && !/--max-records/u.test(reason))).toEqual(
    [],
  );
  const outcomesOf = (rule: string): readonly string[] =>
    results.filter((one) => one.rule === rule).map(({ outcome }) => outcome);
  expect(outcomesOf('delete/status')).toContain('pass');
  expect(outcomesOf('read/item-of-collection')).toContain('inconclusive');
});

test('a step of the questions that throws is told as a gap, and what was made is taken away', async () => {
  const records: Record<string, unknown>[] = [];
  const deals = store('/rest/1/deals', { records });
  await using service = await serve((ask) => (ask.path === '/users' ? { status: 200, body: [] } : deals(ask)));
  const client = createClient({ baseUrl: service.url });
  const breaking: Transport = {
    ...client,
    send: async (request) => {
      const exchange = await client.send(request);
      if (!request.address.startsWith('/users') || exchange.response === null) return exchange;
      return {
        ...exchange,
        response: {
          ...exchange.response,
          get body(): Uint8Array {
            throw new Error('boom');
          },
        },
      };
    },
  };
  const book = openBook(service.url, client);
  const { assumed } = await assume(resolveTarget({}, { baseUrl: service.url }), breaking, { readOnly: false, ...book });
  await book.cleanUp.finish(10_000);
  await client.close();
  expect(assumed).toContain('users: records: could not be found out (boom)');
  expect(service.asked.some(({ method }) => method === 'POST')).toBe(true);
  expect(records).toEqual([]);
});

/** A server that answers everything alike, in JSON. */
function answering(status: number, body: string): Promise<RawServer> {
  const head = `HTTP/1.1 ${status} Odd\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  return rawServer((socket) => socket.write(head + body));
}
