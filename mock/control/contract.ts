import { REPRESENTATIONS, type RepresentationName } from '../../core/claims.ts';
import type { JsonObject } from '../../fixtures/json.ts';
import { refuse } from '../service/problems.ts';
import { TOKEN_COOKIE, TOKEN_FIELD } from './guard.ts';
import { CONTROL_ROUTES } from './index.ts';
import { type ControlRoute, json } from './route.ts';

/** What the mock says about itself. */
export const contractRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/openapi.json',
    title: 'Describes the service under the claims that are served now, as OpenAPI 3.1.',
    query: { representations: 'only these, such as json: a generated client then has one type for each record' },
    answers: { 200: 'an OpenAPI document' },
    async handle({ mock, url, mount }) {
      const { describeApi } = await import('../../fixtures/openapi.ts');
      const { representations } = mock.options;
      const shown = representationsIn(url) ?? representations;
      return json(describeApi({ ...mock.options, representations: shown, basePath: mount, server: url.origin }));
    },
  },
  {
    method: 'GET',
    path: '/control.json',
    title: 'Describes this control API as OpenAPI 3.1.',
    answers: { 200: 'an OpenAPI document' },
    handle: ({ url, mount }) => json(describeControl(`${url.origin}${mount}`)),
  },
];

/** The representations that the query asks for; undefined: it asks for none in particular. */
function representationsIn({ searchParams }: URL): readonly RepresentationName[] | undefined {
  const asked = searchParams.get('representations');
  if (asked === null) return undefined;
  return asked.split(',').map((text) => {
    const known = REPRESENTATIONS.find((name) => name === text.trim());
    return known ?? refuse(400, `representations: "${text.slice(0, 100)}" is not one of ${REPRESENTATIONS.join(', ')}`);
  });
}

const SCHEMES: JsonObject = {
  bearer: { type: 'http', scheme: 'bearer' },
  field: { type: 'apiKey', in: 'header', name: TOKEN_FIELD },
  cookie: { type: 'apiKey', in: 'cookie', name: TOKEN_COOKIE },
};

/** The control API as OpenAPI 3.1. */
export function describeControl(server: string): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of CONTROL_ROUTES) {
    const path = `/_mock${route.path === '/' ? '/' : route.path.replace(/:(\w+)/gu, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of the assayer mock',
      version: '1',
      description: 'Sessions, state, tenants, chaos and switches of a running mock.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    // Nothing is asked for on loopback, unless a token was given: see guard.ts.
    security: [{}, ...Object.keys(SCHEMES).map((name) => ({ [name]: [] }))],
    components: { securitySchemes: SCHEMES },
    paths,
  };
}

function operation({
  method,
  path,
  title,
  body,
  query = {},
  answers,
  type = 'application/json',
}: ControlRoute): JsonObject {
  const words = path.split(/[^a-zA-Z]+/u).filter((word) => word !== '');
  const schema = { type: 'string' };
  const inPath = [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => ({ name, in: 'path', required: true, schema }));
  const inQuery = Object.entries(query).map(([name, description]) => ({ name, in: 'query', description, schema }));
  const responses = Object.entries(answers).map(([status, description]): [string, JsonObject] => [
    status,
    { description, ...(status === '200' || status === '201' ? { content: { [type]: {} } } : {}) },
  ]);
  return {
    operationId: [method.toLowerCase(), ...words].join('-'),
    summary: title,
    parameters: [...inPath, ...inQuery],
    ...(body === undefined ? {} : { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {
      ...Object.fromEntries(responses),
      '4XX': { description: 'why it was not done', content: { 'application/problem+json': {} } },
    },
  };
}
