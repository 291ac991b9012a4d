import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { failedOnSockets, type Take } from './on-sockets.ts';

const RULES = ['validator/every', 'read/unknown-item', 'read/item', 'delete/status', 'session/*'];
const OPTIONS = { representations: ['json'] } as const;

/** Leaves Date out of an answer, whoever writes it. */
function withoutDate(outgoing: ServerResponse): void {
  const write = outgoing.writeHead;
  outgoing.sendDate = false;
  outgoing.writeHead = (status: number, ...rest: unknown[]) =>
    Reflect.apply(write, outgoing, [status, ...rest.map(dropDate)]);
}

/** Field lines as node:http takes them: name, value, name, value. */
function dropDate(fields: unknown): unknown {
  return Array.isArray(fields) ? fields.filter((_, i) => fields[i - (i % 2)] !== 'Date') : fields;
}

/** A server that leaves Date out of some answers. */
function undated(isMeant: (incoming: IncomingMessage) => boolean): Take {
  return (incoming, outgoing, next) => {
    if (isMeant(incoming)) withoutDate(outgoing);
    next();
  };
}

test('a session check without a Date is found where others have one', { tags: ['night'] }, async () => {
  const isMeant = ({ url, headers }: IncomingMessage): boolean => url === '/' && headers.cookie === undefined;
  const failed = await failedOnSockets(RULES, undated(isMeant), OPTIONS);
  expect(failed.map(({ rule, reason }) => `${rule}: ${reason}`)).toEqual([
    expect.stringContaining('validator/every: expected a Date, as other answers have'),
  ]);
});

/** What is answered with success to this method leaves Date out, at times or always. */
const undatedMethod = (method: string, isNow: () => boolean = () => true): Take =>
  undated((incoming) => incoming.method === method && isNow());

const KINDS = ['validator/every', 'delete/status', 'delete/removes', 'delete/every', 'create/*', 'operation/status'];

test.each(['DELETE', 'POST'])('no Date on any success to %s is found', { tags: ['night'] }, async (method) => {
  const failed = await failedOnSockets(KINDS, undatedMethod(method), OPTIONS);
  expect(failed.map(({ rule }) => rule)).toContain('validator/every');
});

test('a 204 without a Date now and then is not failed', { tags: ['night'] }, async () => {
  let count = 0;
  const isNow = (): boolean => {
    count += 1;
    return count % 2 === 0;
  };
  expect(await failedOnSockets(RULES, undatedMethod('DELETE', isNow), OPTIONS)).toEqual([]);
});

test('a cache that dates what it keeps for a server without a clock is not failed', { tags: ['night'] }, async () => {
  const take = undated(({ method }) => method !== 'GET' && method !== 'HEAD');
  const failed = await failedOnSockets(KINDS, take, OPTIONS);
  expect(failed.filter(({ rule }) => rule === 'validator/every')).toEqual([]);
});

test('a server that has no clock is not failed', { tags: ['night'] }, async () => {
  expect(
    await failedOnSockets(
      RULES,
      undated(() => true),
      OPTIONS,
    ),
  ).toEqual([]);
});

test('a reader of messages that refuses without a Date is not failed', { tags: ['night'] }, async () => {
  const take: Take = (incoming, outgoing, next) => {
    if (incoming.url?.includes('%') !== true) return next();
    withoutDate(outgoing);
    outgoing.writeHead(400).end();
  };
  const failed = await failedOnSockets(
    ['validator/every', 'read/item', 'session/any-value', 'create/malformed', 'read/query-match'],
    take,
    OPTIONS,
  );
  expect(failed.filter(({ rule }) => rule === 'validator/every')).toEqual([]);
});
