import { describe, expect, it } from 'vitest';
import type { Form } from '../../core/claims.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Look, type Server } from './judged.ts';

/** What is asked of one deal has no effect on others, for every operation in every form, whether it is done or refused. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

type Next = (changed?: Partial<Look>) => Promise<Response>;

/** Does something to the deals that were made before, after a request like this. */
function withOthers(
  isMeant: (look: Look, response: Response) => boolean,
  also: (id: string, next: Next) => Promise<unknown>,
): NonNullable<Server['wrap']> {
  return (fetch) => {
    const made: string[] = [];
    return before(async (look, next) => {
      const response = await next();
      const { id } = response.status === 201 && look.path.endsWith('/deals/') ? await response.clone().json() : {};
      if (id !== undefined) made.push(String(id));
      const named = new Set(`${look.path} ${look.body}`.split(/\W/u));
      const others = made.filter((one) => !named.has(one));
      if (isMeant(look, response)) for (const one of others) await also(one, next);
      return response;
    })(fetch);
  };
}

const forms = (...operationForms: readonly Form[]): Pick<Server, 'options'> => ({
  options: { operationForms: [...operationForms], representations: ['json'] },
});
const put = (next: Next, path: string, body: object): Promise<Response> =>
  next({ method: 'PUT', path: `/rest/1/deals/${path}`, body: JSON.stringify(body) });
const isAction = ({ body }: Look, action: string): boolean => body.includes(`"action":"${action}"`);
const hold = (id: string, next: Next): Promise<Response> => put(next, `${id}/hold`, { reason: 'all the same' });

/** Takes the reason of the first command in place of such a one. */
function withFirstReason(isMeant: (reason: string) => boolean): NonNullable<Server['wrap']> {
  return (fetch) => {
    let first: string | undefined;
    return before(async ({ path, body }, next) => {
      const reason = path === '/command/HoldDeal/' ? /"reason":"([^"]*)"/u.exec(body)?.[1] : undefined;
      first ??= reason;
      if (reason === undefined || !isMeant(reason)) return next();
      return next({ body: body.replace(/"reason":"[^"]*"/u, `"reason":"${first ?? ''}"`) });
    })(fetch);
  };
}

const WRONG: readonly Case[] = [
  {
    title: 'completes every deal with a command document',
    rule: 'operation/effect',
    subject: 'CompleteDeal/F',
    ...forms('A', 'F'),
    wrap: withOthers(
      (look) => isAction(look, 'CompleteDeal'),
      (id, next) => put(next, `${id}/complete`, {}),
    ),
  },
  {
    title: 'holds the deal with the id before it too, from the third hold on',
    rule: 'operation/effect',
    subject: 'HoldDeal/B',
    ...forms('A', 'B'),
    concurrency: 1,
    wrap: (fetch) => {
      let held = 0;
      return before(async (look, next) => {
        const [, id] = /(\d+)\/holded$/u.exec(look.path) ?? [];
        held += id === undefined ? 0 : 1;
        if (id !== undefined && held > 2) await next({ path: `/rest/1/deals/${Number(id) - 1}/holded` });
        return next();
      })(fetch);
    },
  },
  {
    title: 'ends every hold with one of them',
    rule: 'operation/effect',
    subject: 'UnholdDeal/C',
    ...forms('A', 'C'),
    wrap: withOthers(
      (look) => isAction(look, 'UnholdDeal'),
      (id, next) => put(next, `${id}/unhold`, {}),
    ),
  },
  {
    title: 'deletes other deals when one is cancelled',
    rule: 'operation/effect',
    subject: 'CancelDeal/G',
    ...forms('A', 'G'),
    wrap: withOthers(
      (look) => look.path.startsWith('/commands/') && isAction(look, 'CancelDeal'),
      (id, next) => next({ method: 'DELETE', path: `/rest/1/deals/${id}`, body: '' }),
    ),
  },
  {
    title: 'holds every deal with a command of 4.3',
    rule: 'command/effect',
    subject: 'command:HoldDeal',
    ...forms('A'),
    wrap: withOthers(({ path }) => path === '/command/HoldDeal/', hold),
  },
  {
    title: 'carries out a command with the reason of the first one',
    rule: 'command/effect',
    subject: 'command:HoldDeal',
    ...forms('A'),
    wrap: withFirstReason(() => true),
  },
  {
    title: 'carries out a command with the reason of the first one where its own ends in a blank',
    rule: 'command/effect',
    subject: 'command:HoldDeal',
    ...forms('A'),
    wrap: withFirstReason((reason) => reason.endsWith(' ')),
  },
  {
    title: 'holds another deal where the one that was named does not exist',
    rule: 'operation/unknown-deal',
    subject: 'HoldDeal/B',
    ...forms('A', 'B'),
    wrap: withOthers(({ path }, { status }) => path.endsWith('/holded') && status === 404, hold),
  },
  {
    title: 'holds another deal where it does not take the Content-Type',
    rule: 'operation/malformed',
    subject: 'HoldDeal/A',
    ...forms('A'),
    wrap: withOthers(({ path }, { status }) => path.endsWith('/hold') && status === 415, hold),
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'refuses a reason that ends in a blank in a command',
    rule: 'command/effect',
    subject: 'command:HoldDeal',
    ...forms('A'),
    wrap: before(async ({ path, body }, next) =>
      path === '/command/HoldDeal/' && / "/u.test(body) ? json(400, {}) : next(),
    ),
  },
  {
    title: 'takes the blank away from the end of a reason in a command',
    rule: 'command/effect',
    subject: 'command:HoldDeal',
    ...forms('A'),
    wrap: before(async ({ path, body }, next) =>
      path === '/command/HoldDeal/' ? next({ body: body.replace(/ +"/gu, '"') }) : next(),
    ),
  },
  {
    title: 'cannot read deals',
    rule: 'operation/effect',
    subject: 'HoldDeal/A',
    ...forms('A'),
    wrap: before(async ({ method, path }, next) =>
      method === 'GET' && /\/deals\/\d+$/u.test(path) ? json(404, {}) : next(),
    ),
  },
  {
    title: 'shows another price at every reading',
    rule: 'operation/unknown-deal',
    subject: 'HoldDeal/A',
    ...forms('A'),
    wrap: (fetch) => {
      let price = 0;
      return before(async ({ method, path }, next) => {
        const response = await next();
        if (method !== 'GET' || !/\/deals\/\d+$/u.test(path) || !response.ok) return response;
        price += 1;
        return json(200, { ...(await response.json()), price });
      })(fetch);
    },
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', { tags: ['night'] }, async ({ rule, subject, ...server }) => {
    expect((await judged([rule], server)).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it('changes others with one operation is told of this one alone', async () => {
    const [server] = WRONG;
    const { of } = await judged(['operation/effect'], server);
    expect(of('operation/effect', 'CompleteDeal/F').reason).toContain('CompleteDeal in form F on another deal');
    // Its own deal may have been completed meanwhile, by the operation that does so.
    expect(of('operation/effect', 'ChangePrice/F').reason ?? '').not.toContain('on another deal');
  });

  it.each(inGate(LEGAL))('$title does not fail for it', async ({ rule, subject, ...server }) => {
    expect((await judged([rule], server)).of(rule, subject).outcome).not.toBe('fail');
  });
});
