/** One request of a client, by its words. */
interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const DEALS = '/rest/1/deals/';
const XML = { accept: 'application/xml' };
const LONG = 'a'.repeat(70);

/** What clients ask of the service in a day, the odd things too; deals that are made are asked for by their Location. */
const REQUESTS: readonly Asked[] = [
  { path: '/users' },
  { path: '/users', headers: XML },
  { path: '/users/1' },
  { path: '/users/1', headers: XML },
  { path: '/users?name=Ada+Lovelace', headers: XML },
  { path: '/users/nobody', headers: XML },
  { path: '/users/a&b<c', headers: XML },
  { path: '/users/a%5Cb' },
  { path: `/users/${'9'.repeat(600)}` },
  { path: '/users?name=%E4%BA%BA' },
  { path: '/users?name=' },
  { path: '/users?name=a&name=b' },
  { path: '/users?name[]=a' },
  { path: '/users?limit=-1' },
  { path: '/users?page=first' },
  { path: '/users?name=%zz' },
  { path: '/users', headers: { 'accept-language': ';;;' } },
  { path: '/users', headers: { range: 'bytes=99999999-' } },
  { path: '/users', headers: { 'if-modified-since': 'yesterday' } },
  { path: '/users', headers: { authorization: 'Basic !!!' } },
  { path: '/users', headers: { 'x-forwarded-for': 'nobody' } },
  { method: 'DELETE', path: '/users' },
  { method: 'DELETE', path: '/users/1' },
  { path: '/', headers: { cookie: 'USER_TOKEN=anything' } },
  { path: '/', headers: { cookie: 'USER_TOKEN=' } },
  { path: '/' },
  { method: 'POST', path: '/' },
  { path: '/nothing/here', headers: XML },
  { path: '/nothing/here' },
  { method: 'POST', path: DEALS, body: { name: 'plain', price: 1 } },
  { method: 'POST', path: DEALS, body: { name: 'plain', price: 1 } },
  { method: 'POST', path: DEALS, body: { name: 'plain', price: 1 } },
  { method: 'POST', path: DEALS, body: { name: 'plain', price: 1 } },
  { method: 'POST', path: DEALS, headers: XML, body: { name: 'for XML', price: 1 } },
  { method: 'POST', path: DEALS, body: { name: 'rocket 🚀', price: 1 } },
  { method: 'POST', path: DEALS, body: { name: 'Zoë', price: 1 } },
  { method: 'POST', path: DEALS, body: { name: LONG, price: 1 } },
  { method: 'POST', path: DEALS, body: { name: "it's", price: 1 } },
  { method: 'POST', path: DEALS, body: { name: 1 } },
  { method: 'POST', path: DEALS, body: null },
  { method: 'POST', path: DEALS, body: 'a text' },
  { method: 'POST', path: DEALS, headers: { 'content-type': 'application/json' } },
  { method: 'PATCH', path: DEALS },
  { method: 'DELETE', path: `${DEALS}never` },
  { method: 'PUT', path: `${DEALS}never/hold`, body: { reason: 'r' } },
  { method: 'PUT', path: `${DEALS}99999999999999999999/hold`, body: { reason: 'r' } },
  { method: 'PUT', path: `${DEALS}2/hold`, body: { reason: 'r' } },
  { method: 'PUT', path: `${DEALS}2/hold`, body: { reason: 'r' } },
  { method: 'PUT', path: `${DEALS}2/constructor`, body: {} },
  { method: 'PUT', path: `${DEALS}2`, body: { action: 'constructor', params: {} } },
  { method: 'PUT', path: `${DEALS}2`, body: { action: 'HoldDeal', params: {} } },
  { method: 'PUT', path: `${DEALS}2`, body: { held: false } },
  { method: 'POST', path: `${DEALS}2/holds`, body: { reason: 'r' } },
  { method: 'PUT', path: `${DEALS}2/commands/one`, body: { action: 'HoldDeal', params: { reason: 'r' } } },
  { method: 'PUT', path: `${DEALS}2/commands/%E4%BA%BA`, body: { action: 'HoldDeal', params: { reason: 'r' } } },
  { method: 'PUT', path: '/commands/two', body: { deal: 'never', action: 'HoldDeal', params: { reason: 'r' } } },
  { method: 'PUT', path: '/commands/three', body: { deal: '2', action: 'HoldDeal', params: { reason: 'r' } } },
  { method: 'PUT', path: '/commands/three', body: { deal: '2', action: 'HoldDeal', params: { reason: 'r' } } },
  { method: 'POST', path: '/command/HoldDeal/', body: { id: 'never', reason: 'r' } },
  { method: 'POST', path: '/command/HoldDeal/', body: { id: '人', reason: 'r' } },
  { method: 'POST', path: '/command/constructor/', body: {} },
  { path: '/query/users/Ada%20Lovelace' },
  { path: '/query/users/nobody' },
  { path: '/query/users/%27' },
  { path: '/query/nothing/x' },
];

/** Asks all of it of a service, in turn; deletes twice what it made first. */
export async function traffic(url: string): Promise<void> {
  let made: string | undefined;
  for (const { method = 'GET', path, headers = {}, body } of REQUESTS) {
    const typed = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(url + path, {
      method,
      headers: { accept: 'application/json', ...typed, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    if (answer.status === 201) made ??= answer.headers.get('location') ?? undefined;
  }
  for (const path of ['/command/HoldDeal/', `/rest/1/deals/2`, `/rest/1/deals/2/hold`, '/rest/1/deals/'])
    await send(url + path, path.startsWith('/command') || path.endsWith('deals/') ? 'POST' : 'PUT');
  if (made === undefined) return;
  for (let i = 0; i < 2; i += 1) await (await fetch(new URL(made, url), { method: 'DELETE' })).arrayBuffer();
}

// JSON that is cut short.
async function send(url: string, method: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await (await fetch(url, { method, headers, body: '{"name": "cut' })).arrayBuffer();
}
