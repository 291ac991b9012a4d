import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource, Target } from '../../../core/target.ts';
import type { Deal } from '../operation/operation-requests.ts';
import { resourceOf } from '../subjects.ts';
import type { LookUp } from './lookups.ts';
import type { Ask, Common } from './sides.ts';

/** One sequence under way on both sides. */
export interface Stage {
  readonly trial: Trial;
  readonly target: Target;
  readonly deals: Resource;
  readonly lookUps: readonly LookUp[];
  readonly patience: Common['patience'];
  /** Asks the reference. */
  readonly ask: Ask;
  readonly pairs: Pair[];
  /** What the target answered, step by step. */
  readonly sent: Answer[];
  /** What it answered to operations that it carried out, or may have: from the first on, what deals show is not compared any more. */
  readonly operated: Answer[];
}

/** A deal of the target and the one of the reference that lived through the same. */
export interface Pair {
  readonly ours: Deal;
  readonly theirs: Deal;
  /** `ended`: completed or cancelled, and what is possible then is not shown (3). `lost`: not to be compared any more. */
  life: 'live' | 'ended' | 'deleted' | 'lost';
  /** Operations that both carried out, in order. */
  readonly done: string[];
  /** The target refused something that the reference did, so what the two show may differ. */
  apart: boolean;
}

/** Sets the stage for one sequence, with a reference without a past. */
export function stage(trial: Trial, common: Common): Stage {
  const base = {
    trial,
    target: trial.target,
    deals: resourceOf(trial),
    lookUps: common.lookUps,
    patience: common.patience,
  };
  return { ...base, ask: common.fresh(), pairs: [], sent: [], operated: [] };
}

/** Asks the target until the answer is `due` or the settling time, and `leastMs`, are over, and notes the last answer as the step's. */
export async function askOurs(
  stage: Stage,
  request: HttpRequest,
  due: (answer: Answer) => boolean,
  leastMs = 0,
): Promise<Answer> {
  const answer = await stage.trial.until(() => stage.trial.send(request), due, leastMs);
  stage.sent.push(answer);
  return answer;
}
