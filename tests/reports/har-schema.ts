import type { JsonObject } from '../../fixtures/json.ts';

/**
 * HTTP Archive 1.2 as JSON Schema, from its description (w3c.github.io/web-performance/specs/HAR): every object with what it has to
 * have, closed but for names that begin with an underscore, which anybody may add.
 */
const text: JsonObject = { type: 'string' };
// `url` is as browsers write and read one (url.spec.whatwg.org), where more may stand unencoded than in a URI.
const dateTime: JsonObject = { type: 'string', format: 'date-time' };
const comment: JsonObject = { comment: text };
/** -1: it is not known. */
const bytes: JsonObject = { type: 'integer', minimum: -1 };
const ms: JsonObject = { type: 'number', minimum: 0 };
/** -1: it does not apply. */
const optionalMs: JsonObject = { type: 'number', minimum: -1 };

function object(required: JsonObject, optional: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional, ...comment },
    patternProperties: { '^_': true },
    additionalProperties: false,
  };
}

const list = (items: JsonObject): JsonObject => ({ type: 'array', items });
const pair = object({ name: text, value: text });
const program = object({ name: text, version: text });

const cookie = object(
  { name: text, value: text },
  { path: text, domain: text, expires: dateTime, httpOnly: { type: 'boolean' }, secure: { type: 'boolean' } },
);

// Parameters and text exclude each other.
const postData: JsonObject = {
  oneOf: [
    object({ mimeType: text, text }),
    object({
      mimeType: text,
      params: list(object({ name: text }, { value: text, fileName: text, contentType: text })),
    }),
  ],
};

const message = {
  httpVersion: text,
  cookies: list(cookie),
  headers: list(pair),
  headersSize: bytes,
  bodySize: bytes,
};

const request = object(
  { method: text, url: { type: 'string', format: 'url' }, queryString: list(pair), ...message },
  { postData },
);

const content = object(
  { size: { type: 'integer', minimum: 0 }, mimeType: text },
  { compression: { type: 'integer' }, text, encoding: text },
);

const response = object({
  status: { type: 'integer', minimum: 0, maximum: 999 },
  statusText: text,
  content,
  redirectURL: text,
  ...message,
});

const cacheState: JsonObject = {
  anyOf: [
    { type: 'null' },
    object({ lastAccess: dateTime, eTag: text, hitCount: { type: 'integer', minimum: 0 } }, { expires: dateTime }),
  ],
};

const entry = object(
  {
    startedDateTime: dateTime,
    time: ms,
    request,
    response,
    cache: object({}, { beforeRequest: cacheState, afterRequest: cacheState }),
    timings: object(
      { send: ms, wait: ms, receive: ms },
      { blocked: optionalMs, dns: optionalMs, connect: optionalMs, ssl: optionalMs },
    ),
  },
  { pageref: text, serverIPAddress: text, connection: text },
);

const page = object({
  startedDateTime: dateTime,
  id: text,
  title: text,
  pageTimings: object({}, { onContentLoad: optionalMs, onLoad: optionalMs }),
});

/** A whole archive. */
export const harSchema: JsonObject = object({
  log: object(
    { version: { const: '1.2' }, creator: program, entries: list(entry) },
    { browser: program, pages: list(page) },
  ),
});
