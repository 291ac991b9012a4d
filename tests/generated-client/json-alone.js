/*
 * What the docs say of the description in JSON alone: a client that was told nothing reads a record as one type, and an error as
 * problem details. Checked by the compiler alone.
 */
import createClient from 'openapi-fetch';

/** @typedef {import('generated/json.ts').paths} Paths */

/** @type {import('openapi-fetch').Client<Paths>} */
const client = createClient({ baseUrl: '' });

const { data, error } = await client.GET('/users/{id}', { params: { path: { id: '1' } } });
/** @type {string | undefined} */
export const name = data?.name;
/** @type {string | undefined} */
export const title = error?.title;
const deals = await client.GET('/rest/1/deals/');
/** @type {string | undefined} */
export const first = deals.data?.[0]?.name;
