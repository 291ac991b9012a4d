import type { Answer } from '../answer.ts';
import type { Bystander } from '../guard/states.ts';
import { parseJson } from '../representation/json.ts';
import { isObject, textsIn } from '../representation/json-value.ts';
import { sameValue } from '../representation/same-value.ts';
import type { Shown } from './lasting.ts';
import { isOfNow, type Span } from './moments.ts';

/**
 * Whether a record shows a text that the change sent, and did not before. One that another run of this tool made shows texts of the same
 * target file, and is left out.
 */
export function showsWhatWasSent(other: Bystander, answer: Answer): boolean {
  return !textsIn(other.now).some((text) => /assayer/iu.test(text)) && cameToShow(other, answer);
}

/** Whether a record, whoever made it, shows a text that the change sent, and did not before. */
export function cameToShow({ before, now }: Shown, { exchange }: Answer): boolean {
  const { body } = exchange.request;
  const sent = body === null ? [] : textsIn(parseJson(new TextDecoder().decode(body)));
  const [was, is] = [textsIn(before), textsIn(now)];
  return sent.some((text) => text.length >= LEAST_TEXT && is.includes(text) && !was.includes(text));
}

/**
 * Whether two records came to the same value of a member, or lost the same one. Where they did not, it is somebody else who changed the
 * other one meanwhile: what a request does to both is alike. Nothing is said by a moment of now, which a job may write into every
 * record, nor by a count, which goes up with every change of whomever.
 */
export function changedAlike(own: Shown, other: Shown, span: Span): boolean {
  if (![own.before, own.now, other.before, other.now].every(isObject)) return true;
  const others = changedMembers(other);
  return [...changedMembers(own)].some(([name, ours]) => {
    const theirs = others.get(name);
    if (theirs === undefined || isOfNow(ours.now, span) || (isOneMore(ours) && isOneMore(theirs))) return false;
    return sameValue(theirs.now, ours.now);
  });
}

function isOneMore({ before, now }: Shown): boolean {
  return typeof before === 'number' && now === before + 1;
}

/** The names of the members that are shown otherwise than before. */
export function namesChanged(shown: Shown): readonly string[] {
  return [...changedMembers(shown).keys()];
}

/** A run sends fewer requests: what counts them, or the records that name this one, went up by less. */
const MOST_COUNTED = 20_000;

/**
 * Whether all that changed is counters that went up, as those of readings or of records that name this one do: whole numbers, by no more than
 * a run may bring about. `isOther`: whether a member is no counter for another reason: the run sends it, as a price, or it names a record.
 */
export function onlyCountedUp(shown: Shown, isOther: (name: string) => boolean): boolean {
  return [...changedMembers(shown)].every(([name, one]) => hasGrown(one) && isCount(one) && !isOther(name));
}

function isCount({ before, now }: Shown): boolean {
  return Number.isSafeInteger(before) && Number.isSafeInteger(now) && Number(now) - Number(before) <= MOST_COUNTED;
}

/** Whether a value is a number that went up. */
export function hasGrown({ before, now }: Shown): boolean {
  return typeof before === 'number' && typeof now === 'number' && now > before;
}

/** The members that are shown otherwise than before. */
export function changedMembers({ before, now }: Shown): ReadonlyMap<string, Shown> {
  const [old, all] = [isObject(before) ? before : {}, isObject(now) ? now : {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(all)])];
  return new Map(
    names
      .filter((name) => !sameValue(old[name], all[name]))
      .map((name) => [name, { before: old[name], now: all[name] }]),
  );
}

/** A shorter text may be set by somebody else at the same moment. */
const LEAST_TEXT = 8;
