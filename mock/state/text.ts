import { isObject } from '../../core/representation/json-value.ts';
import type { Json, JsonObject } from '../../fixtures/json.ts';
import type { Seed } from '../../fixtures/seed.ts';
import { violationsOf } from '../control/body-validation.ts';
import { unsafeIn } from '../service/body.ts';
import type { Violation } from '../service/problems.ts';
import { keepDigits, placeOfMistake } from './exact-json.ts';
import { imageOfSeed, type StateImage } from './image.ts';

/** What a text says: a state, or why it cannot be read as one. */
export type ReadState =
  | { readonly image: StateImage; readonly violations: readonly [] }
  | { readonly image: undefined; readonly violations: readonly Violation[] };

/** Reads a seed or a saved state; numbers are kept digit by digit. */
export function readState(text: string): ReadState {
  const plain = parsed(text);
  if ('violations' in plain) return { image: undefined, violations: plain.violations };
  const violations = violationsInState(plain.value);
  if (violations.length > 0) return { image: undefined, violations };
  // The schemas have said that it is one of the two.
  const exact = keepDigits(text, plain.value) as unknown as Seed | StateImage;
  return { image: imageIn(exact), violations: [] };
}

function parsed(text: string): { readonly value: Json } | { readonly violations: readonly Violation[] } {
  try {
    return { value: JSON.parse(text) as Json }; // JSON.parse gives what JSON can write and nothing else
  } catch (cause) {
    const why = withoutQuote(cause instanceof Error ? cause.message : String(cause));
    const place = placeOfMistake(text);
    const where = place === undefined ? '' : ` (line ${place.line}, column ${place.column})`;
    return { violations: [{ pointer: '', detail: `is not JSON${where}: ${why}` }] };
  }
}

// `Unexpected token 'h', ..."cookie":hunter2"... is not valid JSON`: the text may be of a file that was named by mistake.
function withoutQuote(message: string): string {
  return message.endsWith(' is not valid JSON') ? message.replace(/, (?:\.\.\.)?".*$/su, '') : message;
}

/** Everything in which a value is neither a seed nor a saved state. */
function violationsInState(value: Json): readonly Violation[] {
  const isSaved = isObject(value) && Object.hasOwn(value, 'format');
  const violations = violationsOf(isSaved ? 'state' : 'seed', value);
  if (violations.length > 0) return violations;
  // A record stands at most this much deeper in a state than in the request that brought it.
  const unsafe = unsafeIn(value, WITHIN_STATE);
  return unsafe.length > 0 ? unsafe : repeatedIds(value as JsonObject); // the schema has said that it is an object
}

const WITHIN_STATE = 5;

function repeatedIds(state: JsonObject): readonly Violation[] {
  return ['users', 'deals', 'commands'].flatMap((name) => {
    const seen = new Map<string, number>();
    // The schema has said that these are arrays of records, or absent.
    const records = (state[name] ?? []) as readonly { readonly id: string | number }[];
    return records.flatMap(({ id }, i) => {
      const first = seen.get(String(id));
      if (first === undefined) seen.set(String(id), i);
      return first === undefined ? [] : [{ pointer: `/${name}/${i}/id`, detail: `is the id of /${name}/${first} too` }];
    });
  });
}

function imageIn(exact: Seed | StateImage): StateImage {
  if (!('format' in exact)) return imageOfSeed(exact);
  const { format, deals, users, commands, gone, lastNumber } = exact;
  return { format, deals, users, commands, gone, lastNumber };
}
