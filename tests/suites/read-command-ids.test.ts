import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Server } from './judged.ts';

/** Commands that are read by their ids, letter for letter. */
type Wrap = NonNullable<Server['wrap']>;

const RULE = 'operation/command-id';
const options = { operationForms: ['F', 'G'], representations: ['json'] } as const;

/** Reads a command by an id that is its own but for the case of its letters, at these addresses. */
const folding =
  (isMeant: (path: string) => boolean): Wrap =>
  (fetch) => {
    const known = new Map<string, string>();
    return before(({ method, path }, next) => {
      const folded = path.toLowerCase();
      if (method === 'PUT' && path.includes('/commands/') && !known.has(folded)) known.set(folded, path);
      return method === 'GET' && isMeant(path) ? next({ path: known.get(folded) ?? path }) : next();
    })(fetch);
  };

const WRONG: readonly (readonly [string, string, Wrap])[] = [
  ['below a deal', `${RULE} HoldDeal/F`, folding((path) => path.includes('/deals/'))],
  ['of all deals', `${RULE} HoldDeal/G`, folding((path) => path.startsWith('/commands/'))],
];

test.each(inGate(WRONG, 2))(
  'found: commands %s are read by ids in other letters',
  { tags: ['night'] },
  async (_, expected, wrap) => {
    const { ended } = await judged([RULE], { wrap, options });
    expect(ended('fail')).toContain(expected);
  },
);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/iu;

const RIGHT: readonly (readonly [string, Wrap])[] = [
  ['UUIDs are one whatever the case of their letters', folding((path) => UUID.test(path))],
  [
    'commands are not read',
    before((look, next) =>
      look.method === 'GET' && look.path.includes('/commands/')
        ? Promise.resolve(new Response(null, { status: 405, headers: { allow: 'PUT' } }))
        : next(),
    ),
  ],
  [
    'an id in other letters leads to the one that was chosen',
    (fetch) => {
      const known = new Map<string, string>();
      return before(({ method, path }, next) => {
        const folded = path.toLowerCase();
        if (method === 'PUT' && path.includes('/commands/')) known.set(folded, path);
        const own = known.get(folded);
        return method === 'GET' && own !== undefined && own !== path
          ? Promise.resolve(json(308, {}, { location: own }))
          : next();
      })(fetch);
    },
  ],
];

test.each(inGate(RIGHT, 3))('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, options });
  expect([...ended('fail'), ...ended('error')]).toEqual([]);
});
