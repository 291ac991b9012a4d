import { expect, test } from 'vitest';
import type { Form } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** What earlier operations brought about on a deal, after later ones that are refused (document 7, 400; RFC 9110 13.1.1). */
type Wrap = (fetch: Fetch) => Fetch;
type Shown = Readonly<Record<string, unknown>>;

const HOLD = ['held', 'holdReason'];

/** Shows a deal without these members, once it has refused an operation with this status and until it carries one out. */
const forgetting =
  (status: number, members: readonly string[], isMeant: RegExp): Wrap =>
  (fetch) => {
    const spoilt = new Set<string>();
    return async (request) => {
      const sent = new URL(request.url).pathname + (await request.clone().text());
      const response = await fetch(request);
      const id = /\/deals\/([^/{?]+)|"deal":"?([\w-]+)/u.exec(sent)?.slice(1).find(Boolean) ?? '';
      if (request.method !== 'GET' && isMeant.test(sent))
        if (response.status === status) spoilt.add(id);
        else spoilt.delete(id);
      if (request.method !== 'GET' || !/\/deals\/[^/]+$/u.test(request.url) || !spoilt.has(id)) return response;
      // The mock's own deal is an object.
      const { ...shown } = (await response.json()) as Shown;
      const left = Object.entries(shown).filter(([member]) => !members.includes(member));
      return Response.json(Object.fromEntries(left));
    };
  };

const WRONG: readonly (readonly [string, Form, Wrap])[] = [
  ['a price in form A, refused with 400, ends a hold', 'A', forgetting(400, HOLD, /change-price/u)],
  ['a cancellation in form A, refused with 412, ends a hold', 'A', forgetting(412, HOLD, /cancel/u)],
  ['a hold in form B, refused with 400, takes the date', 'B', forgetting(400, ['completionDate'], /\/holded/u)],
  ['a hold in form D, refused with 412, takes its reason', 'D', forgetting(412, ['reason'], /"held":true/u)],
  ['a hold in form E, refused with 412, takes the reason', 'E', forgetting(412, ['reason'], /\/holds/u)],
  ['a date in form F, refused with 400, ends a hold', 'F', forgetting(400, HOLD, /ChangeCompletionDate/u)],
  ['a price in form G, refused with 412, ends a hold', 'G', forgetting(412, HOLD, /ChangePrice/u)],
];

const RULES = ['operation/malformed'];

test.each(inGate(WRONG, 4))('found: %s', { tags: ['night'] }, async (_, form, wrap) => {
  const { ended } = await judged(RULES, { wrap, options: { operationForms: [form], representations: ['json'] } });
  expect(ended('fail')).toContain(`operation/malformed HoldDeal/${form}`);
});

/** Answers operations on what is on hold 409, whatever they say: which states allow them is not shown (document 3). */
const closedOnHold: Wrap = (fetch) => {
  const held = new Set<string>();
  return async (request) => {
    const id = /\/deals\/([^/]+)\/./u.exec(request.url)?.[1] ?? '';
    if (request.method === 'PUT' && held.has(id)) return Response.json({}, { status: 409 });
    const response = await fetch(request);
    if (request.url.endsWith('/hold') && response.ok) held.add(id);
    return response;
  };
};

const unconditional: Wrap = (fetch) => (request) => {
  const headers = new Headers(request.headers);
  headers.delete('if-match');
  return fetch(new Request(request, { headers }));
};

const RIGHT: readonly (readonly [string, Wrap])[] = [
  ['what is on hold takes no operation', closedOnHold],
  ['no condition is read', unconditional],
];

test.each(inGate(RIGHT, 2))('not failed: %s', async (_, wrap) => {
  const options = { operationForms: ['A'], representations: ['json'] } as const;
  const { ended } = await judged(['operation/malformed#HoldDeal/A'], { wrap, options });
  expect(ended('fail')).toEqual([]);
});

/** Keeps what a refused operation sent, and shows it with the next one that is carried out on the deal. */
const storingRefused =
  (isKept: RegExp): Wrap =>
  (fetch) => {
    const refused = new Map<string, Shown>();
    const shown = new Map<string, Shown>();
    return async (request) => {
      const [, id = '', verb = ''] = /\/deals\/([^/]+)(?:\/(.+))?$/u.exec(request.url) ?? [];
      const sent = await request.clone().text();
      const response = await fetch(request);
      if (request.method === 'PUT' && response.status === 400 && isKept.test(verb)) refused.set(id, valuesIn(sent));
      if (request.method === 'PUT' && response.ok) shown.set(id, { ...shown.get(id), ...refused.get(id) });
      if (request.method !== 'GET' || verb !== '' || !shown.has(id) || !response.ok) return response;
      // The mock's own deal is an object.
      return Response.json({ ...((await response.json()) as Shown), ...shown.get(id) });
    };
  };

/** What a body sets on a deal, though it may be cut short. */
function valuesIn(sent: string): Shown {
  const price = /"newPrice":(\d+)/u.exec(sent)?.[1];
  const amercement = /"amercement":(\d+)/u.exec(sent)?.[1];
  return {
    ...(price === undefined ? {} : { price: Number(price) }),
    ...(amercement === undefined ? {} : { amercement: Number(amercement) }),
  };
}

test.each(inGate([['another price', /change-price/u] as const, ['a penalty', /cancel|completion-date/u] as const]))(
  'found: %s that was refused comes with the next operation',
  async (_, isKept) => {
    const options = { operationForms: ['A'], representations: ['json'] } as const;
    const { ended } = await judged(['operation/malformed#HoldDeal/A'], { wrap: storingRefused(isKept), options });
    expect(ended('fail')).toContain('operation/malformed HoldDeal/A');
  },
);
