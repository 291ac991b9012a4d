import fc from 'fast-check';
import jsonpointer from 'jsonpointer';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Json, JsonObject } from '../../../core/target.ts';
import { textsOf } from './schema-texts.ts';

type Values = fc.Arbitrary<Json>;

/** Schemas may refer to themselves; deeper than this only what is required is made. */
const DEEP = 3;

/** Values that a JSON Schema describes, as far as its common keywords say it. What others say has to be checked after. */
export function valuesOf(schema: JsonObject): Values {
  return made(schema, { root: schema, depth: 0 });
}

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
}

function made(given: Json | undefined, place: Place): Values {
  if (!isObject(given)) return anyScalar;
  const schema = flattened(given, place.root);
  const { const: only, enum: few } = schema;
  if (only !== undefined) return fc.constant(only);
  if (isList(few) && few.length > 0) return fc.constantFrom(...few);
  const branches = [schema['oneOf'], schema['anyOf']].find(isList);
  if (branches !== undefined) {
    const { oneOf: _oneOf, anyOf: _anyOf, ...base } = schema;
    return fc.oneof(...branches.map((branch) => made(isObject(branch) ? merged(base, branch) : base, place)));
  }
  const types = typesOf(schema);
  return fc.oneof(...types.map((type) => ofType(type, schema, place)));
}

function ofType(type: string, schema: JsonObject, place: Place): Values {
  switch (type) {
    case 'object':
      return objects(schema, place);
    case 'array':
      return arrays(schema, place);
    case 'string':
      return textsOf(schema);
    case 'integer':
      return integers(schema);
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

const anyScalar: Values = fc.oneof(textsOf({}), fc.integer({ min: -1000, max: 1000 }), fc.boolean());

function objects(schema: JsonObject, { root, depth }: Place): Values {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set((isList(schema['required']) ? schema['required'] : []).map(String));
  // What only the service may write is no part of a payload (OpenAPI).
  const own = Object.keys(properties).filter(
    (name) => required.has(name) || (depth < DEEP && !isReadOnly(properties[name])),
  );
  const undeclared = [...required].filter((name) => !(name in properties));
  const members = [...own, ...undeclared].map((name): [string, Values] => [
    name,
    made(properties[name], { root, depth: depth + 1 }),
  ]);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required], noNullPrototype: true });
}

function arrays(schema: JsonObject, { root, depth }: Place): Values {
  const min = numberOf(schema['minItems']) ?? 0;
  const max = numberOf(schema['maxItems']) ?? min + 3;
  const inside = { root, depth: depth + 1 };
  const { prefixItems, items, uniqueItems } = schema;
  const first = isList(prefixItems) ? prefixItems : isList(items) ? items : undefined;
  if (first !== undefined) return fc.tuple(...first.map((item) => made(item, inside)));
  const maxLength = depth < DEEP ? Math.max(min, Math.min(max, min + 5)) : min;
  const list = fc.array(made(items, inside), { minLength: min, maxLength });
  return uniqueItems === true ? list.map(distinct) : list;
}

function distinct(list: readonly Json[]): Json[] {
  return [...new Map(list.map((item) => [JSON.stringify(item), item])).values()];
}

// Ranges are not shown in the document (2); without any, an amount fits into 32 bits.
const WIDE = 2 ** 31 - 1;

function integers(schema: JsonObject): fc.Arbitrary<number> {
  const step = numberOf(schema['multipleOf']) ?? 1;
  const { min, max } = range(schema, 1);
  const [low, high] = [Math.ceil(min / step), Math.floor(max / step)];
  return fc.integer({ min: low, max: Math.max(low, high) }).map((n) => multipleOf(step, n));
}

// A product of fractions has more decimals than they: 99778732 * 0.01 is 997787.3200000001, which is no multiple of 0.01.
function multipleOf(step: number, n: number): number {
  const [digits = '', exponent = '0'] = String(step).split('e');
  const decimals = (digits.split('.')[1] ?? '').length - Number(exponent);
  return decimals > 0 ? Number((n * step).toFixed(Math.min(decimals, 100))) : n * step;
}

// Two decimals: what a price has, and what every kind of number can hold.
function numbers(schema: JsonObject): fc.Arbitrary<number> {
  const step = numberOf(schema['multipleOf']);
  if (step !== undefined) return integers({ ...schema, multipleOf: step });
  const { min, max } = range(schema, 0.01);
  const [low, high] = [Math.ceil(min * 100), Math.floor(max * 100)];
  if (low > high) return fc.constant((min + max) / 2);
  return fc.integer({ min: low, max: high }).map((n) => n / 100);
}

function range(schema: JsonObject, step: number): { min: number; max: number } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const above = numberOf(exclusiveMinimum) ?? (exclusiveMinimum === true ? numberOf(minimum) : undefined);
  const below = numberOf(exclusiveMaximum) ?? (exclusiveMaximum === true ? numberOf(maximum) : undefined);
  const min = above === undefined ? numberOf(minimum) : above + step;
  const max = below === undefined ? numberOf(maximum) : below - step;
  return {
    min: min ?? Math.min(-WIDE, (max ?? 0) - WIDE),
    max: max ?? Math.max(WIDE, (min ?? 0) + WIDE),
  };
}

/** The schema with what it refers to and everything that it has to be as well merged into it. */
function flattened(schema: JsonObject, root: JsonObject, seen: readonly string[] = []): JsonObject {
  const { $ref: reference, allOf: all, ...own } = schema;
  let whole: JsonObject = own;
  if (typeof reference === 'string' && reference.startsWith('#') && !seen.includes(reference)) {
    const found: unknown = reference === '#' ? root : jsonpointer.get(root, decodeURIComponent(reference.slice(1)));
    // What a pointer finds in a JSON value is a JSON value.
    if (isObject(found as Json)) whole = merged(flattened(found as JsonObject, root, [...seen, reference]), whole);
  }
  for (const part of isList(all) ? all : []) {
    if (isObject(part)) whole = merged(whole, flattened(part, root, seen));
  }
  return whole;
}

function merged(a: JsonObject, b: JsonObject): JsonObject {
  const required = [...listOf(a['required']), ...listOf(b['required'])];
  const properties = { ...schemaOf(a['properties']), ...schemaOf(b['properties']) };
  return {
    ...a,
    ...b,
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  };
}

const TELLING: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum']],
];

function typesOf(schema: JsonObject): string[] {
  const { type, nullable } = schema;
  const named = (typeof type === 'string' ? [type] : listOf(type)).map(String);
  const told = TELLING.filter(([, keywords]) => keywords.some((keyword) => keyword in schema)).map(([t]) => t);
  const types = named.length > 0 ? named : told.length > 0 ? told : ['string', 'integer', 'boolean'];
  return nullable === true ? [...types, 'null'] : types;
}

function isReadOnly(schema: Json | undefined): boolean {
  return isObject(schema) && schema['readOnly'] === true;
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

function schemaOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
