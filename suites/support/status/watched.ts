import type { Answer } from '../../../core/answer.ts';
import type { RuleBody } from '../../../core/rule.ts';
import type { Remark, Trial } from '../../../core/run/trial.ts';
import { theTarget } from '../subjects.ts';

/** What such a rule sends, where it only watches. */
export const WATCHES = 'Nothing of its own: it watches every answer of the run.';

/** A rule on the whole target that watches every answer of the run. */
export function watching(body: Omit<RuleBody, 'on' | 'passive'>): RuleBody {
  return { watches: 'every-answer', ...body, on: theTarget, passive: true };
}

/** Every answer of the run: what the target was asked first, to learn what it offers, is no less an answer of its own. */
export function answersOf({ asked, seen }: Trial): readonly Answer[] {
  return [...asked, ...seen];
}

/** The first of what was watched as evidence, and a sentence about all of it. */
export function remark(witness: readonly Answer[], text: string): Remark {
  return { witness: witness.slice(0, 3), remark: text };
}

/** What was asked: the method and the URL. */
export function askedBy({ exchange }: Answer): string {
  return `${exchange.request.method} ${exchange.request.url}`;
}
