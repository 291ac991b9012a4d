import type { Json, JsonObject } from '../../../core/target.ts';

/** What may stand in place of a value that has another JSON type. */
export interface WrongType {
  readonly told: string;
  readonly inPlaceOf: (value: Json) => Json;
  /** Whether it holds the value itself, so that a record with it is known as one of the run. */
  readonly holdsValue?: true;
}

// Deep for a value, and far from the depth at which a reader may rightly give up.
const LEVELS = 50;
// Stands for what no value of JavaScript is written as.
const MARK = 'assayer 1e400';

const LIST: WrongType = { told: 'a list', inPlaceOf: (value) => [value], holdsValue: true };
const DEEP: WrongType = { told: `${LEVELS} lists in one another`, inPlaceOf: nested, holdsValue: true };
const OBJECT: WrongType = { told: 'an object', inPlaceOf: () => ({ not: 'a value' }) };
const TRUE: WrongType = { told: 'true', inPlaceOf: () => true };
const NUMBER: WrongType = { told: 'a number', inPlaceOf: () => 42 };
const WORD: WrongType = { told: 'a word', inPlaceOf: () => 'many' };
// JSON sets no limit to numbers (RFC 8259 6). Many a reader takes this one for infinite, which JSON cannot write.
const HUGE: WrongType = { told: 'the number 1e400', inPlaceOf: () => MARK };
export const NULL: WrongType = { told: 'null', inPlaceOf: () => null };

function nested(value: Json): Json {
  return Array.from({ length: LEVELS }).reduce<Json>((inner) => [inner], value);
}

function typesBeside(value: Json): readonly WrongType[] {
  if (typeof value === 'number') return [OBJECT, LIST, TRUE, WORD, HUGE, DEEP, NULL];
  if (typeof value === 'boolean') return [OBJECT, LIST, NUMBER, WORD, HUGE, DEEP, NULL];
  return [OBJECT, LIST, TRUE, NUMBER, HUGE, DEEP, NULL];
}

/** A body as JSON, with the huge number where it stands. */
export function written(body: Json): string {
  return JSON.stringify(body).replaceAll(`"${MARK}"`, '1e400');
}

/** A member of a sample, and what is sent in its place. */
export interface WronglyTyped {
  readonly member: string;
  readonly wrong: WrongType;
}

/**
 * Wrong types for the members of a sample that are no lists and no objects: all of them for the first text, the first number and so
 * on, and another one each for the others. A member that may not be lost stays inside of what is sent for it.
 */
export function wronglyTyped(sample: JsonObject, mayLose: (member: string) => boolean): readonly WronglyTyped[] {
  const met = new Set<string>();
  return Object.entries(sample).flatMap(([member, value], i) => {
    if (value !== null && typeof value === 'object') return [];
    const types = typesBeside(value).filter(({ holdsValue }) => holdsValue === true || mayLose(member));
    const kind = `${typeof value} ${types.length}`;
    const tried = met.has(kind) ? types.slice(i % types.length).slice(0, 1) : types;
    met.add(kind);
    return tried.map((wrong) => ({ member, wrong }));
  });
}

/** The sample with that in its place. */
export function withWrongType(sample: JsonObject, { member, wrong }: WronglyTyped): JsonObject {
  return { ...sample, [member]: wrong.inPlaceOf(sample[member] ?? null) };
}
