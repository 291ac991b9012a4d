import { CLAIMS, type Claims, isList } from '../../core/claims.ts';
import type { JsonObject } from '../../fixtures/json.ts';
import { claimSchemas } from '../../fixtures/schemas/claims.ts';
import { seedSchema, stateSchema } from '../../fixtures/schemas/seed.ts';
import { COMPONENTS, ID_KINDS, LOCATIONS } from '../options.ts';

const listOf = (values: readonly string[]): JsonObject => ({
  type: 'array',
  uniqueItems: true,
  items: { type: 'string', enum: values },
  description: `a list of ${values.join(', ')}`,
});
const oneOf = (values: readonly string[]): JsonObject => ({
  enum: values,
  description: `one of ${values.join(', ')}`,
});
const yesOrNo: JsonObject = { type: 'boolean', description: 'true or false' };

function wordClaim(name: keyof Claims): JsonObject {
  const { title, values, least } = CLAIMS[name];
  const all = values.join(', ');
  if (isList(name))
    return { title, description: `a list of ${all}`, ...(least === undefined ? {} : { minItems: least }) };
  return { title, description: typeof values[0] === 'boolean' ? 'true or false' : `one of ${all}` };
}

/** What can be asked of a session that is to be given out. */
export const wishSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    // A pattern counts characters, where the compiled check of a length would count halves of some of them.
    user: { type: 'string', pattern: '^[\\s\\S]{0,200}$', description: 'a text of at most 200 characters' },
    // Browsers keep no cookie longer than 400 days (RFC 6265bis 5.5).
    lifeSeconds: {
      type: 'integer',
      minimum: 1,
      maximum: 34_560_000,
      description: 'a number of seconds, at most 400 days',
    },
    crossSite: yesOrNo,
  },
};

/** What can be switched while the mock runs: the document's open choices, and which parts are down. */
export const switchesSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...claimSchemas(wordClaim),
    location: { title: 'How a Location is written', ...oneOf(LOCATIONS) },
    ids: { title: 'How the ids of new records are made', ...oneOf(ID_KINDS) },
    requireTransitions: { title: 'Operations that the state of a deal does not allow are refused', ...yesOrNo },
    explain: { title: 'Answers name the rule that they keep', ...yesOrNo },
    unavailable: { title: 'Parts that are down (503)', ...listOf(COMPONENTS) },
  },
};

/** How the clock is set. */
export const clockSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    stopAt: { type: 'string', format: 'date-time', description: 'a date and time of RFC 3339' },
    moveMs: { type: 'number', description: 'a number of milliseconds' },
    go: { const: true, description: 'true' },
  },
};

/** Which deviations are on. */
export const activeSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['active'],
  properties: {
    active: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', description: 'the id of a deviation' },
      description: 'the ids of the deviations to serve with; none: a list without any',
    },
  },
};

/** Every schema that the control API holds a body against, by the name under which it asks for it. */
export const BODIES: Readonly<Record<string, JsonObject>> = {
  wish: wishSchema,
  switches: switchesSchema,
  clock: clockSchema,
  active: activeSchema,
  seed: seedSchema,
  state: stateSchema,
};
