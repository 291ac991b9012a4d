import type { Answer } from '../../../core/answer.ts';
import { decodeSegment } from '../../../core/http/address.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { changes, type State } from './deal-state.ts';
import { readyDeal } from './operation-evidence.ts';
import { command, isSeen, undoing } from './operation-repeats.ts';
import type { Deal } from './operation-requests.ts';
import type { Asked } from './operation-subjects.ts';

/** Ids as they stand in a path, percent-encoded, each of which is another one than those before it, and like one of them. */
export function likeIds(unique: string): readonly string[] {
  const long = `Case-${unique}`.padEnd(LONG - 1, 'x');
  const digits = digitsOf(unique);
  return [
    `Case-${unique}`,
    // A path is compared with case (RFC 9110 4.2.3).
    `case-${unique}`,
    `Case${unique}`,
    `Case-${unique}%20x`,
    // A plus is a blank in forms alone.
    `Case-${unique}+x`,
    // Decoded once (RFC 3986 2.4).
    `Case%252D${unique}`,
    `${long}1`,
    `${long}2`,
    // Beyond what a number of 64 bits holds.
    `${digits}1`,
    `${digits}2`,
  ];
}

/**
 * The same with a sign after which careless readers see no more, or before which: two of them end alike behind an encoded slash. Then one
 * with a letter that is not seen, one with a mark at a letter, and a number with a zero before it. Whether an id may hold such is not
 * shown: it may be refused, but what is answered with success is a command of its own.
 */
export function oddIds(unique: string): readonly string[] {
  const signs = ['%3B', ',', '%23', '%3F', '%00', '%0A', ':', '%40', '%2F'];
  return [
    ...signs.map((sign) => `Case-${unique}${sign}x`),
    `Other-${unique}%2Fx`,
    `Case-${unique}%E2%80%8B`,
    `Cas%C3%A9-${unique}`,
    `0${digitsOf(unique)}1`,
  ];
}

function digitsOf(unique: string): string {
  return Array.from(unique, (char) => char.charCodeAt(0)).join('');
}

/** An id of that length is taken by all: see `commandIds`. */
const LONG = 100;

/** What is sent in turn to one deal: a command, and the one that undoes it. */
interface Turns {
  readonly asked: readonly [Asked, Asked];
  readonly deal: Deal;
}

/**
 * Sends a command and the one that undoes it in turn, each under an id that is like an earlier one: the client chose another id (document
 * 4.2 F, G), so that each is to be carried out. Gives no witness where nothing undoes it, or where the deal was not seen to show that.
 */
export async function likeIdsAreOthers(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const undo = undoing(trial, asked);
  if (undo === undefined || !(await isSeen(trial, undo))) return [];
  const turns: Turns = { asked: [asked, undo], deal: await readyDeal(trial, asked) };
  const unique = trial.unique();
  const [odd, ids] = [oddIds(unique), likeIds(unique)];
  for (const id of [...ids, ...odd]) trial.records.fresh.mint(decodeSegment(id));
  const [first = '', ...others] = ids;
  const { answer, state } = await command(trial, asked, turns.deal, first);
  if (!answer.succeeded || state?.shown === undefined || state.pending) return [];
  const witness: Answer[] = [answer];
  let before: State = state;
  let turn: 0 | 1 = 1;
  for (const id of [...others, ...odd]) {
    const next = await isCarriedOut(trial, turns, turn, { id, before, mayBeRefused: odd.includes(id) });
    witness.push(next.answer);
    // After a refusal it is still the turn of this command.
    if (next.isRefused === true) continue;
    if (next.state === undefined) break;
    before = next.state;
    turn = turn === 1 ? 0 : 1;
  }
  return witness;
}

/** Demands that the command under this id is carried out; gives no state where the deal shows no more. */
async function isCarriedOut(
  trial: Trial,
  { asked, deal }: Turns,
  turn: 0 | 1,
  { id, before, mayBeRefused }: { readonly id: string; readonly before: State; readonly mayBeRefused: boolean },
): Promise<{ readonly answer: Answer; readonly state?: State; readonly isRefused?: true }> {
  const { answer, state } = await command(trial, asked[turn], deal, id);
  if (mayBeRefused && isRefusal(answer)) return { answer, isRefused: true };
  const isDone = answer.succeeded && (state?.shown === undefined || state.pending || changes(before, state).length > 0);
  if (isDone) return { answer, ...(state?.shown === undefined || state.pending ? {} : { state }) };
  // How often a deal may go to and fro is not shown (document 3): what is carried out under an id like none is refused for its id.
  const control = await command(trial, asked[turn], deal);
  const isForItsId =
    control.answer.succeeded && control.state?.shown !== undefined && changes(before, control.state).length > 0;
  if (!isForItsId) return { answer };
  const what = answer.succeeded ? 'the deal as it was' : `status ${answer.brief}`;
  fail(`the command under the new id ${id} to be carried out`, what, before.answer, answer, control.answer);
}
