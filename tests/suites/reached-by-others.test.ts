import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** A service that answers operations and commands on what never was as if they were done. */
function answersAlways(fetch: Fetch): Fetch {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const answer = await fetch(request);
    if (answer.status !== 404 && answer.status !== 400) return answer;
    if (request.method === 'PUT' && pathname.endsWith('/hold')) return new Response(null, { status: 204 });
    return request.method === 'POST' && pathname.startsWith('/command/HoldDeal')
      ? new Response(null, { status: 200 })
      : answer;
  };
}

// The first success on an id that was made up is the last one: whichever check met it, the rule about such operations tells it.
test.each(inGate(['operation/unknown-deal', 'command/*', 'validator/*']))(
  'an operation that takes any id fails where others of %s sent one before',
  async (beside) => {
    const { of } = await judged([beside, 'operation/unknown-deal'], {
      wrap: answersAlways,
      options: { commandQuery: true, operationForms: ['A'] },
      runs: 1,
      concurrency: 1,
    });
    expect(of('operation/unknown-deal', 'HoldDeal/A').outcome).toBe('fail');
  },
);
