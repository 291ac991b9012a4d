import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Result } from '../../core/results/results.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import { createMock } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import { rawServer } from '../servers.ts';

/** What a fault makes of an answer of the mock, as bytes in latin1; `request` is the request, likewise. */
type Fault = (answer: string, request: string) => string;

const TO_A_USER = /^GET \/users\/\w+ /u;

const FAULTS: readonly (readonly [string, string, Fault])[] = [
  [
    'a blank before the colon of a field of each 201',
    'create/status',
    (answer) => (/^HTTP\/1.1 201/u.test(answer) ? answer.replace(/\r\nLocation:/iu, '\r\nLocation :') : answer),
  ],
  [
    'a control character in a field',
    'read/item',
    (answer, request) => (TO_A_USER.test(request) ? answer.replace('\r\n', '\r\nX-Shard: a\x01b\r\n') : answer),
  ],
  [
    'two lengths that differ',
    'read/item',
    (answer, request) => (TO_A_USER.test(request) ? answer.replace('\r\n', '\r\nContent-Length: 7\r\n') : answer),
  ],
  [
    'a challenge that is folded',
    'session/challenge',
    (answer) => answer.replace(/(\r\nWWW-Authenticate: *\w+ )/iu, '$1\r\n '),
  ],
];

/** Judges the mock behind a proxy that changes the bytes of its answers. */
async function judgedBehind(fault: Fault, rules: readonly string[]): Promise<readonly Result[]> {
  await using behind = await startMock();
  const { hostname, port } = new URL(behind.url);
  await using server = await rawServer(async (socket, request) => {
    const onward = connect(Number(port), hostname);
    await once(onward, 'connect');
    onward.write(
      request.replace(/\r\nconnection: [^\r]*/iu, '').replace('\r\n', '\r\nConnection: close\r\n'),
      'latin1',
    );
    onward.setEncoding('latin1');
    socket.end(fault(await text(onward), request), 'latin1');
  });
  const how = { rules, settleMs: 0, runs: 3, seed: 7, allowWrites: true };
  return (await judgeFile(how, fileOf(createMock().options, server.url))).results;
}

test.each(FAULTS)('%s fails %s', { tags: ['night'] }, async (_title, rule, fault) => {
  const results = await judgedBehind(fault, [rule]);
  const failed = results.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map((result) => result.rule)).toContain(rule);
  for (const { reason, witness } of failed) {
    expect(reason).toMatch(/^expected an answer that is an HTTP\/1\.1 message, got (?:GET|POST) http/u);
    expect(witness).not.toEqual([]);
  }
});

test('an answer that is cut off is no verdict', async () => {
  const cut: Fault = (answer, request) => (TO_A_USER.test(request) ? answer.slice(0, -3) : answer);
  const results = await judgedBehind(cut, ['read/item']);
  expect(results.map(({ outcome }) => outcome)).toContain('inconclusive');
  expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
});
