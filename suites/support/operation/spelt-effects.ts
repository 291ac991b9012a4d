import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isKept } from '../payload/kept-values.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { effectState, stateOf } from './deal-state.ts';
import { members } from './operation-outcome.ts';
import type { Deal } from './operation-requests.ts';

type Members = Readonly<Record<string, unknown>>;

/** What was sent for a deal of its own, and the members that the deal has to show of it. */
export interface Sent {
  /** Undefined where what was sent names none. */
  readonly deal: Deal | undefined;
  readonly due: Members;
  readonly answer: Answer;
}

/** Sends the same with this Content-Type, for another deal. */
export type SendAnew = (type: string) => Promise<Sent>;

/** A request in another spelling of its type, and that in which it is usually sent. */
interface Spelt {
  readonly type: string;
  readonly usual: string;
}

/** A deal that shows other values than were sent. */
interface Wrong extends Sent {
  readonly deal: Deal;
  readonly names: readonly string[];
  readonly shown: Members;
  readonly reading: Answer;
}

/**
 * Demands that what was answered with success has the values that were sent, as it has with the usual type: a parser that passes a type
 * over loses them (RFC 9110 8.3.1). Others may change a deal meanwhile, so it is seen each time.
 */
export async function showsWhatWasSent(
  trial: Trial,
  { type, usual }: Spelt,
  first: Sent,
  anew: SendAnew,
): Promise<void> {
  const wrong = await wrongAfter(trial, first);
  if (wrong === undefined) return;
  const known = await wrongAfter(trial, await anew(usual));
  const isJudged = (name: string): boolean => known?.names.includes(name) !== true;
  if (!wrong.names.some(isJudged)) return;
  const seen = await seenEachTime<Wrong>(wrong, async () => {
    const again = await wrongAfter(trial, await anew(type));
    return again?.names.some(isJudged) === true ? again : undefined;
  });
  // What comes late may have come meanwhile.
  if (seen === undefined || !(await isStill(trial, seen))) return;
  const names = seen.names.filter(isJudged);
  const due = `${members(names, seen.due)} with Content-Type: ${type}, as with ${usual}`;
  fail(due, members(names, seen.shown), seen.answer, seen.reading);
}

/** What a deal shows otherwise than it was sent; undefined where all is right, or where nothing can be seen. */
async function wrongAfter(trial: Trial, sent: Sent): Promise<Wrong | undefined> {
  const { deal, due, answer } = sent;
  if (deal === undefined || !answer.succeeded || answer.status === 202) return undefined;
  const after = await effectState(trial, deal, due, answer);
  const shown = after?.shown;
  if (after === undefined || shown === undefined) return undefined;
  const names = Object.keys(due).filter((name) => !isKept(shown[name], due[name], undefined));
  return names.length === 0 ? undefined : { ...sent, deal, names, shown, reading: after.answer };
}

async function isStill(trial: Trial, { deal, names, due }: Wrong): Promise<boolean> {
  const shown = (await stateOf(trial, deal))?.shown;
  return shown !== undefined && names.some((name) => !isKept(shown[name], due[name], undefined));
}
