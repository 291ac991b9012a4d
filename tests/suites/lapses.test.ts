import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged, type Look, type Server } from './judged.ts';

/** A write that is taken once is taken on each new record. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

/** Answers so every n-th time. */
function nth(n: number, isMeant: (look: Look) => boolean, answer: () => Response): (fetch: Fetch) => Fetch {
  let count = 0;
  return before(async (look, next) => {
    const isIt = isMeant(look) && isJson(look.body);
    count += isIt ? 1 : 0;
    return isIt && count % n === 0 ? answer() : next();
  });
}

const bare = (status: number) => (): Response => new Response(null, { status });
const noMethod = (): Response => json(405, {}, { allow: 'GET' });

const posts = ({ method, path }: Look, place: RegExp): boolean => method === 'POST' && place.test(path);
const isHold = (look: Look): boolean => posts(look, /\/holds$/u);
const isCommand = (look: Look): boolean => posts(look, /^\/command\/HoldDeal/u);
const isCreation = (look: Look): boolean => posts(look, /\/deals\/$/u);

const HOLD = { rule: 'operation/every', subject: 'HoldDeal/E', options: { operationForms: ['E'] } } as const;
const COMMAND = { rule: 'command/every', subject: 'command:HoldDeal' };
const CREATION = { rule: 'create/every', subject: 'deals' };

const WRONG: readonly Case[] = [
  { title: 'finds no holds of every fifth deal', ...HOLD, wrap: nth(5, isHold, bare(404)) },
  { title: 'lets no hold be made of every seventh deal', ...HOLD, wrap: nth(7, isHold, noMethod) },
  { title: 'finds no deal for every fifth command', ...COMMAND, wrap: nth(5, isCommand, bare(404)) },
  { title: 'has no deals at every ninth creation', ...CREATION, wrap: nth(9, isCreation, bare(410)) },
];

const LEGAL: readonly Case[] = [
  { title: 'limits how often it is asked', ...HOLD, wrap: nth(5, isHold, bare(429)) },
  {
    title: 'has no holds of a deal that is on hold',
    ...HOLD,
    wrap: (fetch) => {
      const held = new Set<string>();
      return before(async (look, next) => {
        if (!isHold(look)) return next();
        if (held.has(look.path)) return bare(404)();
        const response = await next();
        if (response.ok) held.add(look.path);
        return response;
      })(fetch);
    },
  },
  { title: 'takes no more commands for now', ...COMMAND, wrap: nth(4, isCommand, bare(503)) },
  { title: 'cannot take every ninth creation', ...CREATION, wrap: nth(9, isCreation, bare(409)) },
];

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], server)).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title does not fail it', { tags: ['night'] }, async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], server)).of(rule, subject).outcome).not.toBe('fail');
  });
});
