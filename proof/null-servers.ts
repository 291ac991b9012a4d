import type { RequestListener } from 'node:http';

const alike =
  (status: number, headers: Record<string, string>, body?: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

const JSON_TYPE = { 'content-type': 'application/json' };

/** Servers that know nothing: they answer everything alike, or at random, or with an echo. A rule that passes on one is no rule. */
export const NULL_SERVERS: Readonly<Record<string, RequestListener>> = {
  '200 {}': alike(200, JSON_TYPE, '{}'),
  '200 []': alike(200, JSON_TYPE, '[]'),
  '200 "OK"': alike(200, JSON_TYPE, '"OK"'),
  '200 HTML': alike(200, { 'content-type': 'text/html' }, '<!doctype html><title>It works</title><p>It works'),
  '201 with a Location': alike(201, { ...JSON_TYPE, location: '/rest/1/deals/1' }, '{"id":1,"href":"/rest/1/deals/1"}'),
  '204': alike(204, {}),
  '302 to itself': (request, response) => {
    response.writeHead(302, { location: request.url ?? '/' }).end();
  },
  '308 with one more slash': (request, response) => {
    response.writeHead(308, { location: `${request.url ?? ''}/` }).end();
  },
  '400': alike(400, JSON_TYPE, '{"title":"Bad Request"}'),
  '401 with a challenge': alike(401, { ...JSON_TYPE, 'www-authenticate': 'Basic realm="x"' }, '"not authorized"'),
  '404': alike(404, {}),
  '405': alike(405, { allow: 'GET' }),
  '500': alike(500, {}, 'oops'),
  '503': alike(503, { 'retry-after': '0' }),
  'an echo of the request': (request, response) => {
    response.writeHead(200, { 'content-type': request.headers['content-type'] ?? 'application/json' });
    request.pipe(response);
  },
  'an echo that answers 201': (request, response) => {
    response.writeHead(201, { 'content-type': 'application/json', location: request.url ?? '/' });
    request.pipe(response);
  },
  'a status at random': (_request, response) => {
    const statuses = [200, 201, 204, 400, 401, 404, 405];
    const status = statuses[Math.floor(Math.random() * statuses.length)] ?? 200;
    response.writeHead(status, JSON_TYPE).end(status === 204 ? undefined : '{}');
  },
};
