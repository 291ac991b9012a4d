import { describe, expect, test } from 'vitest';
import { FORMS } from '../../core/claims.ts';
import type { Result, SavedExchange } from '../../core/results/results.ts';
import type { MockOptions } from '../../mock/index.ts';
import { deviationCalled, fastOf, judgingBy, learn } from '../../proof/known-fault.ts';
import { deviated } from '../../proof/prove.ts';
import { whereItShows } from '../../proof/where-it-shows.ts';
import { TRIES_ALL } from '../in-gate.ts';
import { exchange, failure, result } from '../reports/sample.ts';

test('a fault of one form that takes another form to be seen is none of a server without its own', {
  tags: ['night'],
}, async () => {
  const { shows } = await learn('holded-loses-the-reason', 2, ['operation/forms-agree']);
  expect(shows).toEqual({ operationForms: ['B'] });
});

describe('a claim hides a fault, though a failure by it cites nothing that the claim is about', () => {
  test('where another cites it', async () => {
    const failures = [failed('read/made', 'deals', 'text/plain'), failed('negotiate/vary', 'deals', 'application/xml')];
    const shows = await whereItShows(
      runOf(failures),
      {},
      seenUnless((claims) => isWithout(claims.representations, 'xml')),
    );
    expect(shows).toEqual({ representations: ['xml'] });
  });

  test('where another is about what only a server with other claims has', async () => {
    const failures = [failed('operation/effect', 'HoldDeal/A'), failed('negotiate/equivalent', 'deals')];
    const shows = await whereItShows(
      runOf(failures),
      {},
      seenUnless((claims) => claims.operationForms?.length === 0),
    );
    expect(shows).toEqual({ operationForms: FORMS });
  });

  test('and not one that counts, which any other number of requests hides', async () => {
    const failures = [failed('operation/effect', 'HoldDeal/A'), failed('create/distinct', 'deals')];
    const hidden = seenUnless((claims) => claims.operationForms?.length === 0);
    expect(await whereItShows(runOf(failures), {}, hidden, true)).toBeUndefined();
  });
});

// Many runs: the scheduled run tries it.
if (TRIES_ALL)
  test('a fault of another form than the first is known to be met by others where each rule is tried on one subject', async () => {
    const judgedBy = judgingBy(deviated(deviationCalled('operation-action-204-chunked'), 2));
    const watching = ['status/204-empty'];
    expect(await fastOf(['operation/empty'], [...watching, 'operation/empty'], judgedBy)).toEqual(watching);
  });

function failed(rule: string, subject: string, accept = 'application/json'): readonly [Result, SavedExchange] {
  const cited = exchange();
  const request = {
    ...cited.request,
    method: 'GET',
    url: 'http://127.0.0.1/rest/1/deals/1',
    headers: [['accept', accept]] as const,
  };
  return [failure({ rule, subject, witness: [`x-${rule}`] }), { ...cited, request }];
}

function runOf(failures: readonly (readonly [Result, SavedExchange])[]) {
  const exchanges = Object.fromEntries(failures.map(([{ rule }, exchange]) => [`x-${rule}`, exchange]));
  return { results: failures.map(([one]) => one), exchanges };
}

function seenUnless(isHidden: (claims: Partial<MockOptions>) => boolean) {
  return async (claims: Partial<MockOptions>) => ({
    results: isHidden(claims) ? [] : [result({ rule: 'read/made', outcome: 'fail' })],
  });
}

function isWithout(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && !list.includes(value);
}
