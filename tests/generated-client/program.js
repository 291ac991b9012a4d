/*
 * A program as somebody else would write it: all that it knows of the API are the types that openapi-typescript made from
 * the description. JavaScript with types in comments, so that it is checked with those types and runs as it stands.
 * Called with the address of a service; tells what it saw as JSON.
 */
import createClient from 'openapi-fetch';

/** @typedef {import('generated/api.ts').paths} Paths */
/** @typedef {import('generated/api.ts').components['schemas']['Deal']} Deal */

/** @type {import('openapi-fetch').Client<Paths, 'application/json' | 'application/problem+json'>} */
const client = createClient({ baseUrl: process.argv[2] ?? '' });

const created = await client.POST('/rest/1/deals/', {
  body: { name: 'Harbour crane', price: 90_000, currency: 'EUR' },
});
const id = created.data?.id ?? '';
const address = { params: { path: { id } } };

const read = await client.GET('/rest/1/deals/{id}', address);
const held = await client.PUT('/rest/1/deals/{id}/hold', { ...address, body: { reason: 'waiting for papers' } });
const heldDeal = await client.GET('/rest/1/deals/{id}', address);
const unheld = await client.PUT('/rest/1/deals/{id}', { ...address, body: { action: 'UnholdDeal' } });
const hold = await client.POST('/rest/1/deals/{id}/holds', { ...address, body: { reason: 'once more' } });
const canceled = await client.POST('/command/CancelDeal/', { body: { id, amercement: 25, reason: 'too late' } });
const removed = await client.DELETE('/rest/1/deals/{id}', address);
const gone = await client.GET('/rest/1/deals/{id}', address);

const users = await client.GET('/users');
const named = await client.GET('/users', { params: { query: { name: 'Grace Hopper' } } });
const nobody = await client.GET('/users', { params: { query: { name: 'Nobody' } } });
const key = await client.GET('/users/{id}/ssh-keys/{index}', { params: { path: { id: '1', index: 0 } } });
const asXml = await client.GET('/users.{suffix}', { params: { path: { suffix: 'xml' } }, parseAs: 'text' });

const stranger = await client.GET('/');
const guest = await client.GET('/', { headers: { cookie: 'USER_TOKEN=anything' } });

console.log(
  JSON.stringify({
    created: [created.response.status, new URL(created.response.headers.get('location') ?? '').pathname],
    read: [read.response.status, tell(read.data)],
    held: [held.response.status, tell(heldDeal.data)],
    unheld: unheld.response.status,
    hold: [hold.response.status, hold.data?.deal, hold.data?.reason],
    canceled: canceled.response.status,
    removed: removed.response.status,
    gone: [gone.response.status, gone.error?.status, gone.error?.title],
    users: users.data?.map((user) => user.name),
    named: named.data?.map((user) => user.id),
    nobody: nobody.data,
    key: key.data?.type,
    asXml: [asXml.response.headers.get('content-type'), asXml.data?.includes('<name>Ada Lovelace</name>')],
    stranger: [stranger.response.status, stranger.error],
    guest: [guest.response.status, guest.data],
    id,
  }),
);

/**
 * @param {Deal | undefined} deal
 * @returns {unknown}
 */
function tell(deal) {
  return { name: deal?.name, price: deal?.price, held: deal?.held, holdReason: deal?.holdReason };
}

/** What the types do not let pass. Never called: the mistakes are for the type checker. */
export function mistakes() {
  const command = { params: { path: { id, commandId: 'c1' } } };
  // @ts-expect-error A deal without a price.
  client.POST('/rest/1/deals/', { body: { name: 'Harbour crane' } });
  // @ts-expect-error A hold without its reason.
  client.PUT('/rest/1/deals/{id}/hold', { ...address, body: {} });
  // @ts-expect-error A hold as an action, without its parameters.
  client.PUT('/rest/1/deals/{id}/commands/{commandId}', { ...command, body: { action: 'HoldDeal' } });
  // @ts-expect-error An address that is not described.
  client.GET('/deals');
  // @ts-expect-error A method that is not described.
  client.DELETE('/users/{id}', { params: { path: { id } } });
  // @ts-expect-error A deal without its id.
  client.GET('/rest/1/deals/{id}', {});
  // @ts-expect-error A representation that is not offered.
  client.GET('/users', { params: { query: { format: 'yaml' } } });
  // @ts-expect-error A held that is a text.
  return client.GET('/rest/1/deals/{id}', address).then(({ data }) => data?.held?.length);
}
