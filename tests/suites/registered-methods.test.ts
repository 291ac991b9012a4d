import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { answered, before, judged, type Look, type Server } from './judged.ts';

/** How Allow spells the methods that a place takes: their names are told apart by case (RFC 9110 9.1). */
type Wrap = NonNullable<Server['wrap']>;

const RULES = ['method/refused', 'status/405-allow'];

/** Spells the Allow of a 405 in another way. */
const spelling = (isMeant: (look: Look) => boolean, spell: (allow: string) => string): Wrap =>
  before(async (look, next) => {
    const answer = await next();
    const allow = answer.headers.get('allow');
    return answer.status === 405 && allow !== null && isMeant(look)
      ? answered(answer, 405, { allow: spell(allow) })
      : answer;
  });

const capitalized = (allow: string): string =>
  allow.replace(/[A-Z]+/gu, (name) => `${name.slice(0, 1)}${name.slice(1).toLowerCase()}`);
const lower = (allow: string): string => allow.toLowerCase();

const WRONG: readonly (readonly [string, Wrap])[] = [
  [
    'small letters at the record of form E, to PROPFIND alone',
    spelling(({ method, path }) => method === 'PROPFIND' && /\/holds\/[^/]+$/u.test(path), lower),
  ],
  [
    'a capital letter at the operations of a deal',
    spelling(({ method, path }) => method === 'PROPFIND' && /\/deals\/[^/]+\/[a-z-]+$/u.test(path), capitalized),
  ],
  ['small letters at command documents', spelling(({ path }) => path.includes('/commands/'), lower)],
  [
    'one name of several in small letters',
    spelling(
      () => true,
      (allow) => `${allow}, search`,
    ),
  ],
];

test.each(inGate(WRONG, 4))('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options: { representations: ['json'] } });
  expect(ended('fail')).toContain('status/405-allow target');
});

const RIGHT: readonly (readonly [string, Wrap])[] = [
  [
    'methods of its own, in small letters',
    spelling(
      () => true,
      (allow) => `${allow}, x-purge, m-search`,
    ),
  ],
  [
    'each method in both spellings',
    spelling(
      () => true,
      (allow) => `${allow}, ${lower(allow)}`,
    ),
  ],
  [
    'WebDAV at the operations',
    before((look, next) =>
      look.method === 'PROPFIND' && /\/deals\/[^/]+\/[a-z-]+$/u.test(look.path)
        ? Promise.resolve(new Response('<multistatus xmlns="DAV:"/>', { status: 207 }))
        : next(),
    ),
  ],
  [
    'no method at all',
    before(async (look, next) => (look.method === 'PROPFIND' ? new Response(null, { status: 501 }) : next())),
  ],
];

test.each(inGate(RIGHT, 2))('not failed: %s', async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options: { representations: ['json'] } });
  expect([...ended('fail'), ...ended('error')]).toEqual([]);
});
