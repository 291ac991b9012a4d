import { describe, expect, test } from 'vitest';
import { fillEffect, OPERATIONS, type OperationSpelling } from '../../../fixtures/operations.ts';
import { createDeal, type List, onEveryFace, type Sent, type Service, send } from '../faces.ts';

type Form = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G';
const FORMS: readonly Form[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

interface Spelt {
  readonly method: string;
  readonly path: string;
  readonly json: object;
}

let commands = 0;

/** The operation in one form, with its samples or with other parameters. */
function spell(form: Form, o: OperationSpelling, deal: string, given?: Record<string, unknown>): Spelt {
  const samples = Object.fromEntries(o.parameters.map((p) => [p.name, p.sample]));
  const params = given ?? samples;
  commands += 1;
  const record = { action: o.name, params };
  const origin = new URL(deal);
  const base = deal.slice(origin.origin.length, deal.indexOf('/rest/'));
  const spelt: Readonly<Record<Form, Spelt>> = {
    A: { method: 'PUT', path: `${deal}/${o.verb}`, json: params },
    B: { method: 'PUT', path: `${deal}/${o.state}`, json: params },
    C: { method: 'PUT', path: deal, json: record },
    D: { method: 'PUT', path: deal, json: fillEffect(o.attributes, samples) },
    E: { method: 'POST', path: `${deal}/${o.collection}`, json: params },
    F: { method: 'PUT', path: `${deal}/commands/c-${commands}`, json: record },
    G: {
      method: 'PUT',
      path: `${origin.origin}${base}/commands/c-${commands}`,
      json: { deal: deal.split('/').at(-1), ...record },
    },
  };
  return spelt[form];
}

const ask = (service: Service, { method, path, json }: Spelt, sent: Sent = {}): Promise<Response> =>
  send(service, method, path, { json, ...sent });

const read = async (service: Service, deal: string): Promise<Record<string, unknown>> =>
  (await send(service, 'GET', deal)).json();

const [hold] = OPERATIONS;
if (hold === undefined) throw new Error('the table of operations is empty');

/** The operations in every form (document 4.2). */
export const operations: List = onEveryFace('operations', (open) => {
  describe.each(FORMS)('form %s', (form) => {
    test.each(OPERATIONS.map((o) => [o.name, o] as const))('%s has its effect, once', async (_name, operation) => {
      await using service = await open({ operationForms: [form] });
      const deal = await createDeal(service);
      const spelt = spell(form, operation, deal);
      const response = await ask(service, spelt);
      expect(response.status).toBe('EFG'.includes(form) ? 201 : 204);
      if (response.status === 204) {
        expect(response.headers.get('content-length')).toBeNull();
        expect(await response.text()).toBe('');
      } else {
        const location = response.headers.get('location') ?? '';
        const made = await send(service, 'GET', location);
        expect(made.status).toBe(200);
        expect(made.headers.get('etag')).toBe(response.headers.get('etag'));
        expect(await made.json()).toEqual(await response.json());
      }
      const samples = Object.fromEntries(operation.parameters.map((p) => [p.name, p.sample]));
      expect(await read(service, deal)).toMatchObject(fillEffect(operation.effect, samples));
    });

    test('the same request again leaves the deal as it is', async () => {
      await using service = await open({ operationForms: [form] });
      const deal = await createDeal(service);
      const spelt = spell(form, hold, deal);
      await ask(service, spelt);
      const before = await send(service, 'GET', deal);
      const again = await ask(service, spelt);
      expect(again.status).toBe(form === 'E' ? 201 : 204);
      const after = await send(service, 'GET', deal);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
      expect(await after.json()).toEqual(await before.json());
    });

    test('an unknown deal answers 404', async () => {
      await using service = await open({ operationForms: [form] });
      const deal = (await createDeal(service)).replace(/[^/]+$/u, 'nobody');
      expect((await ask(service, spell(form, hold, deal))).status).toBe(404);
    });

    test('malformed JSON answers 400 and changes nothing', async () => {
      await using service = await open({ operationForms: [form] });
      const deal = await createDeal(service);
      const before = await read(service, deal);
      const { method, path, json } = spell(form, hold, deal);
      const body = JSON.stringify(json).slice(0, -1);
      const headers = { 'content-type': 'application/json' };
      expect((await send(service, method, path, { body, headers })).status).toBe(400);
      expect((await send(service, method, path, { body: '', headers })).status).toBe(400);
      expect(await read(service, deal)).toEqual(before);
    });

    const cases = OPERATIONS.flatMap((o) => o.parameters.map((p) => [o.name, p.name, o] as const));
    test.each(cases)(
      '%s without %s, or with another type of it, answers 400 and changes nothing',
      async (_o, name, o) => {
        await using service = await open({ operationForms: [form] });
        const deal = await createDeal(service);
        const before = await read(service, deal);
        const { method, path, json } = spell(form, o, deal);
        const key = form === 'D' ? attributeOf(o, name) : name;
        for (const change of [without(key), replaced(key, { an: 'object' })]) {
          const response = await send(service, method, path, { json: change(json) });
          expect(response.status).toBe(400);
          const pointers = (await response.json()).errors.map((e: { pointer: string }) => e.pointer);
          expect(pointers.some((p: string) => p.endsWith(`/${key}`))).toBe(true);
        }
        expect(await read(service, deal)).toEqual(before);
      },
    );

    test('where it is not claimed it is not served', async () => {
      await using service = await open({ operationForms: FORMS.filter((f) => f !== form) });
      const deal = await createDeal(service);
      const response = await ask(service, spell(form, hold, deal));
      expect(response.status).toBe('CD'.includes(form) ? 400 : 404);
      expect(await read(service, deal)).not.toHaveProperty('held');
    });
  });

  test('without C and D a PUT of a deal is not allowed', async () => {
    await using service = await open({ operationForms: [] });
    const deal = await createDeal(service);
    const response = await send(service, 'PUT', deal, { json: { held: true, holdReason: 'r' } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, DELETE, OPTIONS');
  });

  test.each(['C', 'F', 'G'] as const)('form %s refuses an unknown action and odd parameters with 400', async (form) => {
    await using service = await open();
    const deal = await createDeal(service);
    const spelt = spell(form, hold, deal);
    for (const change of [
      { action: 'FlyDeal' },
      { action: 'toString' },
      { action: 7 },
      { params: [] },
      { params: 'reason' },
      { action: undefined },
    ]) {
      const response = await send(service, spelt.method, spelt.path, { json: { ...spelt.json, ...change } });
      // Where form D is served as well, a body without an action is an update, and this one changes nothing known.
      expect(response.status).toBe(form === 'C' && 'action' in change && change.action === undefined ? 204 : 400);
    }
    expect(await read(service, deal)).not.toHaveProperty('held');
  });

  test('an unknown verb answers 404', async () => {
    await using service = await open();
    const deal = await createDeal(service);
    for (const verb of ['fly', 'Hold', 'hold.json', 'HOLD', 'hold%20', '__proto__', 'constructor'])
      expect((await send(service, 'PUT', `${deal}/${verb}`, { json: { reason: 'r' } })).status).toBe(404);
  });

  test('UnholdDeal needs no body and no params', async () => {
    await using service = await open();
    const deal = await createDeal(service);
    expect((await send(service, 'PUT', `${deal}/unhold`)).status).toBe(204);
    expect((await send(service, 'PUT', deal, { json: { action: 'UnholdDeal' } })).status).toBe(204);
    expect(await read(service, deal)).toMatchObject({ held: false });
  });

  test.each(['F', 'G'] as const)('form %s takes any id that a segment can carry, once', async (form) => {
    await using service = await open();
    for (const id of [
      'a',
      '0',
      'a.xml',
      'ü%2Fß'.replace('ü', '%C3%BC').replace('ß', '%C3%9F'),
      '~!$&()*+,;=:@',
      'x'.repeat(200),
    ]) {
      const deal = await createDeal(service);
      const spelt = spell(form, hold, deal);
      const path = spelt.path.replace(/c-\d+$/u, () => id);
      const first = await ask(service, { ...spelt, path });
      expect(first.status).toBe(201);
      expect(new URL(first.headers.get('location') ?? '').pathname).toBe(new URL(path).pathname);
      expect((await send(service, 'GET', path)).status).toBe(200);
      const unhold = { ...spelt.json, action: 'UnholdDeal', params: {} };
      expect((await send(service, 'PUT', path, { json: unhold })).status).toBe(409);
      expect(await read(service, deal)).toMatchObject({ held: true });
    }
  });

  test.each(['F', 'G'] as const)('form %s takes the same command again, and no other under its id', async (form) => {
    await using service = await open({ operationForms: [form] });
    const deal = await createDeal(service);
    const { path, json } = spell(form, hold, deal);
    const record: object = { ...json, note: { b: 1, a: 12345678901234567890n.toString() } };
    const text = JSON.stringify(record).replace('"12345678901234567890"', '12345678901234567890');
    const reordered = `{"note":{"a":12345678901234567890,"b":1},${JSON.stringify(json).slice(1)}`;
    const put = async (body: string, headers: Record<string, string> = {}): Promise<number> =>
      (await send(service, 'PUT', path, { body, headers: { 'content-type': 'application/json', ...headers } })).status;
    expect(await put(text)).toBe(201);
    expect(await put(text)).toBe(204);
    expect(await put(reordered)).toBe(204);
    const before = await (await send(service, 'GET', path)).text();
    expect(await put(text.replace('67890,', '67891,').replace('67890}', '67891}'))).toBe(409);
    expect(await put(JSON.stringify({ ...json, params: { reason: 'another' } }))).toBe(409);
    expect(await put(JSON.stringify({ ...json, params: { reason: 'another' } }), { 'if-none-match': '*' })).toBe(412);
    expect(await (await send(service, 'GET', path)).text()).toBe(before);
    expect(await read(service, deal)).toMatchObject({ held: true });
    expect(await read(service, deal)).not.toMatchObject({ holdReason: 'another' });
  });

  test('form E lists its records under the deal', async () => {
    await using service = await open();
    const deal = await createDeal(service);
    expect(await (await send(service, 'GET', `${deal}/holds`)).json()).toEqual([]);
    await send(service, 'POST', `${deal}/holds`, { json: { reason: 'one' } });
    await send(service, 'POST', `${deal}/holds`, { json: { reason: 'two', id: 'mine', deal: 'another' } });
    const records = await (await send(service, 'GET', `${deal}/holds`)).json();
    expect(records).toMatchObject([
      { id: '1', reason: 'one' },
      { id: '2', reason: 'two' },
    ]);
    expect(records[1].deal).toBe(deal.split('/').at(-1));
    expect((await send(service, 'GET', `${deal}/holds/3`)).status).toBe(404);
  });

  test('form D takes back a whole deal as it was read', async () => {
    await using service = await open();
    const deal = await createDeal(service, { name: 'n', price: 5, colour: 'red' });
    const whole = await read(service, deal);
    expect((await send(service, 'PUT', deal, { json: { ...whole, held: true, holdReason: 'r' } })).status).toBe(204);
    expect(await read(service, deal)).toEqual({ ...whole, held: true, holdReason: 'r' });
    expect((await send(service, 'PUT', deal, { json: { colour: 'blue' } })).status).toBe(204);
    expect(await read(service, deal)).toMatchObject({ colour: 'blue', price: 5 });
  });

  test('transitions are refused with 409 only on request', async () => {
    await using strict = await open({ requireTransitions: true });
    const deal = await createDeal(strict);
    expect((await send(strict, 'PUT', `${deal}/unhold`)).status).toBe(409);
    expect((await send(strict, 'PUT', `${deal}/hold`, { json: { reason: 'r' } })).status).toBe(204);
    expect((await send(strict, 'PUT', `${deal}/unhold`)).status).toBe(204);
    expect((await send(strict, 'PUT', `${deal}/complete`)).status).toBe(204);
    expect((await send(strict, 'PUT', `${deal}/complete`)).status).toBe(204);
    expect((await send(strict, 'PUT', `${deal}/hold`, { json: { reason: 'r' } })).status).toBe(409);
  });

  test('requireTransitions is off by default', async () => {
    await using service = await open();
    const deal = await createDeal(service);
    await send(service, 'PUT', `${deal}/complete`);
    expect((await send(service, 'PUT', `${deal}/hold`, { json: { reason: 'r' } })).status).toBe(204);
  });
});

/** The split design (document 4.3). */
export const commandsAndQueries: List = onEveryFace('commands and queries', (open) => {
  test.each(OPERATIONS.map((o) => [o.name, o] as const))(
    '%s as a command answers 200 without a body',
    async (_n, o) => {
      await using service = await open();
      const deal = await createDeal(service);
      const samples = Object.fromEntries(o.parameters.map((p) => [p.name, p.sample]));
      const json = { id: deal.split('/').at(-1), ...samples };
      const response = await send(service, 'POST', `/command/${o.name}/`, { json });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('');
      expect(response.headers.get('content-type')).toBeNull();
      expect(await read(service, deal)).toMatchObject(fillEffect(o.effect, samples));
    },
  );

  test('what is wrong with a command is told', async () => {
    await using service = await open();
    const json = { id: '1', reason: 'r' };
    expect((await send(service, 'POST', '/command/HoldDeal', { json })).status).toBe(200);
    expect((await send(service, 'POST', '/command/FlyDeal/', { json })).status).toBe(404);
    expect((await send(service, 'POST', '/command/HoldDeal/', { json: { reason: 'r' } })).status).toBe(400);
    expect((await send(service, 'POST', '/command/HoldDeal/', { json: { id: '1' } })).status).toBe(400);
    expect((await send(service, 'POST', '/command/HoldDeal/', { json: { id: 'nobody', reason: 'r' } })).status).toBe(
      404,
    );
    const broken = { body: '{', headers: { 'content-type': 'application/json' } };
    expect((await send(service, 'POST', '/command/HoldDeal/', broken)).status).toBe(400);
    expect((await send(service, 'GET', '/command/HoldDeal/')).status).toBe(405);
  });

  test('a query answers an array of what has the name, and 404 for none', async () => {
    await using service = await open();
    const users = await send(service, 'GET', '/query/users/Grace%20Hopper', { headers: { accept: 'text/html' } });
    expect(users.status).toBe(200);
    expect(users.headers.get('content-type')).toBe('application/json');
    expect(await users.json()).toMatchObject([{ id: '2' }, { id: '5' }]);
    expect(await (await send(service, 'GET', '/query/deals/Steel%20delivery')).json()).toMatchObject([{ id: '2' }]);
    expect((await send(service, 'GET', '/query/users/Nobody')).status).toBe(404);
    expect((await send(service, 'GET', '/query/ships/Ada')).status).toBe(404);
  });

  test.each(['json', 'xml', 'html'])('a query has one representation, so .%s is a part of the name', async (suffix) => {
    await using service = await open();
    const path = `/query/users/Ada%20Lovelace.${suffix}`;
    for (const method of ['GET', 'HEAD']) expect((await send(service, method, path)).status).toBe(404);
    const { headers } = await send(service, 'POST', path);
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    await createDeal(service, { name: `a.${suffix}`, price: 1 });
    expect((await send(service, 'GET', `/query/deals/a.${suffix}`)).status).toBe(200);
  });

  test('a query by name follows what is created, renamed and deleted', async () => {
    await using service = await open();
    const found = async (name: string): Promise<number> => (await send(service, 'GET', `/query/deals/${name}`)).status;
    const deal = await createDeal(service, { name: 'fresh', price: 1 });
    expect(await found('fresh')).toBe(200);
    await send(service, 'PUT', deal, { json: { name: 'renamed' } });
    expect([await found('fresh'), await found('renamed')]).toEqual([404, 200]);
    await send(service, 'DELETE', deal);
    expect(await found('renamed')).toBe(404);
  });

  test('without the claim neither is served', async () => {
    await using service = await open({ commandQuery: false });
    expect((await send(service, 'POST', '/command/HoldDeal/', { json: { id: '1', reason: 'r' } })).status).toBe(404);
    expect((await send(service, 'GET', '/query/users/Ada%20Lovelace')).status).toBe(404);
  });
});

function attributeOf(o: OperationSpelling, parameter: string): string {
  return Object.entries(o.attributes).find(([, value]) => value === `{${parameter}}`)?.[0] ?? parameter;
}

/** Takes a member away, wherever the payload has it. */
function without(key: string) {
  return (payload: object): object =>
    Object.fromEntries(
      Object.entries(payload)
        .filter(([k]) => k !== key)
        .map(([k, v]) => [k, k === 'params' ? without(key)(v) : v]),
    );
}

function replaced(key: string, by: unknown) {
  return (payload: object): object =>
    Object.fromEntries(
      Object.entries(payload).map(([k, v]) => [k, k === key ? by : k === 'params' ? replaced(key, by)(v) : v]),
    );
}
