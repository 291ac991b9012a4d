import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';

async function ask(mock: Mock, line: string, body?: string): Promise<{ status: number; text: string }> {
  const [method = 'GET', path = '/'] = line.split(' ');
  const headers = { 'content-type': 'application/json' };
  const response = await mock.fetch(
    new Request(`http://mock.test${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
  );
  return { status: response.status, text: await response.text() };
}

const SEED = { users: [{ id: 1, name: 'u' }], deals: [{ id: 1, name: 'd', price: 1 }] };
const EXACT = '{"name":"exact","price":123456789012345678901234567890.5}';

describe('state through the control API', () => {
  test('is given whole, digit by digit, and put into another mock', async () => {
    const mock = createMock({ seed: SEED, deleted: 410 });
    await ask(mock, 'POST /rest/1/deals/', EXACT);
    await ask(mock, 'POST /rest/1/deals/2/holds', '{"reason":"r"}');
    await ask(mock, 'PUT /rest/1/deals/2/commands/c%20d', '{"action":"UnholdDeal","params":{}}');
    await ask(mock, 'PUT /commands/g', '{"deal":"1","action":"HoldDeal","params":{"reason":"g"}}');
    await ask(mock, 'POST /rest/1/deals/', '{"name":"gone","price":1}');
    await ask(mock, 'DELETE /rest/1/deals/3');
    const saved = await ask(mock, 'GET /_mock/state');
    expect(saved.text).toContain('123456789012345678901234567890.5');

    const other = createMock({ deleted: 410 });
    expect((await ask(other, 'PUT /_mock/state', saved.text)).status).toBe(204);
    expect((await ask(other, 'GET /_mock/state')).text).toBe(saved.text);
    for (const path of ['/users', '/rest/1/deals/', '/rest/1/deals/2', '/rest/1/deals/2/holds/1', '/commands/g'])
      expect(await ask(other, `GET ${path}`)).toEqual(await ask(mock, `GET ${path}`));
    expect((await ask(other, 'GET /rest/1/deals/2/commands/c%20d')).status).toBe(200);
    expect((await ask(other, 'GET /rest/1/deals/3')).status).toBe(410);
    expect((await ask(other, 'POST /rest/1/deals/', EXACT)).text).toContain('"id":"4"');
  });

  test('that is not valid is refused with where and why, and changes nothing', async () => {
    const mock = createMock();
    const before = await ask(mock, 'GET /_mock/state');
    const { status, text } = await ask(mock, 'PUT /_mock/state', '{"users":[{"id":1,"name":"a"},{"id":"1"}]}');
    expect(status).toBe(400);
    expect(JSON.parse(text).errors).toEqual([{ pointer: '/users/1/name', detail: 'is required' }]);
    expect((await ask(mock, 'PUT /_mock/state', '{"users":[')).status).toBe(400);
    expect((await ask(mock, 'PUT /_mock/snapshots/s', '[]')).status).toBe(400);
    expect(await ask(mock, 'GET /_mock/state')).toEqual(before);
    expect((await ask(mock, 'GET /_mock/snapshots')).text).toBe('[]\n');
  });

  test('is kept under a name, compared, gone back to and dropped, for each tenant alone', async () => {
    const mock = createMock({ seed: SEED });
    expect(await ask(mock, 'PUT /_mock/snapshots/before')).toMatchObject({ status: 201 });
    expect(await ask(mock, 'PUT /_mock/snapshots/before')).toMatchObject({ status: 200 });
    await ask(mock, 'POST /rest/1/deals/', EXACT);
    await ask(mock, 'PUT /rest/1/deals/1/hold', '{"reason":"r"}');
    expect((await ask(mock, 'GET /_mock/snapshots/before/diff')).text).toBe(
      [
        '[',
        '{"op":"add","path":"/deals/1/data/held","value":true},',
        '{"op":"add","path":"/deals/1/data/holdReason","value":"r"},',
        `{"op":"add","path":"/deals/2","value":{"data":${EXACT}}}`,
        ']',
        '',
      ].join('\n'),
    );
    expect(JSON.parse((await ask(mock, 'GET /_mock/snapshots')).text)).toEqual([
      { name: 'before', deals: 1, users: 1 },
    ]);
    expect((await ask(mock, 'GET /_tenant/a/_mock/snapshots')).text).toBe('[]\n');
    expect((await ask(mock, 'GET /_tenant/a/_mock/snapshots/before')).status).toBe(404);

    await ask(mock, 'PUT /_mock/snapshots/after');
    expect((await ask(mock, 'POST /_mock/snapshots/before/restore')).status).toBe(204);
    expect((await ask(mock, 'GET /rest/1/deals/2')).status).toBe(404);
    expect((await ask(mock, 'GET /_mock/snapshots/before/diff')).text).toBe('[]\n');
    const after = await ask(mock, 'GET /_mock/snapshots/after');
    await ask(mock, 'POST /_mock/snapshots/after/restore');
    expect(await ask(mock, 'GET /_mock/state')).toEqual(after);

    expect((await ask(mock, 'DELETE /_mock/snapshots/before')).status).toBe(204);
    for (const line of ['DELETE /_mock/snapshots/before', 'POST /_mock/snapshots/before/restore'])
      expect(JSON.parse((await ask(mock, line)).text).detail).toBe(
        'there is no snapshot "before"; these are kept: after',
      );
    expect((await ask(mock, 'PUT /_mock/snapshots/a%2Fb')).status).toBe(400);
  });

  test('a snapshot can be sent, and is one in a file of snapshots that has an end', async () => {
    const mock = createMock({ seed: SEED });
    expect(
      (await ask(mock, 'PUT /_mock/snapshots/sent', JSON.stringify({ deals: [{ id: 9, name: 'n' }] }))).status,
    ).toBe(201);
    await ask(mock, 'POST /_mock/snapshots/sent/restore');
    expect((await ask(mock, 'GET /rest/1/deals/9')).status).toBe(200);
    for (let i = 0; i < 199; i += 1) await ask(mock, `PUT /_mock/snapshots/s${i}`);
    expect((await ask(mock, 'PUT /_mock/snapshots/more')).status).toBe(409);
    expect((await ask(mock, 'PUT /_mock/snapshots/s1')).status).toBe(200);
  });

  test('begins again with the seed, for one tenant; what a client cached before is not taken for what comes after', async () => {
    for (const deterministic of [undefined, 5]) {
      const mock = createMock({ seed: SEED, deterministic });
      const tags = new Set<string>();
      for (let i = 0; i < 3; i += 1) {
        await ask(mock, 'POST /rest/1/deals/', `{"name":"n${i}","price":1}`);
        const { headers } = await mock.fetch(new Request('http://mock.test/rest/1/deals/2'));
        tags.add(headers.get('etag') ?? '');
        await ask(mock, 'POST /_tenant/a/rest/1/deals/', EXACT);
        expect((await ask(mock, 'POST /_mock/reset')).status).toBe(204);
        expect((await ask(mock, 'GET /rest/1/deals/2')).status).toBe(404);
      }
      expect(tags.size).toBe(3);
      expect((await ask(mock, 'GET /_tenant/a/rest/1/deals/4')).status).toBe(200);
    }
  });
});

describe('a deterministic mock', () => {
  const REQUESTS: readonly (readonly [string, string])[] = [
    ['GET /users/1', ''],
    ['POST /rest/1/deals/', '{"name":"a","price":1}'],
    ['POST /_tenant/t/rest/1/deals/', '{"name":"a","price":1}'],
    ['GET /rest/1/deals/', ''],
    ['PUT /rest/1/deals/1/hold', '{"reason":"r"}'],
    ['GET /rest/1/deals/1', ''],
    ['POST /rest/1/deals/', '{"name":"b","price":2}'],
    ['GET /rest/1/deals', ''],
    ['GET /nothing', ''],
    ['POST /_mock/reset', ''],
    ['POST /rest/1/deals/', '{"name":"c","price":3}'],
    ['GET /_mock/state', ''],
  ];

  async function answers(mock: StartedMock): Promise<string[]> {
    const all: string[] = [];
    for (const [line, body] of REQUESTS) {
      const socket = connect(mock.port, '127.0.0.1');
      await once(socket, 'connect');
      const fields = ['Host: localhost:80', 'Connection: close', 'Content-Type: application/json'];
      const length = body === '' ? [] : [`Content-Length: ${body.length}`];
      socket.write([`${line} HTTP/1.1`, ...fields, ...length, '', body].join('\r\n'));
      // The control API goes by the machine's clock.
      const answer = await text(socket);
      all.push(line.includes('/_mock/') ? answer.replace(/^Date: .*$/mu, '') : answer);
    }
    return all;
  }

  test.each([1, 2])('gives the same bytes in every run with the seed %i', async (deterministic) => {
    await using one = await startMock({ deterministic, ids: 'uuid' });
    await using two = await startMock({ deterministic, ids: 'uuid' });
    const first = await answers(one);
    expect(await answers(two)).toEqual(first);
    expect(first.join('')).toContain('Tue, 01 Jan 2030 00:00:00 GMT');
    await using other = await startMock({ deterministic: deterministic + 5, ids: 'uuid' });
    expect(await answers(other)).not.toEqual(first);
  });

  test('makes up no id that a loaded state has already', async () => {
    const mock = createMock({ deterministic: 1, ids: 'uuid', seed: SEED });
    await ask(mock, 'POST /rest/1/deals/', '{"name":"first","price":1}');
    const { text: saved } = await ask(mock, 'GET /_mock/state');
    const again = createMock({ deterministic: 1, ids: 'uuid' });
    await ask(again, 'PUT /_mock/state', saved);
    await ask(again, 'POST /rest/1/deals/', '{"name":"second","price":1}');
    expect(JSON.parse((await ask(again, 'GET /_mock/state')).text).deals).toHaveLength(3);
  });
});
