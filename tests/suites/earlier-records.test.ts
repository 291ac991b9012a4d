import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged, type Server } from './judged.ts';

/** A creation makes a new deal, and leaves those that are there. */
interface Case extends Server {
  readonly title: string;
}

interface Sent {
  readonly name: string;
  readonly price: number;
}

/** Shows a deal by what creations left of it. */
const showing =
  (
    leave: (kept: Map<string, Sent>, made: Sent, address: string) => void,
    reads = (sent: Sent, _times: number) => sent,
  ) =>
  (fetch: Fetch): Fetch => {
    const kept = new Map<string, Sent>();
    const times = new Map<string, number>();
    return async (request) => {
      const { pathname } = new URL(request.url);
      const body = await request.clone().text();
      const answer = await fetch(request);
      if (request.method === 'POST' && pathname === '/rest/1/deals/' && answer.status === 201) {
        const address = new URL(answer.headers.get('location') ?? '', request.url).pathname;
        // The payload of a creation that the mock took.
        const made = JSON.parse(body) as Sent;
        leave(kept, made, address);
        kept.set(address, made);
      }
      if (request.method !== 'GET' || !/^\/rest\/1\/deals\/[^/]+$/u.test(pathname) || answer.status !== 200)
        return answer;
      times.set(pathname, (times.get(pathname) ?? 0) + 1);
      const left = kept.get(pathname);
      if (left === undefined) return json(404, {});
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      const { name, price } = reads(left, times.get(pathname) ?? 0);
      return isJson ? json(200, { ...((await answer.json()) as object), name, price }) : answer;
    };
  };

const WRONG: readonly Case[] = [
  {
    title: 'gives all deals of a name the latest price',
    wrap: showing((kept, { name, price }) => {
      for (const [address, one] of kept) if (one.name === name) kept.set(address, { ...one, price });
    }),
  },
  {
    title: 'puts a deal in the place of one of the same name',
    wrap: showing((kept, { name }) => {
      for (const [address, one] of kept) if (one.name === name) kept.delete(address);
    }),
  },
  {
    title: 'gives the deal before the name of the next',
    wrap: showing((kept, made) => {
      const last = [...kept.keys()].at(-1);
      if (last !== undefined) kept.set(last, made);
    }),
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'lowers the price of a deal by and by',
    wrap: showing(
      () => undefined,
      (sent, times) => ({ ...sent, price: sent.price - times }),
    ),
  },
  {
    title: 'refuses a name that is taken',
    wrap: (fetch) => {
      const names = new Set<string>();
      return async (request) => {
        if (request.method !== 'POST' || !request.url.endsWith('/deals/')) return fetch(request);
        const name = /"name":"([^"]*)"/u.exec(await request.clone().text())?.[1] ?? '';
        if (names.has(name)) return json(409, {});
        names.add(name);
        return fetch(request);
      };
    },
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', { tags: ['night'] }, async (server) => {
    expect((await judged(['create/distinct'], server)).ended('fail')).toEqual(['create/distinct deals']);
  });

  it.each(inGate(LEGAL))('$title fails nothing', async (server) => {
    expect((await judged(['create/distinct'], server)).ended('fail')).toEqual([]);
  });
});

it('a service that gives all deals of a name the further members of the latest is found out', {
  tags: ['night'],
}, async () => {
  const latest = new Map<string, object>();
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const body = await request.clone().text();
      const answer = await fetch(request);
      const isMade = request.method === 'POST' && request.url.endsWith('/deals/') && answer.status === 201;
      if (isMade) {
        const { name, price: _, ...further }: Sent = JSON.parse(body);
        latest.set(name, further);
      }
      if (request.method !== 'GET' || !/\/deals\/[^/]+$/u.test(request.url) || answer.status !== 200) return answer;
      const deal: Sent = await answer.json();
      return json(200, { ...deal, ...latest.get(deal.name) });
    };
  const { ended } = await judged(['create/distinct'], { wrap, options: { representations: ['json'] } });
  expect(ended('fail')).toEqual(['create/distinct deals']);
});
