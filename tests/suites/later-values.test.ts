import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged } from './judged.ts';

/** A command of 4.3 that is sent again for one deal, and HEAD of what was found and listed after a change. */
type Wrap = (fetch: Fetch) => Fetch;

const COMMAND = 'command/effect command:ChangePrice';
const options = { operationForms: ['A'], representations: ['json'] } as const;

/** Carries out each command once for a deal: what comes later is answered so. */
const onceFor =
  (name: string, status: number): Wrap =>
  (fetch) => {
    const done = new Set<string>();
    return before(({ path, body }, next) => {
      const deal = /"(?:deal|id)":\s*"?(\d+)/u.exec(body)?.[1] ?? '';
      if (!path.startsWith(`/command/${name}`) || deal === '' || !done.has(deal)) {
        if (path.startsWith(`/command/${name}`)) done.add(deal);
        return next();
      }
      return Promise.resolve(status === 200 ? new Response(null, { status }) : json(status, {}));
    })(fetch);
  };

/** Keeps what the first HEAD was answered, or leaves such fields out of every HEAD. */
const heading =
  (fields: readonly string[], path: RegExp, isKept: boolean): Wrap =>
  (fetch) => {
    const known = new Map<string, Headers>();
    return async (request) => {
      const response = await fetch(request);
      if (request.method !== 'HEAD' || !path.test(request.url) || response.status !== 200) return response;
      const first = known.get(request.url) ?? response.headers;
      known.set(request.url, first);
      const headers = new Headers(response.headers);
      for (const field of fields) headers.delete(field);
      for (const field of fields) {
        const old = first.get(field);
        if (isKept && old !== null) headers.set(field, old);
      }
      return new Response(null, { status: 200, headers });
    };
  };

const payload = { id: '{deal}', newPrice: 120, reason: 'a better offer' };
const file = { commands: [{ name: 'ChangePrice', payload }] };

const QUERY = /\/query\/|\/deals\/?\?/u;
const FIELDS = ['etag', 'content-length', 'last-modified'];

const CASES: readonly (readonly [what: string, rule: string, wrap: Wrap, outcome: string])[] = [
  ['a second price by command is lost', COMMAND, onceFor('ChangePrice', 200), 'fail'],
  ['a second price by command is refused', COMMAND, onceFor('ChangePrice', 409), 'pass'],
  ['HEAD of a query keeps the first tag', 'read/head deals', heading(['etag'], QUERY, true), 'fail'],
  ['HEAD of a query tells nothing that costs', 'read/head deals', heading(FIELDS, QUERY, false), 'pass'],
  ['HEAD of a query keeps the first length', 'read/head deals', heading(['content-length'], QUERY, true), 'fail'],
];

test.each(inGate(CASES, 2))('%s', async (_, check, wrap, outcome) => {
  const [rule = '', subject = ''] = check.split(' ');
  const { of } = await judged([`${rule}#${subject}`], { wrap, options, ...(check === COMMAND ? { file } : {}) });
  expect(of(rule, subject), JSON.stringify(of(rule, subject).reason)).toMatchObject({ outcome });
});
