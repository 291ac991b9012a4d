import { CLAIM_NAMES, type Claims, FORMS, REPRESENTATIONS, SELECTORS } from '../core/claims.ts';
import { nearest } from './nearest.ts';
import { TargetProblem } from './problem.ts';

type Value = string | number | boolean;

/** What each claim may be; `list` takes any number of them, with `none` for an empty one. */
const ALLOWED: Readonly<Record<keyof Claims, { readonly list?: true; readonly values: readonly Value[] }>> = {
  operationForms: { list: true, values: FORMS },
  emptyQuery: { values: [200, 204] },
  deleted: { values: [404, 410] },
  commandQuery: { values: [true, false] },
  representations: { list: true, values: REPRESENTATIONS },
  selectors: { list: true, values: SELECTORS },
  create: { values: ['created', 'full-result'] },
  session: { values: ['presence', 'validated', 'none'] },
  validators: { values: [true, false] },
  indexBase: { values: [0, 1] },
};

/** Reads `--claim key=value` pairs; a later one wins. Throws a TargetProblem that names what is allowed. */
export function parseClaims(pairs: readonly string[]): Partial<Claims> {
  return Object.assign({}, ...pairs.map(parseClaim));
}

function parseClaim(pair: string): Partial<Claims> {
  const at = pair.indexOf('=');
  if (at < 1) throw new TargetProblem(`--claim ${pair}: write it as key=value, such as emptyQuery=204.`);
  const key = claimNamed(pair.slice(0, at).trim());
  const text = pair.slice(at + 1).trim();
  const { list, values } = ALLOWED[key];
  return { [key]: list === true ? parseList(key, text, values) : parseOne(key, text, values) };
}

function claimNamed(name: string): keyof Claims {
  const found = CLAIM_NAMES.find((known) => known === name);
  if (found !== undefined) return found;
  const near = nearest(name, CLAIM_NAMES);
  const hint = near === undefined ? `The claims are ${CLAIM_NAMES.join(', ')}.` : `Did you mean ${near}?`;
  throw new TargetProblem(`--claim ${name}: there is no such claim. ${hint}`);
}

function parseList(key: string, text: string, values: readonly Value[]): readonly Value[] {
  if (text === 'none' || text === '') return [];
  return [...new Set(text.split(',').map((entry) => parseOne(key, entry.trim(), values)))];
}

function parseOne(key: string, text: string, values: readonly Value[]): Value {
  const found = values.find((value) => String(value).toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  const isList = ALLOWED[key as keyof Claims].list === true; // claimNamed gave it
  const allowed = `${values.join(', ')}${isList ? ' (several with commas between), or none' : ''}`;
  throw new TargetProblem(`--claim ${key}=${text}: "${text}" is not allowed there. Allowed: ${allowed}.`);
}
