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

test('a 204 without a Date is not failed', { tags: ['night'] }, async () => {
  const isMeant = ({ method }: IncomingMessage): boolean => method === 'DELETE';
  expect(await failedOnSockets(RULES, undated(isMeant), OPTIONS)).toEqual([]);
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

test('a reader of messages that refuses without a Date is not failed', async () => {
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
