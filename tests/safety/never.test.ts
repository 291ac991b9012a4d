import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from '../suites/judged.ts';

// `never` holds for every check, also where the check is about something else: a query, a command, the target as a whole.

const RULES = ['query/*', 'command/*', 'method/*', 'status/*'];

test.each(inGate(['POST', 'DELETE', 'PROPFIND', 'OPTIONS']))(
  '%s is sent to no deal where the target file says so',
  async (method) => {
    const sent: string[] = [];
    const wrap =
      (fetch: Fetch): Fetch =>
      (request) => {
        if (request.method === method) sent.push(new URL(request.url).pathname);
        return fetch(request);
      };
    const resources = [{ name: 'deals', never: [method] }, { name: 'users' }];
    const { results } = await judged(RULES, { wrap, file: { resources } });
    expect(sent.filter((path) => path.startsWith('/rest/1/deals'))).toEqual([]);
    // The others are tried all the same.
    expect(results).toContainEqual(
      expect.objectContaining({ rule: 'method/refused', subject: 'users', outcome: 'pass' }),
    );
  },
);
