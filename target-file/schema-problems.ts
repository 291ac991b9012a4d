import type { ErrorObject } from 'ajv';
import { nearest } from '../core/nearest.ts';
import { misspeltAddress } from './misspelt.ts';
import type { Problem } from './problem.ts';

/** What a schema found, in words; each problem once, in the order of the file. */
export function problemsOf(errors: readonly ErrorObject[]): Problem[] {
  // `if` and `propertyNames` only repeat what their own keyword says.
  const told = errors.filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames');
  const problems = told.map((error) => ({ path: pathOf(error), reason: reasonOf(error) }));
  return problems.filter(
    (one, i) => problems.findIndex((other) => other.path === one.path && other.reason === one.reason) === i,
  );
}

// `/resources/0/item` is `resources[0].item`; what is missing or unknown is named itself.
function pathOf({ instancePath, params, keyword }: ErrorObject): string {
  const segments = instancePath.split('/').slice(1);
  if (keyword === 'required') segments.push(String(params['missingProperty']));
  if (keyword === 'additionalProperties') segments.push(String(params['additionalProperty']));
  return segments.map((s) => s.replaceAll('~1', '/').replaceAll('~0', '~')).reduce(joined, '');
}

function joined(path: string, segment: string): string {
  if (/^\d+$/u.test(segment)) return `${path}[${segment}]`;
  const name = /^[\w$]+$/u.test(segment) ? segment : JSON.stringify(segment);
  return path === '' ? name : `${path}.${name}`;
}

// What stands there may be a credential, and messages end up in logs.
const SECRET = /^\/(?:session|headers|resources\/\d+\/headers)\b/u;

function reasonOf(error: ErrorObject): string {
  const { keyword, params, data, schema, propertyName, instancePath } = error;
  const is = SECRET.test(instancePath) ? '' : `, not ${shown(data)}`;
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return unknownMember(String(params['additionalProperty']), namesIn(error));
    case 'enum':
      return `must be ${alternatives(schema)}${is}`;
    case 'const':
      return `must be ${JSON.stringify(schema)} or left out, or say where${is}`;
    case 'type':
      return `must be ${types(schema)}${is}`;
    case 'pattern':
      return propertyName === undefined
        ? `must be ${described(error)}${is}${misspelt(error)}`
        : `${JSON.stringify(propertyName)} is not ${described(error)}`;
    case 'minLength':
      return 'must not be empty';
    case 'uniqueItems':
      return `holds ${shown(Array.isArray(data) ? data[Number(params['i'])] : data)} twice`;
    default:
      return error.message ?? `breaks ${keyword}`;
  }
}

function unknownMember(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `is not known; known here: ${known.join(', ')}` : `is not known; did you mean "${near}"?`;
}

function namesIn({ parentSchema }: ErrorObject): string[] {
  const properties: unknown = parentSchema?.['properties'];
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

function described({ parentSchema, schema }: ErrorObject): string {
  const description: unknown = parentSchema?.['description'];
  return typeof description === 'string' ? description : `text like ${String(schema)}`;
}

/** What is wrong with a word in braces, where an address lacks the placeholder that it has to hold. */
function misspelt(error: ErrorObject): string {
  const due = [...described(error).matchAll(/holds \{(\w+)\}/gu)].flatMap(([, name]) => name ?? []);
  const { data } = error;
  if (due.length === 0 || typeof data !== 'string') return '';
  const reason = misspeltAddress(data, [...due, 'version']);
  return reason === undefined ? '' : `: it ${reason}`;
}

function alternatives(schema: unknown): string {
  return Array.isArray(schema) ? schema.map((value) => JSON.stringify(value)).join(' or ') : JSON.stringify(schema);
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
};

function types(schema: unknown): string {
  return [schema]
    .flat()
    .map((type) => TYPE_WORDS[String(type)] ?? String(type))
    .join(' or ');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
