import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { OTHER_TAG, TAG_OF_NOBODY } from '../validator/entity-tag.ts';

const ROUNDS = 3;

/** A condition, made of the validator that a reading told. */
export interface Condition {
  readonly validator: 'ETag' | 'Last-Modified';
  /** Undefined where nothing can be asked with this value. */
  readonly ask: (value: string) => HttpRequest | undefined;
  readonly isMet: (answer: Answer) => boolean;
  readonly due: string;
}

/** Others may write meanwhile: what is wrong twice, between equal readings, is wrong. Gives the last reading. */
export async function isHeld(trial: Trial, request: HttpRequest, first: Answer, condition: Condition): Promise<Answer> {
  const { validator, ask, isMet, due } = condition;
  let current = first;
  let times = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const value = current.header(validator);
    const asked = value === undefined || current.status !== 200 ? undefined : ask(value);
    if (value === undefined || asked === undefined) return current;
    const answer = await trial.send(asked);
    if (isMet(answer)) return current;
    const after = await trial.send(request);
    const isStill = after.text === current.text && after.header(validator) === value;
    times += isStill ? 1 : 0;
    answer.owes(times < 2, `${due}, ${value}`);
    current = after;
  }
  return current;
}

/** The tag in a list without blanks, in one of two lines, and alone. */
export function listed(tag: string, n: number): readonly string[] {
  const all = [[`${OTHER_TAG},${tag},,${TAG_OF_NOBODY}`], [TAG_OF_NOBODY, `${tag}, ${OTHER_TAG}`], [tag]];
  return all[n % all.length] ?? [tag];
}
