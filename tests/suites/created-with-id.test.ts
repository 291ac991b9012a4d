import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { before, json, judged, type Look, type Server } from './judged.ts';

/** A creation that has the id of another record among its members. */
interface Case extends Server {
  readonly title: string;
}

type Deal = Readonly<Record<string, unknown>>;

const idIn = (look: Look): string | undefined =>
  look.method === 'POST' && look.path.endsWith('/deals/') ? /"id":"(\w+)"/u.exec(look.body)?.[1] : undefined;
const own = ({ method, path }: Look): string => (method === 'GET' ? (/\/deals\/(\w+)$/u.exec(path)?.[1] ?? '') : '');

/** Puts what was sent with an id in the place of the record that has it, and answers so. */
const putting = (answer: (id: string, sent: Deal) => Response): ((fetch: Fetch) => Fetch) => {
  const put = new Map<string, Deal>();
  return before(async (look, next) => {
    const id = idIn(look);
    if (id !== undefined) {
      const sent = JSON.parse(look.body) as Deal;
      put.set(id, sent);
      return answer(id, sent);
    }
    const response = await next();
    const there = put.get(own(look));
    return there !== undefined && response.ok ? json(200, there) : response;
  });
};

const at = (id: string): Readonly<Record<string, string>> => ({ location: `/rest/1/deals/${id}` });

const WRONG: readonly Case[] = [
  { title: 'answers 201 with the address of that record', wrap: putting((id, sent) => json(201, sent, at(id))) },
  { title: 'refuses it, and puts it in the place of that record', wrap: putting(() => json(409, {})) },
];

const LEGAL: readonly Case[] = [
  { title: 'refuses it', wrap: before(async (look, next) => (idIn(look) === undefined ? next() : json(400, {}))) },
  { title: 'takes it as a change of that record, and answers 200', wrap: putting((_, sent) => json(200, sent)) },
];

const options = { operationForms: ['A'] } as const;
const RULE = 'create/distinct';

describe('a server that is sent the id of another record', () => {
  it.each(WRONG)('and $title fails', async (server) => {
    expect((await judged([RULE], { options, ...server })).of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
  });

  it.each(LEGAL)('and $title fails nothing', async (server) => {
    expect((await judged([RULE], { options, ...server })).of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
  });
});
