import { expect, test } from 'vitest';
import { createDeal, type List, onEveryFace, send } from '../faces.ts';

/** ETag, Last-Modified and conditional requests (document 4.4-c4). */
export const validators: List = onEveryFace('validators', (open) => {
  test('tags are strong, stay while the deal stays, change with it, and differ between representations', async () => {
    await using service = await open();
    const deal = await createDeal(service);
    const tag = async (accept: string): Promise<string | null> =>
      (await send(service, 'GET', deal, { headers: { accept } })).headers.get('etag');
    const [json, xml, html] = [await tag('application/json'), await tag('application/xml'), await tag('text/html')];
    for (const t of [json, xml, html]) expect(t).toMatch(/^"[\x21\x23-\x7e]+"$/u);
    expect(new Set([json, xml, html]).size).toBe(3);
    expect(await tag('application/json')).toBe(json);
    await send(service, 'PUT', `${deal}/hold`, { json: { reason: 'r' } });
    expect(await tag('application/json')).not.toBe(json);
    expect(await tag('application/xml')).not.toBe(xml);
  });

  test('the tag of a collection changes when a member is created, changed and deleted', async () => {
    await using service = await open();
    const tag = async (): Promise<string | null> => (await send(service, 'GET', '/rest/1/deals/')).headers.get('etag');
    const tags = [await tag()];
    const deal = await createDeal(service);
    tags.push(await tag());
    await send(service, 'PUT', `${deal}/hold`, { json: { reason: 'r' } });
    tags.push(await tag());
    await send(service, 'DELETE', deal);
    tags.push(await tag());
    expect(new Set(tags).size).toBe(4);
  });

  test('If-None-Match with the current tag answers 304, bare, with the tag and Vary', async () => {
    await using service = await open();
    const etag = (await send(service, 'GET', '/users/1')).headers.get('etag') ?? '';
    for (const field of [etag, `W/${etag}`, `"other", ${etag}`, `W/"x" ,${etag},`, '*']) {
      const response = await send(service, 'GET', '/users/1', { headers: { 'if-none-match': field } });
      expect(response.status).toBe(304);
      expect(await response.text()).toBe('');
      expect(response.headers.get('etag')).toBe(etag);
      expect(response.headers.get('vary')).toBe('Accept, Origin');
      expect(response.headers.get('content-type')).toBeNull();
    }
    for (const field of [
      '"other"',
      etag.slice(1, -1),
      'W/"other"',
      `"${etag}"`,
      `w/${etag}`,
      `W/w/${etag}`,
      `nonsense ${etag}`,
      `"other" ${etag}`,
    ])
      expect((await send(service, 'GET', '/users/1', { headers: { 'if-none-match': field } })).status).toBe(200);
  });

  test('a tag of another representation is not the current one', async () => {
    await using service = await open();
    const etag = (await send(service, 'GET', '/users/1.xml')).headers.get('etag') ?? '';
    expect((await send(service, 'GET', '/users/1', { headers: { 'if-none-match': etag } })).status).toBe(200);
    expect((await send(service, 'GET', '/users/1.xml', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('If-Modified-Since counts where there is no If-None-Match, and only as an HTTP-date', async () => {
    await using service = await open();
    const modified = (await send(service, 'GET', '/users/1')).headers.get('last-modified') ?? '';
    expect(new Date(modified).toUTCString()).toBe(modified);
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await send(service, 'GET', '/users/1', { headers })).status;
    expect(await status({ 'if-modified-since': modified })).toBe(304);
    expect(await status({ 'if-modified-since': modified, 'if-none-match': '"other"' })).toBe(200);
    expect(await status({ 'if-modified-since': 'Sat, 29 Oct 1994 19:43:31 GMT' })).toBe(200);
    expect(await status({ 'if-modified-since': 'Sunday, 06-Nov-94 08:49:37 GMT' })).toBe(200);
    expect(await status({ 'if-modified-since': '2999-01-01' })).toBe(200);
    expect(await status({ 'if-modified-since': 'tomorrow' })).toBe(200);
    for (const later of ['Fri, 01 Jan 2038 00:00:00 GMT', 'Friday, 01-Jan-38 00:00:00 GMT', 'Fri Jan  1 00:00:00 2038'])
      expect([later, await status({ 'if-modified-since': later })]).toEqual([later, 304]);
    for (const no of [
      'Fri, 01 Jan 2038 00:00:00 +0000',
      'Fri, 1 Jan 2038 00:00:00 GMT',
      'fri, 01 jan 2038 00:00:00 gmt',
      'Fri, 31 Feb 2038 00:00:00 GMT',
      'Fri, 01 Jan 2038 24:00:00 GMT',
      'Fri, 01 Jan 2038 00:00:00 UTC',
      '01 Jan 2038 00:00:00 GMT',
      `${modified}, ${modified}`,
    ])
      expect([no, await status({ 'if-modified-since': no })]).toEqual([no, 200]);
  });

  test('If-Match and If-Unmodified-Since keep a change from a state that is no more', async () => {
    await using service = await open();
    const deal = await createDeal(service);
    const etag = (await send(service, 'GET', deal)).headers.get('etag') ?? '';
    const xmlTag =
      (await send(service, 'GET', deal, { headers: { accept: 'application/xml' } })).headers.get('etag') ?? '';
    const hold = (headers: Record<string, string>): Promise<Response> =>
      send(service, 'PUT', `${deal}/hold`, { json: { reason: `r${Math.random()}` }, headers });
    expect((await hold({ 'if-match': '"other"' })).status).toBe(412);
    expect((await hold({ 'if-match': `W/${etag}` })).status).toBe(412);
    expect((await hold({ 'if-unmodified-since': 'Sat, 29 Oct 1994 19:43:31 GMT' })).status).toBe(412);
    expect((await (await send(service, 'GET', deal)).json()).held).toBeUndefined();
    expect((await hold({ 'if-match': `"other", ${xmlTag}` })).status).toBe(204);
    expect((await hold({ 'if-match': etag })).status).toBe(412);
    expect((await hold({ 'if-match': '*' })).status).toBe(204);
    expect((await send(service, 'DELETE', deal, { headers: { 'if-match': etag } })).status).toBe(412);
    expect((await send(service, 'GET', deal, { headers: { 'if-match': etag } })).status).toBe(412);
    expect((await send(service, 'DELETE', deal)).status).toBe(204);
  });

  test('an address that shows nothing has no state: If-None-Match holds there', async () => {
    await using service = await open();
    const deal = await createDeal(service);
    const sent = { json: { reason: 'r' }, headers: { 'if-none-match': '*' } };
    for (const path of ['hold', 'holded'])
      expect([path, (await send(service, 'PUT', `${deal}/${path}`, sent)).status]).toEqual([path, 204]);
    expect((await send(service, 'POST', `${deal}/holds`, sent)).status).toBe(412);
    const command = { json: { id: '1', reason: 'r' } };
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await send(service, 'POST', '/command/HoldDeal/', { ...command, headers })).status;
    expect(await status({ 'if-none-match': '*' })).toBe(200);
    expect(await status({ 'if-match': '"zz"' })).toBe(412);
    expect(await status({ 'if-match': '*' })).toBe(412);
  });

  test('a creation is conditional on the collection that it is asked of', async () => {
    await using service = await open();
    const path = '/rest/1/deals/';
    const list = (): Promise<Response> => send(service, 'GET', path);
    const first = await list();
    const etag = first.headers.get('etag') ?? '';
    const create = async (headers: Record<string, string>): Promise<number> =>
      (await send(service, 'POST', path, { json: { name: 'n', price: 1 }, headers })).status;
    expect(await create({ 'if-match': '"zz"' })).toBe(412);
    expect(await create({ 'if-none-match': '*' })).toBe(412);
    expect(await create({ 'if-none-match': etag })).toBe(412);
    expect(await create({ 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).toBe(412);
    expect(await (await list()).text()).toBe(await first.text());
    expect(await create({ 'if-match': etag })).toBe(201);
    expect(await create({ 'if-match': etag })).toBe(412);
    expect(await create({ 'if-match': '*' })).toBe(201);
  });

  test('If-Match at a sub-collection means the sub-collection or its deal', async () => {
    await using service = await open();
    const deal = await createDeal(service);
    const tagOf = async (path: string): Promise<string> => (await send(service, 'GET', path)).headers.get('etag') ?? '';
    const add = async (ifMatch: string): Promise<number> =>
      (await send(service, 'POST', `${deal}/holds`, { json: { reason: 'r' }, headers: { 'if-match': ifMatch } }))
        .status;
    expect(await add(await tagOf(`${deal}/holds`))).toBe(201);
    expect(await add(await tagOf(`${deal}/holds`))).toBe(201);
    expect(await add(await tagOf(deal))).toBe(201);
    expect(await add('"other"')).toBe(412);
  });

  test('without validators there are none, and nothing is conditional on them', async () => {
    await using service = await open({ validators: false });
    const response = await send(service, 'GET', '/users/1', { headers: { 'if-none-match': '"x"' } });
    expect([response.status, response.headers.get('etag'), response.headers.get('last-modified')]).toEqual([
      200,
      null,
      null,
    ]);
    const created = await send(service, 'POST', '/rest/1/deals/', { json: { name: 'n', price: 1 } });
    expect(created.headers.get('etag')).toBeNull();
  });

  test('Last-Modified is never later than Date', async () => {
    await using service = await open();
    for (let i = 0; i < 20; i += 1) {
      const { headers } = await send(service, 'POST', '/rest/1/deals/', { json: { name: 'n', price: i } });
      expect(Date.parse(headers.get('last-modified') ?? '')).toBeLessThanOrEqual(Date.parse(headers.get('date') ?? ''));
    }
  });
});
