import { type Exchange, type HeaderLines, header } from '../../core/http/exchange.ts';
import type { Operation, Response } from '../../fixtures/openapi/document.ts';
import type { OpenApi } from '../../fixtures/openapi.ts';
import { type DescribedPath, dereference, findPath } from './find-operation.ts';
import { type Check, createCheck } from './schemas.ts';

/** In what an exchange departs from the description; nothing: it keeps it. */
export type Violations = (exchange: Exchange) => readonly string[];

/** An answer as it is checked. */
interface Answer {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: Uint8Array;
  /** Whether it is to HEAD: all but the body is as for GET (RFC 9110 9.3.2). */
  readonly toHead: boolean;
}

/**
 * Holds exchanges against a description. OpenAPI has no words for these, so they are rules here, as the description itself
 * says at its top:
 * - an address that is not described answers 404;
 * - a method that is not described answers 405, and Allow names those that are;
 * - an address with a suffix, which chooses a representation of what is read, allows reading alone;
 * - OPTIONS answers 204 with the same Allow, and without it to a preflight, which asks about no resource (Fetch 4.8);
 * - HEAD answers as GET does, without the body.
 * Left out of the check are fields that are not about the resource (Date, Content-Length, CORS, those of the mock itself), and
 * bytes in which node:http finds no request at all: it answers those itself, with 400, 408 or 431 and no body, on a socket only.
 */
export function createViolations(api: OpenApi): Violations {
  const check = createCheck(api);
  return ({ request, response }) => {
    if (response === null) return ['there is no answer'];
    const { method } = request;
    const answer: Answer = { ...response, toHead: method === 'HEAD' };
    const path = findPath(api, request.url);
    if (method === 'OPTIONS' && isPreflight(request.headers)) return optionsViolations(answer, undefined);
    if (path === undefined) return problemViolations(api, check, answer, 404);
    if (method === 'OPTIONS') return optionsViolations(answer, ofReading(path, request.url));
    const operation = operationFor(path, method);
    if (operation === undefined) return refusalViolations(api, check, answer, ofReading(path, request.url));
    return [
      ...answerViolations(api, check, answer, operation),
      ...payloadViolations(check, request.body, response.status, operation),
    ];
  };
}

/** What is described of an address with a suffix: reading. An id may end like a suffix where none is looked at, and is read then too. */
function ofReading(path: DescribedPath, url: string): DescribedPath {
  const { get } = path.operations;
  const isSuffixed = /\.(?:json|xml|html)(?:[?#]|$)/u.test(url) && path.template.endsWith('}');
  return isSuffixed && get !== undefined ? { ...path, operations: { get } } : path;
}

function isPreflight(headers: HeaderLines): boolean {
  return header(headers, 'origin') !== undefined && header(headers, 'access-control-request-method') !== undefined;
}

function operationFor({ operations }: DescribedPath, method: string): Operation | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return Object.entries(operations).find(([described]) => described.toUpperCase() === wanted)?.[1];
}

function optionsViolations(answer: Answer, path: DescribedPath | undefined): string[] {
  return [
    ...(answer.status === 204 ? [] : [`OPTIONS is answered ${answer.status} and not 204`]),
    ...(answer.body.length === 0 ? [] : ['the answer has a body']),
    ...(path === undefined ? [] : allowViolations(answer, path)),
  ];
}

function allowViolations({ headers }: Answer, { operations }: DescribedPath): string[] {
  const described = Object.keys(operations).flatMap((method) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  );
  const due = [...described, 'OPTIONS'].sort().join(', ');
  const told = (header(headers, 'allow') ?? '').split(/, */u).sort().join(', ');
  return told === due ? [] : [`Allow is “${told}”; described are ${due}`];
}

/** A method that is not described. */
function refusalViolations(api: OpenApi, check: Check, answer: Answer, path: DescribedPath): string[] {
  return [...problemViolations(api, check, answer, 405), ...allowViolations(answer, path)];
}

function problemViolations(api: OpenApi, check: Check, answer: Answer, status: number): string[] {
  if (answer.status !== status) return [`it is not described, and the answer is ${answer.status} and not ${status}`];
  const described = dereference<Response>(api, { $ref: '#/components/responses/NotFound' });
  return bodyViolations(check, answer, described);
}

function answerViolations(api: OpenApi, check: Check, answer: Answer, { responses }: Operation): string[] {
  const described = responses[answer.status];
  if (described === undefined)
    return [`status ${answer.status} is not described; described are ${Object.keys(responses).join(', ')}`];
  const response = dereference<Response>(api, described);
  return [...headerViolations(api, check, answer, response), ...bodyViolations(check, answer, response)];
}

/** Fields about the resource: where they are not described, they are not due. */
const TELLING: readonly string[] = ['Location', 'ETag', 'Last-Modified', 'Allow', 'WWW-Authenticate', 'Retry-After'];

function headerViolations(api: OpenApi, check: Check, answer: Answer, { headers = {} }: Response): string[] {
  const described = Object.entries(headers).flatMap(([name, given]) => {
    const { required = false, schema } = dereference(api, given);
    const value = header(answer.headers, name);
    if (value === undefined) return required ? [`${name} is missing`] : [];
    return check(schema, value).map((why) => `${name} “${value}”: ${why}`);
  });
  const undescribed = TELLING.filter(
    (name) => headers[name] === undefined && header(answer.headers, name) !== undefined,
  );
  return [...described, ...undescribed.map((name) => `${name} is not described`)];
}

function bodyViolations(check: Check, { headers, body, toHead }: Answer, { content }: Response): string[] {
  if (content === undefined) return body.length === 0 ? [] : ['a body is not described'];
  const mediaType = header(headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const described = content[mediaType];
  if (described === undefined)
    return [`Content-Type “${mediaType}” is not described; described are ${Object.keys(content).join(', ')}`];
  if (toHead) return body.length === 0 ? [] : ['HEAD has a body'];
  const text = new TextDecoder().decode(body);
  const value: unknown = /[/+]json$/u.test(mediaType) ? JSON.parse(text) : text;
  return check(described.schema, value).map((why) => `the body: ${why}`);
}

/** What succeeded must have been a described payload: a description that is stricter than the service would be wrong. */
function payloadViolations(
  check: Check,
  body: Uint8Array | null,
  status: number,
  { requestBody }: Operation,
): string[] {
  if (status >= 300 || requestBody === undefined) return [];
  if (body === null || body.length === 0) return requestBody.required ? ['it succeeded without its payload'] : [];
  const schema = requestBody.content['application/json']?.schema;
  if (schema === undefined) return ['no JSON payload is described'];
  const value: unknown = JSON.parse(new TextDecoder().decode(body));
  return check(schema, value).map((why) => `it succeeded, though of its payload ${why}`);
}
