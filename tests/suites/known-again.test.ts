import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Server } from './judged.ts';

/** The repeat of a command that was accepted meets a document that is there. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

type Repeat = (times: number, next: () => Promise<Response>) => Promise<Response> | Response;

/** Answers a command so that comes a second time; `times` counts those. */
function repeating(place: RegExp, answer: Repeat): (fetch: Fetch) => Fetch {
  const known = new Set<string>();
  let times = 0;
  return before(async (look, next) => {
    if (look.method !== 'PUT' || !place.test(look.path)) return next();
    if (known.has(look.path)) {
      times += 1;
      return answer(times, next);
    }
    const response = await next();
    if (response.ok) known.add(look.path);
    return response;
  });
}

const PER_DEAL = /\/deals\/[^/]+\/commands\//u;
const GLOBAL = /^\/commands\//u;
const bare = (status: number): Response => new Response(null, { status });
const IDEMPOTENT = 'operation/idempotent';
const ID = 'operation/command-id';

const WRONG: readonly Case[] = [
  {
    title: 'finds no command again',
    rule: IDEMPOTENT,
    subject: 'HoldDeal/F',
    wrap: repeating(PER_DEAL, () => bare(404)),
  },
  {
    title: 'says that a command is gone',
    rule: IDEMPOTENT,
    subject: 'CancelDeal/G',
    wrap: repeating(GLOBAL, () => bare(410)),
  },
  {
    title: 'finds no command of some id again',
    rule: ID,
    subject: 'ChangePrice/F',
    wrap: repeating(PER_DEAL, (times, next) => (times % 3 === 0 ? bare(404) : next())),
  },
  {
    title: 'has no PUT for some commands',
    rule: ID,
    subject: 'HoldDeal/G',
    wrap: repeating(GLOBAL, (times, next) => (times % 3 === 0 ? json(405, {}, { allow: 'GET' }) : next())),
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'refuses each repeat with 409',
    rule: ID,
    subject: 'HoldDeal/F',
    wrap: repeating(PER_DEAL, () => bare(409)),
  },
  {
    title: 'lets no command be put twice',
    rule: ID,
    subject: 'HoldDeal/F',
    wrap: repeating(PER_DEAL, () => json(405, {}, { allow: 'GET' })),
  },
  { title: 'accepts each repeat', rule: ID, subject: 'ChangePrice/G', wrap: repeating(GLOBAL, () => bare(202)) },
  {
    title: 'has no deal any more that was cancelled',
    rule: IDEMPOTENT,
    subject: 'CancelDeal/F',
    wrap: (fetch) => {
      const gone = new Set<string>();
      return before(async (look, next) => {
        const deal = /\/deals\/[^/]+/u.exec(look.path)?.[0] ?? '';
        if (gone.has(deal)) return bare(404);
        const response = await next();
        if (response.ok && look.method === 'PUT' && look.body.includes('CancelDeal')) gone.add(deal);
        return response;
      })(fetch);
    },
  },
];

const options = { operationForms: ['F', 'G'] } as const;

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], { options, ...server })).of(rule, subject)).toMatchObject({
      outcome: 'fail',
    });
  });

  it.each(inGate(LEGAL))('$title fails nothing', { tags: ['night'] }, async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], { options, ...server })).ended('fail')).toEqual([]);
  });
});
