import type { Answer } from '../../../core/answer.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { entryId } from '../evidence.ts';
import { isNothing } from '../nothing.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';
import { isSame } from './deal-state.ts';
import type { Deal } from './operation-requests.ts';

/** A deal after an operation, and the members that show its effect in the JSON of the deal itself. */
export interface Effect {
  readonly deal: Deal;
  readonly shown: Readonly<Record<string, unknown>>;
  readonly judged: readonly string[];
}

/** The members of the effect that an answer with several deals shows otherwise than the deal itself. */
export function behindIn(trial: Trial, answer: Answer, { deal, shown, judged }: Effect): readonly string[] {
  const entry = answer.status === 200 ? entryOf(trial, answer, deal.id) : undefined;
  if (entry === undefined) return [];
  const others = entriesIn(trial, answer);
  const isListed = (member: string): boolean => others.some((one) => isObject(one) && !isNothing(one[member]));
  return judged.filter((member) => {
    if (!(member in entry)) return !isNothing(shown[member]) && isListed(member);
    const isText = typeof shown[member] === 'boolean' && typeof entry[member] === 'string';
    return isText || !isSame(entry[member], shown[member]);
  });
}

/** What an answer with several deals shows of one. */
export function entryOf(trial: Trial, answer: Answer, id: string): Readonly<Record<string, unknown>> | undefined {
  const resource = resourceOf(trial);
  const entry = entriesIn(trial, answer).find(
    (one) => entryId(one, resource) === id || (isObject(one) && idText(one['id']) === id),
  );
  return isObject(entry) ? entry : undefined;
}

function entriesIn(trial: Trial, answer: Answer): readonly unknown[] {
  const { value } = answer.representation;
  return [...entriesOf(answer, resourceOf(trial)), ...(Array.isArray(value) ? value : [])];
}
