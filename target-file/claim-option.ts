import { CLAIM_NAMES, CLAIMS, type Claims, isList } from '../core/claims.ts';
import { nearest } from '../core/nearest.ts';
import { TargetProblem } from './problem.ts';

type Value = string | number | boolean;

/** Reads `--claim key=value` pairs; a later one wins. Throws a TargetProblem that names what is allowed. */
export function parseClaims(pairs: readonly string[]): Partial<Claims> {
  return Object.assign({}, ...pairs.map(parseClaim));
}

function parseClaim(pair: string): Partial<Claims> {
  const at = pair.indexOf('=');
  if (at < 1) throw new TargetProblem(`--claim ${pair}: write it as key=value, such as emptyQuery=204.`);
  const key = claimNamed(pair.slice(0, at).trim());
  const text = pair.slice(at + 1).trim();
  return { [key]: isList(key) ? parseList(key, text) : parseOne(key, text) };
}

function claimNamed(name: string): keyof Claims {
  const found = CLAIM_NAMES.find((known) => known === name);
  if (found !== undefined) return found;
  const near = nearest(name, CLAIM_NAMES);
  const hint = near === undefined ? `The claims are ${CLAIM_NAMES.join(', ')}.` : `Did you mean ${near}?`;
  throw new TargetProblem(`--claim ${name}: there is no such claim. ${hint}`);
}

function parseList(key: keyof Claims, text: string): readonly Value[] {
  if (text === 'none' || text === '') return [];
  return [...new Set(text.split(',').map((entry) => parseOne(key, entry.trim())))];
}

function parseOne(key: keyof Claims, text: string): Value {
  const values: readonly Value[] = CLAIMS[key].values;
  const found = values.find((value) => String(value).toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  const allowed = `${values.join(', ')}${isList(key) ? ' (several with commas between), or none' : ''}`;
  throw new TargetProblem(`--claim ${key}=${text}: "${text}" is not allowed there. Allowed: ${allowed}.`);
}
