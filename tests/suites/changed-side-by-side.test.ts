import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Look, type Server } from './judged.ts';

/** Changes of different members of one deal at the same time: none of them brings back what another one changed. */
interface Case extends Server {
  readonly title: string;
}

type Deal = Readonly<Record<string, unknown>>;

const dealOf = ({ path }: Look): string => /^\/rest\/1\/deals\/([^/]+)/u.exec(path)?.[1] ?? '';
const isReading = ({ method, path }: Look): boolean => method === 'GET' && /\/deals\/[^/]+$/u.test(path);
const isOperation = ({ method, path }: Look): boolean => method === 'PUT' && /\/deals\/[^/]+\/.+/u.test(path);

const wait = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

const read = async (fetch: Fetch, id: string): Promise<Deal> =>
  // The mock's own deal.
  (await (await fetch(new Request(`http://localhost/rest/1/deals/${id}`))).json()) as Deal;

/** Reads the deal, waits, and writes all of it: what was changed meanwhile is as before. */
function writesWhatItRead(isMeant: (look: Look) => boolean): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const shown = new Map<string, Deal>();
    return before(async (look, next) => {
      const id = dealOf(look);
      if (isOperation(look)) {
        const own = { ...(await read(fetch, id)), ...shown.get(id) };
        if (isMeant(look)) await wait(20);
        const response = await next();
        const after = await read(fetch, id);
        const mine = membersOf(look).map((name) => [name, after[name]]);
        shown.set(id, { ...(isMeant(look) ? own : shown.get(id)), ...Object.fromEntries(mine) });
        return response;
      }
      const response = await next();
      if (!isReading(look) || !response.ok || response.headers.get('content-type') !== 'application/json')
        return response;
      return json(200, { ...((await response.json()) as Deal), ...shown.get(id) });
    })(fetch);
  };
}

function membersOf({ path, body }: Look): readonly string[] {
  if (/hold/iu.test(path + body)) return ['held', 'holdReason'];
  if (/cancel/iu.test(path + body)) return ['canceled', 'amercement', 'reason'];
  if (/newPrice/u.test(body)) return ['price', 'reason'];
  return ['completionDate', 'amercement', 'whyChanged', 'completed'];
}

const WRONG: readonly Case[] = [
  { title: 'writes the whole deal that it read before', wrap: writesWhatItRead(() => true) },
  {
    title: 'writes the whole deal that it read before in some of its forms',
    options: { operationForms: ['A', 'B', 'F'] },
    wrap: writesWhatItRead(({ path }) => /\/(?:commands\/.*|[a-z-]+ed)$/u.test(path)),
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'refuses an operation while another one is under way',
    wrap: (fetch) => {
      const busy = new Set<string>();
      return before(async (look, next) => {
        const id = dealOf(look);
        if (!isOperation(look)) return next();
        if (busy.has(id)) return json(409, {});
        busy.add(id);
        await wait(20);
        const response = await next();
        busy.delete(id);
        return response;
      })(fetch);
    },
  },
  {
    title: 'carries out one operation after the other',
    wrap: (fetch) => {
      let last: Promise<unknown> = Promise.resolve();
      return before(async (look, next) => {
        if (!isOperation(look)) return next();
        const mine = last.then(() => wait(2)).then(() => next());
        last = mine;
        return mine;
      })(fetch);
    },
  },
  {
    title: 'ends a hold with another price',
    wrap: (fetch) => {
      const ended = new Set<string>();
      return before(async (look, next) => {
        const response = await next();
        if (isOperation(look)) ended[look.body.includes('newPrice') ? 'add' : 'delete'](dealOf(look));
        const isShown = response.ok && response.headers.get('content-type') === 'application/json';
        if (!isReading(look) || !isShown || !ended.has(dealOf(look))) return response;
        return json(200, { ...((await response.json()) as Deal), held: false, holdReason: null });
      })(fetch);
    },
  },
];

const RULE = 'operation/effect';
const SUBJECT = 'HoldDeal/A';
const options = { operationForms: ['A'] } as const;

describe.concurrent('a server that', () => {
  it.each(WRONG)('$title fails', { tags: ['night'] }, async (server) => {
    const result = (await judged([`${RULE}#${SUBJECT}`], { options, ...server })).of(RULE, SUBJECT);
    expect(result).toMatchObject({ outcome: 'fail' });
    expect(JSON.stringify(result)).toContain('at once');
  });

  it.each(inGate(LEGAL, 3))('$title fails nothing', async (server) => {
    const seen = await judged([`${RULE}#${SUBJECT}`], { options, ...server });
    expect(seen.of(RULE, SUBJECT)).toMatchObject({ outcome: 'pass' });
  });
});
