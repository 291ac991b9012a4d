import { expect, test } from 'vitest';
import { before, isJson, json, judged, type Look, type Server } from './judged.ts';

/** Operations of which one part is wrong, to servers that carry out the right ones and answer 400 (document 7). */
interface Case {
  readonly title: string;
  readonly rule: string;
  readonly wrap: NonNullable<Server['wrap']>;
}

const options = { operationForms: ['A'], representations: ['json'] } as const;
const PRICE = 'operation/missing-parameter ChangePrice/A';
const DATE = 'operation/missing-parameter ChangeCompletionDate/A';
const HOLD_D = 'operation/missing-parameter HoldDeal/D';

type Body = Readonly<Record<string, unknown>>;

const bodyOf = ({ body }: Look): Body => {
  const value: unknown = isJson(body) ? JSON.parse(body) : undefined;
  return typeof value === 'object' && value !== null ? (value as Body) : {};
};
const isScalar = (value: unknown): boolean => ['string', 'number'].includes(typeof value);

/** Answers as it is due, and carries out what this gives where it was refused. */
const besides = (meant: (look: Look) => Partial<Look> | undefined): NonNullable<Server['wrap']> =>
  before(async (look, next) => {
    const response = await next();
    const more = look.method === 'PUT' && response.status === 400 ? meant(look) : undefined;
    if (more !== undefined) await next(more);
    return response;
  });

const WRONG: readonly Case[] = [
  {
    title: 'a new price is kept though its reason is wrong, where it is no sample',
    rule: PRICE,
    wrap: besides((look) => {
      if (!look.path.endsWith('/change-price')) return undefined;
      const { newPrice } = bodyOf(look);
      const isHalf = typeof newPrice === 'number' && newPrice !== 1250;
      return isHalf ? { body: JSON.stringify({ newPrice, reason: 'half' }) } : undefined;
    }),
  },
  {
    title: 'the members before the wrong one are kept, where these are no sample',
    rule: DATE,
    wrap: besides((look) => {
      const { newDate, amercement, whyChanged } = bodyOf(look);
      const isHalf = look.path.endsWith('/change-completion-date') && isScalar(newDate) && newDate !== '2031-03-31';
      const whole = { newDate, amercement: isScalar(amercement) ? amercement : 1, whyChanged: whyChanged ?? 'half' };
      return isHalf ? { body: JSON.stringify(whole) } : undefined;
    }),
  },
  {
    title: 'other attributes are kept though held is no boolean',
    rule: HOLD_D,
    wrap: besides((look) => {
      const { held, holdReason: _reason, ...attributes } = bodyOf(look);
      return typeof held === 'object' ? { body: JSON.stringify(attributes) } : undefined;
    }),
  },
];

test.each(WRONG)('it is found where $title', async ({ rule, wrap }) => {
  const operationForms = [rule === HOLD_D ? 'D' : 'A'] as const;
  const { ended } = await judged(['operation/missing-parameter'], { wrap, options: { ...options, operationForms } });
  expect(ended('fail')).toContain(rule);
});

test('a server that refuses such requests whole, and names the part that is wrong, fails nothing', {
  tags: ['night'],
}, async () => {
  const wrap = before(async (_look, next) => {
    const response = await next();
    return response.status === 400 ? json(400, { errors: [{ member: 'reason', problem: 'not a text' }] }) : response;
  });
  const { ended } = await judged(['operation/missing-parameter'], { wrap, options });
  expect(ended('fail')).toEqual([]);
  expect(ended('pass')).toContain(PRICE);
});
