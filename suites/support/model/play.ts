import type { Answer } from '../../../core/answer.ts';
import { isOfLimit } from '../../../core/http/status-kinds.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { notExercised } from '../../../core/results/outcome.ts';
import type { Resource } from '../../../core/target.ts';
import { addressed, create, deletion, entryId, isIdReused, keptAfter } from '../evidence.ts';
import { entriesOf } from '../query/queries.ts';
import { type Difference, differs, isGone, lacks, saysGone, visibleDifference } from './compare.ts';
import { playOperation } from './operate.ts';
import { createdThere, deletionOf } from './sides.ts';
import { askOurs, type Pair, type Stage } from './stage.ts';
import type { Step } from './steps.ts';

/** Plays one step on both sides. A step on a deal that does not exist yet plays on one that does. */
export async function play(stage: Stage, step: Step): Promise<Difference | undefined> {
  if (step.does === 'create') return playCreation(stage);
  if (step.does === 'list') return playList(stage);
  if (step.does === 'look') return playLookUp(stage, step.at);
  const pair = stage.pairs[step.deal % Math.max(1, stage.pairs.length)];
  if (pair === undefined || pair.life === 'lost' || (await isTaken(stage, pair, step))) return undefined;
  const difference = await playOn(stage, pair, step);
  if (difference === undefined || isOthers(stage, pair)) return undefined;
  const last = stage.sent.at(-1);
  if (pair.life !== 'deleted' || last === undefined) return difference;
  // The address may have been given to the next record just then, and the answer to its creation may still be under way.
  await stage.trial.until(
    async () => last,
    () => isOthers(stage, pair),
  );
  return isOthers(stage, pair) ? undefined : difference;
}

/** Whether a write at the address of a deleted deal would meet somebody else's: ids may come back. */
async function isTaken(stage: Stage, pair: Pair, step: Step): Promise<boolean> {
  if (isOthers(stage, pair)) return true;
  if (pair.life !== 'deleted' || step.does === 'read' || stage.deals.item === undefined) return false;
  const there = await stage.trial.send({ method: 'GET', address: pair.ours.address });
  if (there.succeeded && !there.text.includes(pair.ours.unique)) pair.life = 'lost';
  return pair.life === 'lost';
}

function isOthers({ trial }: Stage, pair: Pair): boolean {
  if (pair.life === 'deleted' && isIdReused(trial, pair.ours)) pair.life = 'lost';
  return pair.life === 'lost';
}

function playOn(
  stage: Stage,
  pair: Pair,
  step: Exclude<Step, { does: 'create' | 'list' | 'look' }>,
): Promise<Difference | undefined> {
  if (step.does === 'read') return playReading(stage, pair);
  return step.does === 'delete' ? playDeletion(stage, pair) : playOperation(stage, pair, step);
}

async function playCreation({ trial, deals, ask, pairs, sent }: Stage): Promise<Difference | undefined> {
  const record = await create(trial);
  const { answer } = record;
  sent.push(answer);
  const theirs = await createdThere(ask, deals, record.unique);
  if (theirs === undefined) throw new Error('the reference refused a payload that it took before');
  const due = deals.create?.answer === 'full-result' ? 'create/full-result' : 'create/status';
  if (isOfLimit(answer)) {
    if (pairs.length === 0)
      notExercised(`a creation was answered ${answer.brief}: the service may allow no more records`, answer);
    return undefined;
  }
  const other = differs(due, answer, theirs.answer, answer.status === theirs.answer.status);
  if (other !== undefined) return other;
  if (deals.create?.location === 'promised' && lacks('Location', answer, theirs.answer))
    return { rule: 'create/location', expected: 'a Location', actual: 'none' };
  const { id, ...rest } = addressed(record);
  if (id === undefined) notExercised('the id of a new record is not known, so no step can name it', answer);
  // A target that gives ids anew: what was deleted cannot be asked for any more.
  for (const pair of pairs) if (pair.ours.id === id) pair.life = 'lost';
  pairs.push({ ours: { ...rest, id }, theirs, life: 'live', done: [], apart: false });
  return undefined;
}

async function playReading(stage: Stage, pair: Pair): Promise<Difference | undefined> {
  const { target, deals, pairs, ask, operated } = stage;
  const theirs = await ask({ method: 'GET', address: pair.theirs.address });
  const request = { method: 'GET', address: pair.ours.address };
  const visible = (ours: Answer): Difference | undefined =>
    pair.apart || pair.life !== 'live' || operated.length > 0
      ? undefined
      : visibleDifference(deals, [ours, theirs], [pair.ours, pair.theirs]);
  if (pair.life === 'deleted') {
    const ours = await askOurs(stage, request, (answer) => isGone(answer.status));
    return differs('delete/removes', ours, theirs, saysGone(ours, target));
  }
  const ours = await askOurs(stage, request, (answer) => answer.status === 200 && visible(answer) === undefined);
  // A deal that was completed or cancelled may be put away.
  if (pair.life === 'ended' && isGone(ours.status)) return undefined;
  const rule = pairs.some(({ life }) => life === 'deleted') ? 'delete/only-it' : 'create/addressable';
  return differs(rule, ours, theirs, ours.status === theirs.status) ?? visible(ours);
}

/**
 * How a deletion may be refused that the deal does not allow as it is then: 400 (7), 403, 405, of which the methods may change with the
 * resource (RFC 9110 15.5.6), 409, or 423 (RFC 4918).
 */
const REFUSED_BY_STATE: readonly number[] = [400, 403, 405, 409, 423];

async function playDeletion(stage: Stage, pair: Pair): Promise<Difference | undefined> {
  const { trial, deals, ask } = stage;
  if (pair.life !== 'deleted') await keptAfter(trial, pair.ours.address);
  const theirs = await ask(deletionOf(deals, pair.theirs));
  const ours = await askOurs(stage, deletion(deals, pair.ours), () => true);
  if (pair.life === 'deleted') return differs('delete/again', ours, theirs, isGone(ours.status));
  // What was held, changed or ended may be refused deletion: which transitions there are is not shown (3).
  const isRefused = REFUSED_BY_STATE.includes(ours.status) && (pair.done.length > 0 || pair.apart);
  const isPutAway = pair.life === 'ended' && isGone(ours.status);
  pair.life = isRefused || isPutAway ? 'lost' : 'deleted';
  return isRefused || isPutAway ? undefined : differs('delete/status', ours, theirs, ours.status === theirs.status);
}

async function playList(stage: Stage): Promise<Difference | undefined> {
  const { deals, ask, pairs, trial, patience } = stage;
  if (deals.list === undefined) return undefined;
  const request = { method: 'GET', address: deals.list.address };
  const isKept = (pair: Pair): boolean => pair.life === 'deleted' && !isIdReused(trial, pair.ours);
  const gone = (): string[] => pairs.filter(isKept).map(({ ours }) => ours.id);
  // What a list leaves out may stand on another page of it; what was deleted must stand on none.
  const stale = (answer: Answer): string | undefined => gone().find((id) => idsIn(answer, deals).includes(id));
  const theirs = await ask(request);
  // How soon a list follows is not said (4.4): it may be a little old, while the deal's own address tells that it is gone.
  const isDue = (answer: Answer): boolean => answer.status === 200 && stale(answer) === undefined;
  const ours = await askOurs(stage, request, isDue, patience.listMs);
  if (!isDue(ours)) patience.listMs = 0;
  const other = differs('read/collection', ours, theirs, ours.status === theirs.status);
  if (other !== undefined) return other;
  const id = stale(ours);
  if (id === undefined) return undefined;
  return { rule: 'delete/removes', expected: 'a list without what was deleted', actual: `${id} in it` };
}

async function playLookUp(stage: Stage, place: number): Promise<Difference | undefined> {
  const lookUp = stage.lookUps[place];
  if (lookUp === undefined) return undefined;
  const theirs = await stage.ask(lookUp.theirs);
  const ours = await askOurs(stage, lookUp.ours, () => true);
  const other = differs(lookUp.rule, ours, theirs, ours.status === theirs.status);
  if (other !== undefined) return other;
  const [a, b] = [kindIn(ours, lookUp.envelope), kindIn(theirs, '')];
  // A target may have no records at all.
  const isList = lookUp.rule === 'read/collection' && a.includes('array') && b.includes('array');
  return a === b || isList ? undefined : { rule: lookUp.rule, expected: b, actual: a };
}

function idsIn(answer: Answer, deals: Resource): (string | undefined)[] {
  return entriesOf(answer, deals).map((entry) => entryId(entry, deals));
}

function kindIn({ succeeded, body, representation }: Answer, envelope: string): string {
  // The form of error bodies is not shown (7).
  if (!succeeded || body.length === 0) return 'no result';
  const value = at(representation.value, envelope);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array with something in it';
  return typeof value === 'object' && value !== null ? 'one object' : 'neither an array nor an object';
}
