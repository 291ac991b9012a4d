import { withLiteralBraces } from '../core/ids/placeholders.ts';
import { isObject } from '../core/representation/json-value.ts';
import type { Json, JsonObject } from '../core/target.ts';

/** A schema of OpenAPI 3.0 or 3.1 as a JSON Schema of what may be sent; undefined where it refers to itself. */
export function requestSchema(schema: unknown): JsonObject | undefined {
  const converted = convert(schema, 0);
  return isObject(converted) && !JSON.stringify(converted).includes('"$ref"') ? (converted as JsonObject) : undefined; // of JSON
}

const DEEPEST = 12;
// Words of OpenAPI that a JSON Schema does not know, or that say nothing about what is valid.
const NO_RULES: ReadonlySet<string> = new Set([
  'nullable',
  'example',
  'examples',
  'xml',
  'externalDocs',
  'discriminator',
  'deprecated',
]);

function convert(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) return { $ref: '#' };
  if (Array.isArray(value)) return value.map((entry) => convert(entry, depth + 1));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !NO_RULES.has(key) && !key.startsWith('x-'));
  const converted: Record<string, unknown> = Object.fromEntries(
    kept.map(([key, entry]) => [key, convert(entry, depth + 1)]),
  );
  if (value['nullable'] === true && typeof value['type'] === 'string') converted['type'] = [value['type'], 'null'];
  return withBounds(withoutReadOnly(converted));
}

// A server gives these itself (OpenAPI 3.1, 4.8.24).
function withoutReadOnly(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties, required } = schema;
  if (!isObject(properties)) return schema;
  const sent = Object.entries(properties).filter(([, one]) => !(isObject(one) && one['readOnly'] === true));
  const names = sent.map(([name]) => name);
  return {
    ...schema,
    properties: Object.fromEntries(sent),
    ...(Array.isArray(required) ? { required: required.filter((name) => names.includes(String(name))) } : {}),
  };
}

// OpenAPI 3.0 writes exclusive bounds as truth values beside the bound.
function withBounds(schema: Record<string, unknown>): Record<string, unknown> {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  const bound = (exclusive: unknown, inclusive: unknown, name: 'Minimum' | 'Maximum'): Record<string, unknown> => {
    if (exclusive === true) return { [`exclusive${name}`]: inclusive };
    return {
      ...(inclusive === undefined ? {} : { [name.toLowerCase()]: inclusive }),
      ...(typeof exclusive === 'number' ? { [`exclusive${name}`]: exclusive } : {}),
    };
  };
  return { ...rest, ...bound(exclusiveMinimum, minimum, 'Minimum'), ...bound(exclusiveMaximum, maximum, 'Maximum') };
}

const LONGEST_VALUE = 'assayer abcdefghijklmnopqrst'.length;

/** A valid payload with a place for the value of the run; undefined where the schema leaves none for it. */
export function sampleOf(schema: JsonObject, example: unknown): JsonObject | undefined {
  const given = withLiteralBraces(isObject(example) ? (example as JsonObject) : madeUp(schema)); // of JSON
  if (!isObject(given)) return undefined;
  const label = Object.keys(given).find(
    (name) => takesAnyText(propertyOf(schema, name)) && typeof given[name] === 'string',
  );
  return label === undefined ? undefined : { ...(given as JsonObject), [label]: 'assayer {unique}' }; // of JSON
}

function propertyOf({ properties }: JsonObject, name: string): unknown {
  return isObject(properties) ? properties[name] : undefined;
}

function takesAnyText(schema: unknown): boolean {
  if (!isObject(schema)) return true;
  const { enum: choices, const: only, format, pattern, maxLength, type } = schema;
  const isText = type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'));
  const isFree = [choices, only, format, pattern].every((rule) => rule === undefined);
  return isText && isFree && (typeof maxLength !== 'number' || maxLength >= LONGEST_VALUE);
}

/** The least that a schema asks for: its required members, or all where it requires none. */
function madeUp(schema: unknown): Json {
  if (!isObject(schema)) return 'assayer';
  const { enum: choices, const: only, default: usual, type, format } = schema;
  const [choice] = [only, usual, Array.isArray(choices) ? choices[0] : undefined].filter((one) => one !== undefined);
  if (choice !== undefined) return choice as Json; // a value of a JSON document
  const alternative = [schema['oneOf'], schema['anyOf']].find(Array.isArray)?.[0];
  if (alternative !== undefined && type === undefined) return madeUp(alternative);
  const kind = Array.isArray(type)
    ? type.find((one) => one !== 'null')
    : (type ?? (isObject(schema['properties']) ? 'object' : 'string'));
  if (kind === 'object') return madeUpObject(schema);
  if (kind === 'array')
    return typeof schema['minItems'] === 'number' && schema['minItems'] > 0 ? [madeUp(schema['items'])] : [];
  if (kind === 'integer' || kind === 'number') return leastNumber(schema);
  if (kind === 'boolean') return false;
  return FORMATS[String(format)] ?? 'assayer';
}

function madeUpObject({ properties, required }: Readonly<Record<string, unknown>>): JsonObject {
  if (!isObject(properties)) return {};
  const names = Array.isArray(required) && required.length > 0 ? required.map(String) : Object.keys(properties);
  return Object.fromEntries(names.map((name) => [name, madeUp(properties[name])]));
}

function leastNumber({ minimum, exclusiveMinimum }: Readonly<Record<string, unknown>>): number {
  if (typeof minimum === 'number') return Math.max(minimum, 1);
  return typeof exclusiveMinimum === 'number' ? Math.max(exclusiveMinimum + 1, 1) : 1;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2031-03-31',
  'date-time': '2031-03-31T12:00:00Z',
  email: 'assayer@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};
