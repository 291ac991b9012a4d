import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Resource } from '../../../core/target.ts';
import { entryId } from '../evidence.ts';
import { isVolatile } from '../payload/payloads.ts';
import { entriesOf } from '../query/queries.ts';

/** What is wrong with a reading between two others that agree, in words; undefined where nothing is. */
type Judge = (before: Answer, between: Answer, after: Answer) => string | undefined;

/**
 * Demands that no answer to one request, asked many times while the run writes nothing, differs from one before it and one after
 * it that agree. Others may write meanwhile, but what they change does not come back: so a value that differs is held against the
 * target only where something is missing, or where it happens twice.
 */
export function staysAsItWas(readings: readonly Answer[], parts: Judge): void {
  let others = 0;
  for (const [i, between] of readings.entries()) {
    const [before, after] = [readings[i - 1], readings[i + 1]];
    if (before?.status !== 200 || after?.status !== 200) continue;
    const problem = unlike(before, between, after) ?? parts(before, between, after);
    if (problem === undefined) continue;
    others += problem === OTHER_VALUES ? 1 : TWICE;
    if (others < TWICE) continue;
    const { method, url } = between.exchange.request;
    fail(`${method} ${url} to be answered as before and after`, `${problem}: ${between.brief}`, before, between, after);
  }
}

const TWICE = 2;
const OTHER_VALUES = 'other values';

function unlike(before: Answer, between: Answer, after: Answer): string | undefined {
  // That nothing was found at all is told apart by when it was written to.
  if ([204, 404, 410].includes(between.status)) return undefined;
  if (between.status !== 200) return `status ${between.status}`;
  if (before.mediaType === after.mediaType && between.mediaType !== before.mediaType) return 'another Content-Type';
  if (isWhole(before) && isWhole(after) && !isWhole(between)) return 'no whole body';
  return undefined;
}

function isWhole({ size, representation }: Answer): boolean {
  return size > 0 && representation.problem === undefined;
}

/** Judges readings of one record. */
export function asRecord(envelope: string): Judge {
  const recordIn = (answer: Answer): unknown => at(answer.representation.value, envelope);
  return (before, between, after) => differenceIn(recordIn(before), recordIn(between), recordIn(after));
}

function differenceIn(before: unknown, between: unknown, after: unknown): string | undefined {
  if (!isObject(before) || !isObject(after)) return undefined;
  if (!isObject(between)) return 'no record';
  const lasting = Object.keys(before).filter((name) => !isVolatile(name) && isSame(before[name], after[name]));
  const lost = lasting.filter((name) => isNothing(between[name]) && !isNothing(before[name]));
  if (lost.length > 0) return `no ${lost.join(', ')}`;
  return lasting.some((name) => !isSame(before[name], between[name])) ? OTHER_VALUES : undefined;
}

/**
 * Judges readings of a list. An entry that is missing counts only where it was there when the run began and nothing has come in
 * its place: on a page, what others create moves the last entry out.
 */
export function asList(resource: Resource, first: Answer | undefined): Judge {
  return asEntries(first, (answer) =>
    entriesOf(answer, resource).flatMap((entry) => {
      const id = entryId(entry, resource);
      return id === undefined ? [] : [[id, entry] as const];
    }),
  );
}

/** The same of entries that are found in another way, each with what it is known by. */
export function asEntries(
  first: Answer | undefined,
  entriesIn: (answer: Answer) => readonly (readonly [id: string, entry: unknown])[],
): Judge {
  const old = first === undefined ? new Map<string, unknown>() : new Map(entriesIn(first));
  return (...answers) => {
    const [before, between, after] = [
      new Map(entriesIn(answers[0])),
      new Map(entriesIn(answers[1])),
      new Map(entriesIn(answers[2])),
    ];
    const isFewer = between.size < before.size && between.size < after.size;
    const isPart = [...between.keys()].every((id) => before.has(id) || after.has(id));
    const lost = [...before.keys()].filter((id) => after.has(id) && old.has(id) && !between.has(id));
    if (isFewer && isPart && lost.length > 0) return `no ${lost.slice(0, 3).join(', ')}`;
    for (const [id, entry] of between) {
      const problem = differenceIn(before.get(id), entry, after.get(id));
      if (problem !== undefined) return problem === OTHER_VALUES ? problem : `${problem} in ${id}`;
    }
    return undefined;
  };
}

/** Judges readings in XML or HTML: what stands in both others is in it, and nothing in its place says something else. */
export function asText(before: Answer, between: Answer, after: Answer): string | undefined {
  if (before.text !== after.text || between.text === before.text) return undefined;
  const [known, now] = [before.representation.strings, new Set(between.representation.strings)];
  const lost = known.filter((text) => text.trim() !== '' && !now.has(text));
  if (between.representation.strings.length < known.length && lost.length > 0)
    return `no ${lost.slice(0, 3).join(', ')}`;
  return lost.length > 0 ? OTHER_VALUES : undefined;
}

function isSame(a: unknown, b: unknown): boolean {
  return sameValue(a, b) && sameValue(b, a);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
