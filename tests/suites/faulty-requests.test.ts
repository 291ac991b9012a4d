import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged, type Look, type Server } from './judged.ts';

/** Operations with something wrong in them, and commands under an id that is known. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

const DONE = (): Response => new Response(null, { status: 204 });
const bodyOf = ({ body }: Look): unknown => (isJson(body) ? JSON.parse(body) : undefined);
const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const paramsOf = (look: Look): Readonly<Record<string, unknown>> => membersOf(membersOf(bodyOf(look))['params']);
const isHold = ({ method, path }: Look): boolean => method === 'PUT' && path.endsWith('/hold');
const isCommand = ({ method, path }: Look): boolean => method === 'PUT' && path.includes('/commands/');

/** Says that it is done, and does nothing. */
const taking = (isTaken: (look: Look) => boolean): ((fetch: Fetch) => Fetch) =>
  before(async (look, next) => (isTaken(look) ? DONE() : next()));

/** Answers by `again` what comes under an id that it knows, with another body. */
const knowing = (idOf: (path: string) => string, again: () => Response): ((fetch: Fetch) => Fetch) => {
  const known = new Map<string, string>();
  return before(async (look, next) => {
    if (!isCommand(look)) return next();
    const own = look.path + look.body;
    const first = known.get(idOf(look.path));
    if (first !== undefined && first !== own) return again();
    const response = await next();
    if (response.ok) known.set(idOf(look.path), own);
    return response;
  });
};

const MISSING = 'operation/missing-parameter';
const A = { rule: MISSING, subject: 'HoldDeal/A' };
const F = { rule: MISSING, subject: 'HoldDeal/F' };
const EFFECT = { rule: 'operation/effect', subject: 'HoldDeal/F' };
const wholePath = (path: string): string => path;
const lastOf = (path: string): string => path.slice(path.lastIndexOf('/'));

const WRONG: readonly Case[] = [
  {
    title: 'takes null for a reason',
    ...A,
    wrap: taking((look) => isHold(look) && membersOf(bodyOf(look))['reason'] === null),
  },
  {
    title: 'takes a list for a reason',
    ...A,
    wrap: taking((look) => isHold(look) && Array.isArray(membersOf(bodyOf(look))['reason'])),
  },
  {
    title: 'takes an empty list for a reason',
    ...A,
    wrap: taking((look) => isHold(look) && String(membersOf(bodyOf(look))['reason']) === ''),
  },
  {
    title: 'takes an empty list for 0',
    rule: MISSING,
    subject: 'CancelDeal/F',
    wrap: taking((look) => isCommand(look) && Array.isArray(paramsOf(look)['amercement'])),
  },
  {
    title: 'takes a word for a penalty',
    rule: MISSING,
    subject: 'CancelDeal/A',
    wrap: taking(({ path, body }) => path.endsWith('/cancel') && /"amercement":"[a-z]/u.test(body)),
  },
  { title: 'takes a list for a body', ...A, wrap: taking((look) => isHold(look) && Array.isArray(bodyOf(look))) },
  { title: 'takes null for a body', ...A, wrap: taking((look) => isHold(look) && bodyOf(look) === null) },
  {
    title: 'takes a command without params',
    ...F,
    wrap: taking((look) => isCommand(look) && !look.body.includes('"params"')),
  },
  {
    title: 'takes null for params',
    ...F,
    wrap: taking((look) => isCommand(look) && look.body.includes('"params":null')),
  },
  {
    title: 'takes a command without an action',
    rule: 'operation/unknown-action',
    subject: 'HoldDeal/F',
    wrap: taking(
      (look) => isCommand(look) && !look.body.includes('"action"') && paramsOf(look)['reason'] !== undefined,
    ),
  },
  {
    title: 'does nothing where a member is further',
    rule: 'operation/effect',
    subject: 'HoldDeal/A',
    wrap: taking((look) => isHold(look) && Object.keys(membersOf(bodyOf(look))).some((name) => name !== 'reason')),
  },
  { title: 'tells every command of a known id as done', ...EFFECT, wrap: knowing(wholePath, DONE) },
  { title: 'tells a known id of another deal as done', ...EFFECT, wrap: knowing(lastOf, DONE) },
];

const LEGAL: readonly Case[] = [
  { title: 'refuses other commands of a known id', ...EFFECT, wrap: knowing(wholePath, () => json(409, {})) },
  { title: 'knows each id once for all deals', ...EFFECT, wrap: knowing(lastOf, () => json(409, {})) },
  {
    title: 'refuses members that it does not know',
    rule: 'operation/effect',
    subject: 'HoldDeal/A',
    wrap: before(async (look, next) =>
      isHold(look) && Object.keys(membersOf(bodyOf(look))).some((name) => name !== 'reason') ? json(400, {}) : next(),
    ),
  },
];

const options = { operationForms: ['A', 'F'] } as const;

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([rule], { options, ...server })).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', { tags: ['night'] }, async ({ rule, subject, ...server }) => {
    expect((await judged([rule], { options, ...server })).of(rule, subject)).toMatchObject({ outcome: 'pass' });
  });
});
