import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { failedOnSockets, type Take } from './on-sockets.ts';

// Messages that every server of HTTP/1.1 has to take: chunks in other words, options of a connection, an empty query.

const JSON_ONLY = { representations: ['json'], operationForms: ['A'] } as const;
const STEADY = 'status/steady';
const CREATE = 'create/any-valid';

const refusing = (status: number, isRefused: (incoming: IncomingMessage) => boolean): Take => {
  return (incoming, outgoing, next) => {
    if (isRefused(incoming)) outgoing.writeHead(status).end();
    else next();
  };
};

const isSpelt = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] === 'Chunked';
const hasOptions = ({ headers }: IncomingMessage): boolean => headers.connection === 'TE, Close';
const isQuery = ({ url = '' }: IncomingMessage): boolean => url.endsWith('?');
const isOld = ({ httpVersion }: IncomingMessage): boolean => httpVersion === '1.0';

const nothing: Take = (incoming, outgoing, next) => {
  if (!isQuery(incoming)) return next();
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end('[]');
};

test.each<[string, string, Take]>([
  ['a coding in capitals that is not known', CREATE, refusing(400, isSpelt)],
  ['options of a connection that are not known', STEADY, refusing(400, hasOptions)],
  ['an empty query that is refused', STEADY, refusing(400, isQuery)],
  ['an empty query that finds nothing', STEADY, nothing],
  ['what is missing for HTTP/1.0', STEADY, refusing(404, isOld)],
])('found: %s', { tags: ['night'] }, async (_, rule, take) => {
  const failed = await failedOnSockets([rule], take, JSON_ONLY);
  expect(failed.map((result) => result.rule)).toEqual([rule]);
});

const inFront: Take = (incoming, outgoing, next) => {
  if (incoming.headers['transfer-encoding'] === undefined) return next();
  outgoing.writeHead(501).end();
};

test.each<[string, string, Take]>([
  ['a server in front that knows no chunks', CREATE, inFront],
  ['a server that names nothing by an empty query', STEADY, refusing(404, isQuery)],
  ['a server that does not speak HTTP/1.0', STEADY, refusing(505, isOld)],
  ['the mock itself', STEADY, (_incoming, _outgoing, next) => next()],
])('not failed: %s', { tags: ['night'] }, async (_, rule, take) => {
  expect(await failedOnSockets([rule], take, JSON_ONLY)).toEqual([]);
});
