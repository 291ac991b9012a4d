import type { Fetch } from '../../mock/index.ts';

/** Gives the answers to some requests other fields. `where` is held against `GET /users/1 200`: method, path and status. */
export const withFieldsOf =
  (
    where: RegExp,
    fieldsOf: (response: Response, pathname: string) => Readonly<Record<string, string>>,
  ): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    if (!where.test(`${request.method} ${pathname} ${response.status}`)) return response;
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(fieldsOf(response, pathname))) headers.set(name, value);
    return new Response(response.status === 204 ? null : response.body, { status: response.status, headers });
  };
