import { describe, expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { NULL_SERVERS } from '../../proof/null-servers.ts';
import { EVERYTHING_CLAIMED, serve } from '../../proof/prove-null-servers.ts';
import { casesInGate, inGate } from '../in-gate.ts';
import { those } from './outcomes.ts';

describe.each(Object.entries(NULL_SERVERS))('a server that answers everything with %s', (_name, listener) => {
  test.each(
    inGate(
      [
        ['nothing claimed', {}],
        ['everything claimed', { claims: EVERYTHING_CLAIMED }],
      ],
      Infinity,
    ),
  )('passes no must, with %s', async (_claims, options) => {
    await using nothing = await serve(listener);
    const results = await judge({ ...options, baseUrl: nothing.url, runs: casesInGate(3), timeoutMs: 2000 });
    expect(those(results, (r) => r.level === 'must' && r.outcome === 'pass')).toEqual([]);
    expect(['non-conformant', 'not-judged']).toContain(results.summary.verdict);
  });
});

describe('a target that is not there', () => {
  test('is not judged when the port is closed, and the cause is told', async () => {
    const closing = await serve(() => undefined);
    await closing[Symbol.asyncDispose]();
    const results = await judge({ baseUrl: closing.url });
    expect(results.summary.verdict).toBe('not-judged');
    expect(results.summary.cause).toMatch(/refused/u);
  });

  test('is not judged when it never answers, within the time limit', async () => {
    await using hanging = await serve(() => undefined);
    const results = await judge({ baseUrl: hanging.url, timeoutMs: 300 });
    expect(results.summary.verdict).toBe('not-judged');
    expect(results.summary.cause).toMatch(/300 ms|time/u);
  });
});
