import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validatorOf } from '../../core/representation/json-schema.ts';
import type { JsonObject } from '../../core/target.ts';
import { dealSchema } from '../../fixtures/schemas/deal.ts';
import { payloadsFrom } from '../../suites/support/payload/schema-payloads.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged } from './judged.ts';

/** Answers 400 to creations whose body is like this. */
const refusing = (body: RegExp): ReturnType<typeof before> =>
  before(async (look, next) => (look.method === 'POST' && body.test(look.body) ? json(400, {}) : next()));

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});

const SCHEMAS: readonly (readonly [string, JsonObject])[] = [
  ['the deal of the mock', dealSchema],
  ['text lengths', object({ a: { type: 'string', minLength: 3, maxLength: 5 }, b: { type: 'string', maxLength: 1 } })],
  ['patterns', object({ code: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' }, part: { pattern: '[a-f]+' } })],
  [
    'formats',
    object({
      day: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      key: { type: 'string', format: 'uuid' },
      mail: { type: 'string', format: 'email' },
      link: { type: 'string', format: 'uri' },
    }),
  ],
  [
    'numbers',
    object({
      count: { type: 'integer', minimum: 1, maximum: 3 },
      price: { type: 'number', exclusiveMinimum: 0 },
      step: { type: 'integer', multipleOf: 7, minimum: 10, maximum: 40 },
      share: { type: 'number', minimum: 0, maximum: 1 },
    }),
  ],
  ['words of its own', object({ kind: { enum: ['a', 'b'] }, version: { const: 2 } })],
  [
    'lists',
    object({ tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, uniqueItems: true } }),
  ],
  ['choices', object({ to: { oneOf: [{ type: 'string', format: 'email' }, object({ id: { type: 'integer' } })] } })],
  ['nothing allowed', object({ a: { type: ['string', 'null'] }, b: { type: 'integer', nullable: true } })],
  ['no others', object({ a: { type: 'boolean' } }, { additionalProperties: false })],
  [
    'references',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      allOf: [{ $ref: '#/definitions/named' }, object({ price: { type: 'number' } })],
      definitions: { named: object({ name: { type: 'string', minLength: 1 } }) },
    },
  ],
  ['itself', object({ name: { type: 'string' }, parent: { $ref: '#' } }, { required: ['name'] })],
];

describe('payloads made from a schema', () => {
  it.each(inGate(SCHEMAS))('are valid and varied: %s', (_title, schema) => {
    const payloads = payloadsFrom(schema);
    const isValid = validatorOf(schema);
    if (payloads === undefined || isValid === undefined) throw new Error('no payloads were made');
    const made = fc.sample(payloads, { numRuns: 200, seed: 3 });
    expect(made.filter((payload) => !isValid(payload))).toEqual([]);
    expect(new Set(made.map((payload) => JSON.stringify(payload))).size).toBeGreaterThan(1);
  });

  it.each([0.01, 0.05, 1e-7, 2.5])('are multiples of %d as they are written', (step) => {
    const schema = object({ price: { type: 'number', multipleOf: step, minimum: 0, maximum: 1_000_000 } });
    const prices = fc.sample(payloadsFrom(schema) ?? fc.constant<JsonObject>({}), { numRuns: 200, seed: 3 });
    const decimals = (value: number): number =>
      Math.max(0, value.toFixed(20).replace(/0+$/u, '').split('.')[1]?.length ?? 0);
    const longest = step === 1e-7 ? 7 : decimals(step);
    const written = prices.map(({ price }) => String(price)).filter((text) => !text.includes('e'));
    expect(written.length).toBeGreaterThan(100);
    expect(written.filter((text) => (text.split('.')[1] ?? '').length > longest)).toEqual([]);
  });

  it('show every branch and leave out what is optional at times', () => {
    const schema = object(
      { to: { oneOf: [{ const: 'x' }, { type: 'integer' }] }, note: { type: 'string' } },
      { required: ['to'] },
    );
    const made = fc.sample(payloadsFrom(schema) ?? fc.constant<JsonObject>({}), { numRuns: 100, seed: 3 });
    expect(new Set(made.map(({ to }) => typeof to))).toEqual(new Set(['string', 'number']));
    expect(new Set(made.map((payload) => 'note' in payload))).toEqual(new Set([true, false]));
  });

  it.each<readonly [string, JsonObject]>(
    inGate([
      ['nothing is valid', object({ a: { type: 'integer', not: {} } })],
      ['a pattern is in another dialect', object({ a: { type: 'string', pattern: '(?i)abc' } })],
      ['it is no schema', { type: 'thing' }],
      ['it describes no object', { type: 'string' }],
    ]),
  )('are none where %s', (_title, schema) => {
    expect(payloadsFrom(schema)).toBeUndefined();
  });
});

describe('create/any-valid with a schema', () => {
  const file = {
    resources: [
      {
        name: 'deals',
        sample: { name: 'a deal {unique}', price: 100, kind: 'sale' },
        schema: object({
          name: { type: 'string', minLength: 1, maxLength: 80 },
          price: { type: 'integer', minimum: 1, maximum: 999 },
          kind: { enum: ['sale', 'lease'] },
        }),
      },
    ],
  };

  it('passes where every valid payload is created', { tags: ['night'] }, async () => {
    const run = await judged(['create/any-valid'], { file, runs: 20 });
    expect(run.of('create/any-valid', 'deals')).toMatchObject({ outcome: 'pass', discards: 0 });
  });

  it('fails where a number that the schema allows is refused', { tags: ['night'] }, async () => {
    const whole = {
      type: 'object',
      required: ['name', 'price'],
      properties: { name: { type: 'string' }, price: { minimum: 0 } },
    };
    const declared = { resources: [{ name: 'deals', sample: { name: 'a deal {unique}', price: 100 }, schema: whole }] };
    const wrap = refusing(/"price":0[,}]/u);
    const run = await judged(['create/any-valid'], { file: declared, runs: 1, wrap });
    expect(run.of('create/any-valid', 'deals')).toMatchObject({ outcome: 'fail' });
    // Without a schema the price may have limits that are not shown.
    expect((await judged(['create/any-valid'], { runs: 1, wrap })).ended('fail')).toEqual([]);
  });

  it('fails where one is refused, and shows the smallest', async () => {
    const run = await judged(['create/any-valid'], {
      file,
      runs: 40,
      wrap: refusing(/"lease"/u),
    });
    const result = run.of('create/any-valid', 'deals');
    expect(result.outcome).toBe('fail');
    expect(result.counterexample).toContain('"lease"');
    expect(result.counterexample).toContain('"price":1,');
  });
});
