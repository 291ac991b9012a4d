import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Look } from './judged.ts';

/** What operations made, read at its own address or by a redirect elsewhere. */
type Wrap = (fetch: Fetch) => Fetch;

const RULES = ['read/made', 'operation/status'];
const options = { operationForms: ['E', 'F'], representations: ['json'] } as const;

const isHold = ({ path }: Look): boolean => /\/holds\/[^/]+$/u.test(path);
const isPrice = ({ path }: Look): boolean => /\/price-changes\/[^/]+$/u.test(path);
const isCommand = ({ path }: Look): boolean => path.includes('/commands/');
const isRecord = ({ path }: Look): boolean => /\/deals\/[^/]+\/(?!commands\/)[^/]+\/[^/]+$/u.test(path);

/** A redirect to this place. */
const leading = (isMeant: (look: Look) => boolean, status: number, place: (path: string) => string): Wrap =>
  before((look, next) =>
    ['GET', 'HEAD'].includes(look.method) && isMeant(look)
      ? Promise.resolve(new Response(null, { status, headers: { location: place(look.path) } }))
      : next(),
  );

const WRONG: readonly (readonly [string, Wrap])[] = [
  ['a change of a price for good at the list of deals', leading(isPrice, 301, () => '/rest/1/deals/')],
  ['a hold for now at what is missing', leading(isHold, 302, () => '/nowhere')],
  ['a change of a price for now at something else', leading(isPrice, 307, () => '/users/1')],
  ['a command at what is missing', leading(isCommand, 303, () => '/nowhere')],
];

test.each(inGate(WRONG, 4))('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).toContain('read/made deals');
});

/** All records of form E at other addresses than those that their Location tells. */
const keptElsewhere: Wrap = (fetch) => {
  const own = leading(isRecord, 308, (path) => `/kept${path}`)(fetch);
  const kept = before(({ path }, next) => next({ path: path.replace(/^\/kept/u, '') }))(fetch);
  return (request) => (request.url.includes('/kept/') ? kept : own)(request);
};

const RIGHT: readonly (readonly [string, Wrap])[] = [
  ['all records of form E elsewhere', keptElsewhere],
  ['a hold at its deal', leading(isHold, 303, (path) => path.replace(/\/holds\/.*$/u, ''))],
  ['a command at its deal', leading(isCommand, 303, (path) => path.replace(/\/commands\/.*$/u, ''))],
  [
    'a change of a price for those who log in',
    before((look, next) => {
      if (look.path === '/login') return Promise.resolve(new Response('<p>Who are you?</p>'));
      return look.method === 'GET' && isPrice(look)
        ? Promise.resolve(new Response(null, { status: 302, headers: { location: '/login' } }))
        : next();
    }),
  ],
  [
    'a hold at its progress, until it is there',
    (fetch) => {
      const asked = new Set<string>();
      return before((look, next) => {
        if (look.path === '/progress') return Promise.resolve(json(200, { done: false }));
        if (look.method !== 'GET' || !isHold(look) || asked.has(look.path)) return next();
        asked.add(look.path);
        return Promise.resolve(new Response(null, { status: 303, headers: { location: '/progress' } }));
      })(fetch);
    },
  ],
];

test.each(RIGHT)('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended, of } = await judged(RULES, { wrap, options });
  const told = ended('fail').map((one) => of(one.split(' ')[0] ?? '', one.split(' ')[1] ?? '').reason);
  expect(told).toEqual([]);
});
