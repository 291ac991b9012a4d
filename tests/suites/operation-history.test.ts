import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Look, type Server } from './judged.ts';

/** Operations one after the other on one deal: each has its effect and leaves what it is not about. */
interface Case extends Server {
  readonly title: string;
}

type Deal = Readonly<Record<string, unknown>>;

const dealOf = ({ path }: Look): string => /^\/rest\/1\/deals\/([^/]+)/u.exec(path)?.[1] ?? '';
const verbOf = ({ method, path }: Look): string => (method === 'PUT' ? (/\/([a-z-]+)$/u.exec(path)?.[1] ?? '') : '');
const isReading = ({ method, path }: Look): boolean => method === 'GET' && /\/deals\/[^/]+$/u.test(path);
const done = (): Response => new Response(null, { status: 204 });

/** What a server knows of a deal: the operations that were carried out, by their verbs, and the bodies. */
interface Past {
  readonly verbs: readonly string[];
  readonly bodies: readonly string[];
}

/** A server that may refuse or leave out an operation, and change what it shows, by what was done to the deal before. */
function knowing(
  isTaken: (verb: string, body: string, past: Past) => Response | undefined,
  shown: (deal: Deal, past: Past) => Deal = (deal) => deal,
): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const pasts = new Map<string, Past>();
    return before(async (look, next) => {
      const past = pasts.get(dealOf(look)) ?? { verbs: [], bodies: [] };
      const verb = verbOf(look);
      const left = verb === '' ? undefined : isTaken(verb, look.body, past);
      if (left !== undefined) return left;
      const response = await next();
      if (verb !== '' && response.ok)
        pasts.set(dealOf(look), { verbs: [...past.verbs, verb], bodies: [...past.bodies, look.body] });
      if (!isReading(look) || response.headers.get('content-type') !== 'application/json') return response;
      // The mock's own deal.
      return response.ok ? json(200, shown((await response.json()) as Deal, past)) : response;
    })(fetch);
  };
}

const showing = (shown: (deal: Deal, past: Past) => Deal): ((fetch: Fetch) => Fetch) => knowing(() => undefined, shown);
const isHeld = ({ verbs }: Past): boolean => verbs.lastIndexOf('hold') > verbs.lastIndexOf('unhold');
const without = (deal: Deal, name: string): Deal =>
  Object.fromEntries(Object.entries(deal).filter(([n]) => n !== name));

/** Shows a member as it was before the first write, once the last one went to such a place. */
function bringingBack(place: RegExp, member: string): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const pasts = new Map<string, unknown[]>();
    const stale = new Set<string>();
    return before(async (look, next) => {
      const deal = dealOf(look);
      const isWrite = look.method !== 'GET' && deal !== '';
      if (isWrite) {
        const read = await fetch(new Request(`http://localhost/rest/1/deals/${deal}`));
        if (read.ok) pasts.set(deal, [...(pasts.get(deal) ?? []), ((await read.json()) as Deal)[member]]);
      }
      const response = await next();
      if (isWrite && response.ok) stale[place.test(look.path) ? 'add' : 'delete'](deal);
      const isShown = response.ok && response.headers.get('content-type') === 'application/json';
      if (!isReading(look) || !isShown || !stale.has(deal)) return response;
      // The mock's own deal.
      return json(200, { ...((await response.json()) as Deal), [member]: pasts.get(deal)?.[0] });
    })(fetch);
  };
}

/** Shows a member of a deal no more after a write to such a place. */
function losingAfter(place: RegExp, member: string): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const hit = new Set<string>();
    return before(async (look, next) => {
      const response = await next();
      if (look.method !== 'GET' && place.test(look.path) && response.ok) hit.add(dealOf(look));
      const isShown = response.ok && response.headers.get('content-type') === 'application/json';
      if (!isReading(look) || !isShown || !hit.has(dealOf(look))) return response;
      // The mock's own deal.
      return json(200, without((await response.json()) as Deal, member));
    })(fetch);
  };
}

const WRONG: Case[] = [
  {
    title: 'loses the price of a deal on hold',
    wrap: knowing((verb, _, past) => (verb === 'change-price' && isHeld(past) ? done() : undefined)),
  },
  {
    title: 'loses the second price',
    wrap: knowing((verb, _, { verbs }) => (verb === 'change-price' && verbs.includes(verb) ? done() : undefined)),
  },
  {
    title: 'takes each body once',
    wrap: knowing((_, body, { bodies }) => (bodies.includes(body) ? done() : undefined)),
  },
  {
    title: 'shows the first price while on hold',
    wrap: showing((deal, past) => (isHeld(past) ? { ...deal, price: 100 } : deal)),
  },
  {
    title: 'shows the first price after a hold has ended',
    wrap: showing((deal, { verbs }) => (verbs.at(-1) === 'unhold' ? { ...deal, price: 100 } : deal)),
  },
  {
    title: 'loses members that it does not know with an operation',
    wrap: showing((deal, { verbs }) => (verbs.length > 0 ? without(deal, 'assayerRemark') : deal)),
  },
  {
    title: 'loses objects that it does not know with an operation',
    wrap: showing((deal, { verbs }) => (verbs.length > 0 ? without(deal, 'assayerTerms') : deal)),
  },
  {
    title: 'loses a part of an object with an operation',
    wrap: showing((deal, { verbs }) => (verbs.length > 0 ? { ...deal, assayerTerms: { days: 30 } } : deal)),
  },
  {
    title: 'cuts long texts with an operation',
    wrap: showing((deal, { verbs }) =>
      verbs.length > 0 ? { ...deal, assayerNotes: String(deal['assayerNotes']).slice(0, 1000) } : deal,
    ),
  },
  {
    title: 'loses flags that it does not know with a command document',
    options: { operationForms: ['A', 'F'] },
    wrap: losingAfter(/\/commands\//u, 'assayerUrgent'),
  },
  {
    title: 'loses lists that it does not know with a hold in form E',
    options: { operationForms: ['A', 'E'] },
    wrap: losingAfter(/\/holds$/u, 'assayerParts'),
  },
  {
    title: 'brings back the price of before with another date in form B',
    options: { operationForms: ['A', 'B'] },
    wrap: bringingBack(/\/completion-date-changed$/u, 'price'),
  },
  {
    title: 'loses the reason of a hold with another price in form B',
    options: { operationForms: ['A', 'B'] },
    wrap: bringingBack(/\/price-changed$/u, 'holdReason'),
  },
  {
    title: 'brings back the price that form A has not seen change',
    options: { operationForms: ['A', 'B', 'F'] },
    wrap: (fetch) => {
      const known = new Map<string, unknown>();
      const shown = new Map<string, unknown>();
      return before(async (look, next) => {
        const response = await next();
        const deal = dealOf(look);
        const isWrite = look.method === 'PUT' && response.ok;
        const price = /"newPrice":(\d+)/u.exec(look.body)?.[1];
        const isOfA = isWrite && /\/(?:hold|change-[a-z-]+)$/u.test(look.path);
        if (price !== undefined && isWrite) shown.set(deal, Number(price));
        if (price !== undefined && isOfA) known.set(deal, Number(price));
        if (price === undefined && isOfA && known.has(deal)) shown.set(deal, known.get(deal));
        if (price === undefined && isOfA && !known.has(deal)) shown.set(deal, 100);
        const isShown = response.ok && response.headers.get('content-type') === 'application/json';
        if (!isReading(look) || !isShown || !shown.has(deal)) return response;
        // The mock's own deal.
        return json(200, { ...((await response.json()) as Deal), price: shown.get(deal) });
      })(fetch);
    },
  },
  {
    title: 'loses the reason of a hold with another date',
    wrap: showing((deal, { verbs }) =>
      verbs.at(-1) === 'change-completion-date' ? { ...deal, holdReason: '' } : deal,
    ),
  },
  {
    title: 'shows the reason of a cancellation as that of the hold',
    wrap: showing((deal, { verbs }) => (verbs.includes('cancel') ? { ...deal, holdReason: deal['reason'] } : deal)),
  },
  {
    title: 'refuses another price of a deal on hold, and takes it',
    wrap: (fetch) => {
      const held = new Set<string>();
      return before(async (look, next) => {
        const response = await next();
        if (verbOf(look) === 'hold') held.add(dealOf(look));
        return verbOf(look) === 'change-price' && held.has(dealOf(look)) ? json(409, {}) : response;
      })(fetch);
    },
  },
  {
    title: 'changes the price of each deal of the name',
    wrap: (fetch) => {
      const names = new Map<string, string>();
      const prices = new Map<string, unknown>();
      return before(async (look, next) => {
        const response = await next();
        const name = names.get(dealOf(look)) ?? '';
        if (verbOf(look) === 'change-price' && response.ok)
          prices.set(name, (JSON.parse(look.body) as Deal)['newPrice']);
        const isShown = response.ok && response.headers.get('content-type') === 'application/json';
        if (!isReading(look) || !isShown) return response;
        // The mock's own deal.
        const deal = (await response.json()) as Deal;
        names.set(dealOf(look), String(deal['name']));
        return json(200, { ...deal, price: prices.get(String(deal['name'])) ?? deal['price'] });
      })(fetch);
    },
  },
];

const hasEnded = ({ verbs }: Past): boolean => verbs.includes('cancel') || verbs.includes('complete');

WRONG.push(
  {
    title: 'loses another price of a deal that was cancelled',
    wrap: knowing((verb, _, past) => (verb === 'change-price' && past.verbs.includes('cancel') ? done() : undefined)),
  },
  {
    title: 'loses another price of a deal that was completed',
    wrap: knowing((verb, _, past) => (verb === 'change-price' && past.verbs.includes('complete') ? done() : undefined)),
  },
  {
    title: 'refuses another price of a deal that was cancelled, and loses its name',
    wrap: knowing(
      (verb, _, past) => (verb === 'change-price' && past.verbs.includes('cancel') ? json(409, {}) : undefined),
      (deal, { verbs }) => (verbs.at(-1) === 'cancel' ? { ...deal, name: 'none' } : deal),
    ),
  },
  {
    title: 'shows another price of a completed deal than the list',
    wrap: showing((deal, { verbs }) => (verbs.at(-1) === 'complete' ? { ...deal, price: 7 } : deal)),
  },
);

const LEGAL: readonly Case[] = [
  {
    title: 'refuses everything about a deal that has ended',
    wrap: knowing((_, __, past) => (hasEnded(past) ? json(409, {}) : undefined)),
  },
  {
    title: 'revives a deal that was cancelled with another price',
    wrap: showing((deal, { verbs }) =>
      verbs.at(-1) === 'change-price' && hasEnded({ verbs, bodies: [] })
        ? { ...deal, canceled: false, completed: false, amercement: null }
        : deal,
    ),
  },
  {
    title: 'refuses further parameters that are no texts',
    wrap: before(async ({ method, body }, next) =>
      method === 'POST' && body.includes('assayerTerms') ? json(422, {}) : next(),
    ),
  },
  {
    title: 'reads over lists, and tells more of objects after an operation',
    wrap: showing(({ assayerParts: _, ...deal }, { verbs }) => ({
      ...deal,
      assayerTerms: { days: 30, note: 'as agreed', ...(verbs.length > 0 ? { checked: true } : {}) },
    })),
  },
  {
    title: 'refuses each operation on a deal on hold but its end',
    wrap: knowing((verb, _, past) => (isHeld(past) && verb !== 'unhold' ? json(409, {}) : undefined)),
  },
  {
    title: 'refuses what was asked for before',
    wrap: knowing((_, body, { bodies }) => (bodies.includes(body) ? json(409, {}) : undefined)),
  },
  {
    title: 'ends a hold with another price, and forgets its reason',
    wrap: showing((deal, { verbs }) =>
      verbs.lastIndexOf('change-price') > verbs.lastIndexOf('hold') ? { ...deal, held: false, holdReason: null } : deal,
    ),
  },
  {
    title: 'shows the reason of the latest operation alone',
    wrap: showing((deal, { bodies }) => {
      const last = JSON.parse(bodies.at(-1) ?? '{}') as Deal;
      return { ...deal, reason: last['reason'], amercement: last['amercement'], whyChanged: last['whyChanged'] };
    }),
  },
  {
    title: 'shows a cancelled deal by its name alone',
    wrap: showing((deal, { verbs }) =>
      verbs.includes('cancel') ? { id: deal['id'], name: deal['name'], canceled: true } : deal,
    ),
  },
  {
    title: 'shows no cancelled deal',
    wrap: (fetch) => {
      const ended = new Set<string>();
      return before(async (look, next) => {
        const response = await next();
        if (verbOf(look) === 'cancel' && response.ok) ended.add(dealOf(look));
        return isReading(look) && ended.has(dealOf(look)) ? json(404, {}) : response;
      })(fetch);
    },
  },
  {
    title: 'takes no members that it does not know, and no two deals of one name',
    wrap: (fetch) => {
      const names = new Set<string>();
      return before(async (look, next) => {
        if (look.method !== 'POST' || !look.path.endsWith('/deals/')) return next();
        if (look.body.includes('assayerRemark')) return json(400, {});
        if (names.has(look.body)) return json(409, {});
        names.add(look.body);
        return next();
      })(fetch);
    },
  },
  {
    title: 'takes an operation in one form alone on each deal',
    options: { operationForms: ['A', 'B', 'F'] },
    wrap: (fetch) => {
      const forms = new Map<string, string>();
      return before(async (look, next) => {
        if (look.method !== 'PUT') return next();
        const form = /\/commands\//u.test(look.path)
          ? 'F'
          : /\/(?:hold|unhold|change-[a-z-]+)$/u.test(look.path)
            ? 'A'
            : 'B';
        const known = forms.get(dealOf(look)) ?? form;
        forms.set(dealOf(look), known);
        return known === form ? next() : json(409, {});
      })(fetch);
    },
  },
  {
    title: 'keeps the reason of a hold when it is asked for again',
    wrap: knowing((verb, _, past) => (verb === 'hold' && isHeld(past) ? done() : undefined)),
  },
];

const RULE = 'operation/effect';
const SUBJECT = 'HoldDeal/A';
const options = { operationForms: ['A'] } as const;

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async (server) => {
    const seen = await judged([`${RULE}#${SUBJECT}`], { options, ...server });
    expect(seen.of(RULE, SUBJECT)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', { tags: ['night'] }, async (server) => {
    const seen = await judged([`${RULE}#${SUBJECT}`], { options, ...server });
    expect(seen.of(RULE, SUBJECT)).toMatchObject({ outcome: 'pass', reason: '' });
  });
});
