import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged, type Look, type Server } from './judged.ts';

/** What a refused operation leaves behind: no used id, no document, no record. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

const isCommand = ({ method, path }: Look): boolean => method === 'PUT' && path.includes('/commands/');
const readsCommand = ({ method, path }: Look): boolean => method === 'GET' && path.includes('/commands/');
const isPrices = ({ path }: Look): boolean => path.endsWith('/price-changes');

/** Answers a command by what it did when it met a command with this id before. */
const filing = (form: RegExp, again: () => Response): ((fetch: Fetch) => Fetch) => {
  const filed = new Set<string>();
  return before(async (look, next) => {
    if (!isCommand(look) || !form.test(look.path) || !isJson(look.body)) return next();
    if (filed.has(look.path)) return again();
    const response = await next();
    if (response.status === 400) filed.add(look.path);
    return response;
  });
};

/** Keeps refused commands, and shows them as `shown` says. */
const keeping = (status: number, shown: (command: object) => object): ((fetch: Fetch) => Fetch) => {
  const kept = new Map<string, object>();
  return before(async (look, next) => {
    const response = await next();
    if (isCommand(look) && response.status === status && isJson(look.body)) kept.set(look.path, JSON.parse(look.body));
    const known = kept.get(look.path);
    return readsCommand(look) && known !== undefined && response.status === 404 ? json(200, shown(known)) : response;
  });
};

/** Lists refused changes of a price, as `shown` says. */
const listing = (shown: (sent: object) => object): ((fetch: Fetch) => Fetch) => {
  const refused = new Map<string, object[]>();
  return before(async (look, next) => {
    const response = await next();
    if (!isPrices(look)) return response;
    const known = refused.get(look.path) ?? [];
    if (look.method === 'POST' && response.status === 400 && isJson(look.body))
      refused.set(look.path, [...known, shown(JSON.parse(look.body))]);
    if (look.method !== 'GET' || !response.ok) return response;
    // The mock's own list of records.
    return json(200, [...((await response.json()) as object[]), ...known]);
  });
};

/** Refuses other commands under a known id; `despite` is what it does all the same. */
const refusingKnown = (
  despite: (look: Look, next: Parameters<Parameters<typeof before>[0]>[1]) => Promise<unknown>,
) => {
  const known = new Map<string, string>();
  return before(async (look, next) => {
    const id = look.path.slice(look.path.lastIndexOf('/') + 1);
    const first = known.get(id);
    if (isCommand(look) && isJson(look.body) && first !== undefined && first !== look.path + look.body) {
      await despite(look, next);
      return json(409, {});
    }
    const response = await next();
    if (isCommand(look) && response.ok) known.set(id, look.path + look.body);
    return response;
  });
};

/** Shows the command that was refused last in place of the one that is known, or only where none is. */
const replacing = (isOnlyWhereNoneIs = false): ((fetch: Fetch) => Fetch) => {
  const last = new Map<string, string>();
  const refusing = refusingKnown(async ({ path, body }) => last.set(path, body));
  return (fetch) => {
    const own = before(async (look, next) => {
      const body = last.get(look.path);
      const response = await next();
      const isFree = !isOnlyWhereNoneIs || response.status === 404;
      return readsCommand(look) && body !== undefined && isFree ? json(200, JSON.parse(body)) : response;
    });
    return own(refusing(fetch));
  };
};

const EFFECT = 'operation/effect';
const done = (): Response => new Response(null, { status: 204 });
const MISSING = 'operation/missing-parameter';

const WRONG: readonly Case[] = [
  { title: 'files the id of a faulty command', rule: MISSING, subject: 'HoldDeal/F', wrap: filing(/^\/rest/u, done) },
  {
    title: 'files the id of a faulty global command',
    rule: MISSING,
    subject: 'HoldDeal/G',
    wrap: filing(/^\/commands/u, done),
  },
  {
    title: 'files the id of an action that it does not know',
    rule: 'operation/unknown-action',
    subject: 'HoldDeal/F',
    wrap: filing(/^\/rest/u, done),
  },
  {
    title: 'lets refused commands be read',
    rule: MISSING,
    subject: 'HoldDeal/F',
    wrap: keeping(400, (command) => command),
  },
  {
    title: 'lets commands for deals that never were be read',
    rule: 'operation/unknown-deal',
    subject: 'HoldDeal/G',
    wrap: keeping(404, (command) => command),
  },
  {
    title: 'lets commands of actions that it does not know be read',
    rule: 'operation/unknown-action',
    subject: 'HoldDeal/G',
    wrap: keeping(400, (command) => command),
  },
  {
    title: 'carries out what it refuses under a known id',
    rule: EFFECT,
    subject: 'HoldDeal/F',
    wrap: refusingKnown(({ path }, next) => next({ path: `${path}x` })),
  },
  {
    title: 'shows what it refused in place of the known command',
    rule: EFFECT,
    subject: 'HoldDeal/G',
    wrap: replacing(),
  },
  {
    title: 'lets what it refused for another deal be read',
    rule: EFFECT,
    subject: 'HoldDeal/F',
    wrap: replacing(true),
  },
  { title: 'lists refused changes of a price', rule: MISSING, subject: 'ChangePrice/E', wrap: listing((sent) => sent) },
];

const LEGAL: readonly Case[] = [
  {
    title: 'takes no second command under one id',
    rule: MISSING,
    subject: 'HoldDeal/F',
    wrap: filing(/\/commands\//u, () => json(409, {})),
  },
  {
    title: 'refuses other commands under a known id',
    rule: EFFECT,
    subject: 'HoldDeal/G',
    wrap: refusingKnown(async () => undefined),
  },
  {
    title: 'keeps commands of actions that it does not know as refused',
    rule: 'operation/unknown-action',
    subject: 'HoldDeal/F',
    wrap: keeping(400, (command) => ({ ...command, problem: 'no such action' })),
  },
  {
    title: 'keeps refused commands and says that they were refused',
    rule: MISSING,
    subject: 'HoldDeal/G',
    wrap: keeping(400, (command) => ({ ...command, state: 'refused' })),
  },
  {
    title: 'lists refused changes of a price as refused',
    rule: MISSING,
    subject: 'ChangePrice/E',
    wrap: listing((sent) => ({ ...sent, refused: true })),
  },
  {
    title: 'lists the first price as a change',
    rule: MISSING,
    subject: 'ChangePrice/E',
    wrap: before(async (look, next) => {
      const response = await next();
      if (look.method !== 'GET' || !isPrices(look) || !response.ok) return response;
      // The mock's own list of records.
      return json(200, [{ newPrice: 100 }, ...((await response.json()) as object[])]);
    }),
  },
];

const options = { operationForms: ['E', 'F', 'G'] } as const;

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    const seen = await judged([`${rule}#${subject}`], { options, ...server });
    expect(seen.of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', async ({ rule, subject, ...server }) => {
    const seen = await judged([`${rule}#${subject}`], { options, ...server });
    expect(seen.of(rule, subject)).toMatchObject({ outcome: 'pass' });
  });
});
