import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Json, JsonObject } from '../../../core/target.ts';
import { otherCaseAt } from '../other-case.ts';
import type { Before } from './carried-out.ts';
import { stateOf } from './deal-state.ts';
import { readyDeal } from './operation-evidence.ts';
import { operationRequest, particulars, sampleParameters } from './operation-requests.ts';
import { type Asked, rotated } from './operation-subjects.ts';

/** A deal, and what was refused of it. */
interface Refused extends Before {
  readonly answers: readonly Answer[];
}

const TURNS: readonly number[] = [0, 1, 2];

/**
 * A deal on which the operation was refused, as its required parameters were there in other letters alone: names are compared letter for letter
 * (RFC 8259 8.3), so that they are missing (document 7, 400). The caller looks at the deal in the end. Some readers take names without case, and
 * then it is another deal, to which nothing was done.
 */
export async function refusedInOtherCase(trial: Trial, asked: Asked): Promise<Refused> {
  const deal = await readyDeal(trial, asked);
  const before = await stateOf(trial, deal);
  const [turn = 0] = rotated(trial, TURNS, 1);
  const parameters = renamed(asked, sampleParameters(asked, trial.unique()), turn);
  if (parameters === undefined) return { deal, before, answers: [] };
  const answer = await trial.send(operationRequest(asked, particulars(asked, deal, trial.unique(), parameters)));
  if (isRefusal(answer)) return { deal, before, answers: [answer] };
  const another = await readyDeal(trial, asked);
  return { deal: another, before: await stateOf(trial, another), answers: [answer] };
}

/** The parameters with each required one in other letters; undefined in form D, whose attributes have names of their own. */
function renamed({ operation, spelling }: Asked, sample: JsonObject, turn: number): JsonObject | undefined {
  if (typeof spelling.payload !== 'string') return undefined;
  const required = new Set(operation.parameters.flatMap((one) => (one.required ? [one.name] : [])));
  const nameOf = (name: string): string => (required.has(name) ? (otherCaseAt(name, turn) ?? name) : name);
  const renamed = Object.entries(sample).map(([name, value]): [string, Json] => [nameOf(name), value]);
  return renamed.every(([name]) => name in sample) ? undefined : Object.fromEntries(renamed);
}
