import { describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';

const DEAL = 'http://mock.test/rest/1/deals/1';

describe('a switch while the mock runs', () => {
  it.each([
    ['unavailable', { unavailable: ['deals'] }, { unavailable: [] }],
    ['explain', { explain: false }, { explain: true }],
    ['everything as it is', {}, {}],
  ])('leaves the validators that clients hold: %s', async (_, on, off) => {
    const mock = createMock();
    const before = await deal(mock);
    await switched(mock, on);
    await switched(mock, off);
    const after = await deal(mock);
    expect(validators(after)).toEqual(validators(before));
    expect((await deal(mock, { 'if-none-match': before.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('keeps what was written while a part was down', async () => {
    const mock = createMock();
    await switched(mock, { unavailable: ['users'] });
    const body = JSON.stringify({ reason: 'kept' });
    const headers = { 'content-type': 'application/json' };
    expect((await mock.fetch(new Request(`${DEAL}/hold`, { method: 'PUT', headers, body }))).ok).toBe(true);
    const held = await deal(mock);
    await switched(mock, { unavailable: [] });
    expect(validators(await deal(mock))).toEqual(validators(held));
    expect(await (await deal(mock)).json()).toMatchObject({ held: true });
  });

  it('voids them where records are shown otherwise', async () => {
    const mock = createMock();
    const etag = (await deal(mock)).headers.get('etag') ?? '';
    await switched(mock, { indexBase: 1 });
    const after = await deal(mock, { 'if-none-match': etag });
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(etag);
  });
});

function deal(mock: Mock, headers: Record<string, string> = {}): Promise<Response> {
  return mock.fetch(new Request(DEAL, { headers }));
}

function validators({ headers }: Response): readonly (string | null)[] {
  return [headers.get('etag'), headers.get('last-modified')];
}

async function switched(mock: Mock, change: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(change);
  const answer = await mock.fetch(new Request('http://mock.test/_mock/switches', { method: 'PATCH', headers, body }));
  expect(answer.status).toBe(200);
}
