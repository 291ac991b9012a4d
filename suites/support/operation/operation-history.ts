import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Json, JsonObject, Operation } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { unknownMembers } from '../create/further-members.ts';
import { type Created, create, samplePayload } from '../evidence.ts';
import { KEEPING } from '../keeping-writes.ts';
import { entryOf, mayBeKept } from '../listed-changes.ts';
import { OF_A_HOLD } from '../model/compare.ts';
import { isNothing } from '../nothing.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf } from '../subjects.ts';
import { isWholeNewDeal, walkRequest } from './attribute-walks.ts';
import { changes, isSame, type State, showsDue, stateIn } from './deal-state.ts';
import { type Before, dueAfter, type KnownOperation, type Members, nextDue } from './operation-dues.ts';
import { settled } from './operation-evidence.ts';
import { members } from './operation-outcome.ts';
import { type Deal, otherParameters, sampleParameters } from './operation-requests.ts';
import { type Asked, askedIn } from './operation-subjects.ts';
import { inWords, type Walk, type WalkStep } from './operation-walks.ts';

/** A deal on its walk. */
interface Walker extends Before {
  readonly deal: Deal;
  readonly steps: readonly WalkStep[];
  readonly last: Seen;
}

/** A reading of a deal that showed it. */
type Seen = State & { readonly shown: Members };

/**
 * Takes a deal through operations, one after the other. Each that is answered with success has its effect, and leaves what it is not
 * about; each that is refused leaves the deal as it was; another deal of the same name stays as it was. Which states allow an operation
 * is not shown (document 3), so that a refusal is no fault.
 */
export async function keepsItsHistory(trial: Trial, walk: Walk): Promise<readonly Answer[]> {
  const made = await dealsOfOneName(trial, walk.hasNamesake ? 2 : 1);
  // The last one is worked on: what goes wrong by one deal hits the one before as well as the next.
  const [deal, other] = [...made].reverse();
  if (deal === undefined) return [];
  const namesake = other === undefined ? undefined : await seenBefore(trial, other);
  const first = await look(trial, deal);
  if (first === undefined) return [];
  const created = Object.entries(first.shown).filter(([name, value]) => name in deal.payload && !isNothing(value));
  const start = { deal, steps: [], done: [], last: first, shown: first.shown, due: Object.fromEntries(created) };
  let walker: Walker | undefined = start;
  for (const step of walk.steps) {
    const asked = askedIn(trial.target, step.operation, step.form);
    if (walker !== undefined && isItsTime(walker, step.operation)) walker = await take(trial, asked, walker, step);
    if (walker !== undefined && !KEEPING.includes(step.operation.name)) await listedAsRead(trial, walker);
  }
  return [first.answer, ...(await isAsBefore(trial, namesake, walk))];
}

/**
 * Demands of a deal that may have ended that the collection shows what it was created with as it is read by its id (document 4.4), where both
 * show that. A list may follow a little later, and what caches may keep is rightly old (RFC 9111 4.2).
 */
async function listedAsRead(trial: Trial, { deal, last, steps }: Walker): Promise<void> {
  const { list } = resourceOf(trial);
  if (list === undefined) return;
  const otherIn = (answer: Answer): readonly string[] => {
    const entry = mayBeKept(answer) ? undefined : entryOf(trial, deal, answer);
    const both = Object.keys(deal.payload).filter((name) => entry !== undefined && name in entry && name in last.shown);
    return both.filter((name) => !isSame(trimmed(entry?.[name]), trimmed(last.shown[name])));
  };
  const listed = await trial.until(
    () => trial.send({ method: 'GET', address: list.address }),
    (answer) => otherIn(answer).length === 0,
    PATIENCE_MS,
  );
  const other = otherIn(listed);
  if (other.length === 0) return;
  const still = await look(trial, deal);
  // What changes by itself says nothing.
  if (still === undefined || changes(last, still).length > 0) return;
  const due = `${members(other, last.shown)} in the collection after ${inWords(steps)}, as the deal itself shows`;
  fail(due, members(other, entryOf(trial, deal, listed) ?? {}), still.answer, listed);
}

/** A list may show texts without the blanks at their ends. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** What undoes an operation follows it. */
function isItsTime({ done }: Walker, { after }: Operation): boolean {
  return after === undefined || done.some(({ name }) => name === after);
}

/** Takes one step; undefined where nothing can be said any more. */
async function take(trial: Trial, asked: Asked, walker: Walker, step: WalkStep): Promise<Walker | undefined> {
  const { deal, last } = walker;
  const parameters = (step.hasOtherValues ? otherParameters : sampleParameters)(asked, deal.unique);
  const request = walkRequest(trial, asked, deal, parameters);
  const answer = await trial.send(request);
  const steps = [...walker.steps, step];
  if (isRefusal(answer)) return isUnmoved(trial, { ...walker, steps }, answer);
  const known = answer.succeeded ? await knownOf(trial, asked) : undefined;
  if (known === undefined) return undefined;
  const due = (shown: Members): Members => dueAfter(walker, known, parameters, shown);
  const wrongIn = (shown: Members): readonly string[] =>
    Object.entries(due(shown)).flatMap(([member, value]) => (showsDue(shown[member], value) ? [] : [member]));
  const read = await trial.until(
    () => trial.send({ method: 'GET', address: deal.address }),
    (reading) => wrongIn(seenIn(trial, deal, reading)?.shown ?? {}).length === 0,
  );
  const seen = seenIn(trial, deal, read);
  if (seen === undefined) return undefined;
  const { shown } = seen;
  const wrong = wrongIn(shown);
  // What was accepted alone (202) may show later.
  const mayBe = answer.status === 202 || isWholeNewDeal(asked, request, due(shown), shown);
  if (wrong.length > 0 && mayBe) return undefined;
  if (wrong.length > 0)
    fail(`${members(wrong, due(shown))} after ${inWords(steps)}`, members(wrong, shown), last.answer, answer, read);
  const next = nextDue(walker, known, deal.payload, shown);
  return { deal, steps, done: [...walker.done, asked.operation], last: seen, shown, due: next };
}

async function isUnmoved(trial: Trial, walker: Walker, refusal: Answer): Promise<Walker | undefined> {
  const { deal, last, steps } = walker;
  const seen = await look(trial, deal);
  const other = seen === undefined ? [] : changes(last, seen);
  if (seen !== undefined && other.length > 0) {
    const due = `the deal unchanged after ${inWords(steps)}, of which the last was answered ${refusal.status}`;
    fail(due, other.join('; '), last.answer, refusal, seen.answer);
  }
  return seen === undefined ? undefined : { ...walker, last: seen };
}

/** What an operation does to a fresh deal; undefined where that was not seen. */
async function knownOf(trial: Trial, asked: Asked): Promise<KnownOperation | undefined> {
  const { operation } = asked;
  const undone = trial.target.operations.find(({ name }) => name === operation.after);
  const first = undone === undefined ? undefined : await settled(trial, askedIn(trial.target, undone, asked.form));
  if (first !== undefined && (!first.answer.succeeded || first.after?.pending === true)) return undefined;
  const { deal, what, before, after, answer } = await settled(trial, asked);
  const [a, b] = [before?.shown, after?.shown];
  if (!answer.succeeded || after?.pending !== false || a === undefined || b === undefined) return undefined;
  const due = fillEffect(operation.effect, what.parameters);
  // No operation takes away what was sent on creation; flags alone may be taken back.
  const isTaken = (name: string): boolean => name in deal.payload && isNothing(b[name]) && typeof a[name] !== 'boolean';
  // What an operation does to other members is its own matter, but those of a hold have their meaning (document 2).
  const mayMove = (name: string): boolean => !OF_A_HOLD.includes(name) && !isTaken(name);
  const moved = Object.keys({ ...a, ...b }).filter((name) => !isSame(a[name], b[name]) && mayMove(name));
  const shows = Object.keys(due).filter((name) => isSame(b[name], due[name]));
  return { operation, undone, moved: new Set(moved), shows: new Set(shows) };
}

/** Fresh deals with the same values, and with further parameters that are not refused; those alone that the service makes. */
async function dealsOfOneName(trial: Trial, count: number): Promise<readonly Deal[]> {
  const unique = trial.unique();
  const payload = samplePayload(resourceOf(trial), unique);
  const all = unknownMembers(trial.unique());
  const { assayerRemark } = all;
  for (const further of [{ ...all, ...inLetters(payload, unique) }, all, { assayerRemark }]) {
    const one = { ...payload, ...further };
    const records = await Promise.all(Array.from({ length: count }, () => create(trial, () => one)));
    if (!records.every(({ answer }) => isRefusal(answer))) return dealsAmong(records);
  }
  return dealsAmong([await create(trial, () => payload)]);
}

/**
 * Texts of the sample, by which the deal is known, and one of its own in both cases and with blanks at their ends: these may be taken away on
 * creation, and not by an operation.
 */
function inLetters(payload: JsonObject, unique: string): JsonObject {
  const own = Object.entries(payload).filter(([, value]) => typeof value === 'string' && value.includes(unique));
  const texts = own.map(([name, value]): [string, Json] => [name, `${String(value)} & Sons, ZOË `]);
  return { ...Object.fromEntries(texts), assayerLetters: '  As AGREED  ' };
}

function dealsAmong(records: readonly Created[]): readonly Deal[] {
  const deals = records.flatMap((record) => named(record) ?? []);
  return deals.filter(({ id }, i) => deals.findIndex((one) => one.id === id) === i);
}

function named(record: Created): Deal | undefined {
  const { answer, address, id } = record;
  return answer.succeeded && address !== undefined && id !== undefined ? { ...record, address, id } : undefined;
}

interface Namesake {
  readonly deal: Deal;
  readonly before: Seen;
}

async function seenBefore(trial: Trial, deal: Deal): Promise<Namesake | undefined> {
  const before = await look(trial, deal);
  return before === undefined ? undefined : { deal, before };
}

async function isAsBefore(trial: Trial, namesake: Namesake | undefined, walk: Walk): Promise<readonly Answer[]> {
  if (namesake === undefined) return [];
  const { deal, before } = namesake;
  const after = await look(trial, deal);
  const other = after === undefined ? [] : changes(before, after);
  if (after === undefined || other.length === 0) return [before.answer];
  const due = `a deal unchanged by ${inWords(walk.steps)} on another one of the same name`;
  fail(due, other.join('; '), before.answer, after.answer);
}

async function look(trial: Trial, deal: Deal): Promise<Seen | undefined> {
  return seenIn(trial, deal, await trial.send({ method: 'GET', address: deal.address }));
}

/** A reading of a deal, with the further parameter that it was created with. */
function seenIn(trial: Trial, { payload }: Deal, answer: Answer): Seen | undefined {
  const { shown, ...state } = stateIn(trial, answer, Object.keys(payload));
  return shown === undefined ? undefined : { ...state, shown };
}
