import type { Answer } from '../../../core/answer.ts';
import { sameAddress } from '../../../core/http/address.ts';
import { fail, notApplicable, notExercised } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Resource } from '../../../core/target.ts';
import { updateRequest } from '../changes.ts';
import { addressed, create, firstCreated, samplePayload } from '../evidence.ts';
import { listShows, mayBeKept } from '../listed-changes.ts';
import { recordIn } from '../operation/deal-state.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf } from '../subjects.ts';
import { refusedLeavesAll } from './refused-updates.ts';
import { type Became, barely, becameOf, isSampleUpdate, isToldBy, storedMembers } from './sent-updates.ts';
import { inWords, readingOf, type Updating } from './updating.ts';

/** Demands that an update by PUT is stored as it was sent (RFC 9110 9.3.4), there alone, and that a refused one leaves all as it was. */
export async function updatesAsSent(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { update } = resource;
  if (update === undefined) notApplicable(`${resource.name} has no update`);
  const neighbour = await readingOf(trial, addressed(await firstCreated(trial)));
  const record = await recordToUpdate(trial);
  const updating: Updating = { trial, resource: { ...resource, update }, record, neighbour };
  const first = await stored(updating, []);
  if (first.isRefused) isUnserved(resource, first);
  // Who takes the first update alone has none of the values that are fresh in the second.
  const isFresh = JSON.stringify(update.payload).includes('{unique}');
  const second = isFresh ? await stored(updating, first.ignored) : first;
  const others = [...(await othersStay(updating, first)), ...(await refusedLeavesAll(updating))];
  return [...new Set([...first.answers, ...second.answers, ...others])];
}

/** A record to update: where nobody tells the payload, with as few members as the target takes, so that all the others are to come. */
async function recordToUpdate(trial: Trial): Promise<Updating['record']> {
  const resource = resourceOf(trial);
  if (!isSampleUpdate(resource)) return addressed(await create(trial));
  const few = await create(trial, (unique) => barely(resource)(samplePayload(resource, unique)));
  return addressed(few.answer.succeeded ? few : await create(trial));
}

/** An update that was sent, and what shows it. */
interface Stored {
  readonly sent: JsonObject;
  readonly answers: readonly Answer[];
  /** It was refused after all: nothing is demanded. */
  readonly isRefused?: true;
  /** The members that may be those of a creation alone, as they stayed as they were. */
  readonly ignored: readonly string[];
}

/** Sends an update and demands that the record shows it, and the collection what the record shows. */
async function stored(updating: Updating, mayStay: readonly string[]): Promise<Stored> {
  const { trial, resource, record, neighbour } = updating;
  const before = await readingOf(trial, record);
  const old = recordIn(trial, before);
  if (old === undefined) notExercised(`the record is not read in JSON: ${before.brief}`, before);
  const listed = resource.list && (await trial.send({ method: 'GET', address: resource.list.address }));
  const { json: sent, ...request } = await updateRequest(trial, resource, record);
  const answer = await trial.send({ ...request, json: sent });
  if (!answer.succeeded) return { sent, answers: [before, answer], isRefused: true, ignored: [] };
  makesNone(answer, record);
  const usual = recordIn(trial, neighbour) ?? {};
  const became = (reading: Answer): Became => {
    const { ignored, other, unseen, ...rest } = becameOf(storedMembers(resource, sent), {
      sent,
      before: old,
      now: recordIn(trial, reading) ?? old,
      usual,
    });
    // Where nobody tells what an update sends, a service may do more than store it.
    const [told, added] = isSampleUpdate(resource) ? [[], []] : [other, unseen];
    return { ...rest, other: told, unseen: added, ignored: ignored.filter((member) => !mayStay.includes(member)) };
  };
  const wrongIn = (reading: Answer): Became & { readonly isIgnored: boolean } => {
    const now = became(reading);
    return { ...now, isIgnored: now.ignored.length > 0 && !mayIgnore(updating, now) };
  };
  const isRight = ({ lost, other, isIgnored }: ReturnType<typeof wrongIn>): boolean =>
    lost.length + other.length === 0 && !isIgnored;
  const after = await trial.until(
    () => readingOf(trial, record),
    (reading) => isRight(wrongIn(reading)),
    PATIENCE_MS,
  );
  const { lost, ignored, other, unseen, isIgnored } = wrongIn(after);
  const answers = [before, answer, after];
  // What was accepted alone may show later (202), and what may be kept is rightly old (RFC 9111 4.2).
  const isUnsure = answer.status === 202 || mayBeKept(after) || recordIn(trial, after) === undefined;
  if (isUnsure) return { sent, answers, ignored };
  const odd = await notInItsOwnWay(updating, sent, isIgnored ? ignored : [], [...other, ...unseen]);
  const wrong = [...lost, ...(await stillWrong(updating, sent, odd))];
  const due = `${inWords(wrong, sent)}, as it was sent`;
  if (wrong.length > 0) fail(due, inWords(wrong, recordIn(trial, after)), ...answers);
  const shown = listed === undefined ? [] : await listShows(trial, record, { listed, before, after });
  return { sent, answers: [...answers, ...shown], ignored };
}

/** Ends the check where the update is refused: nobody says that the sample is one. */
function isUnserved(resource: Resource, { answers }: Stored): never {
  const what = `the update of ${resource.name} was answered ${answers.at(-1)?.brief ?? ''}`;
  if (isSampleUpdate(resource)) notApplicable(`${what}, and nobody tells its payload`);
  notExercised(what, ...answers);
}

/**
 * Whether members may stay as they were. Where nobody tells what an update sends, some members may be those of a creation alone. None may be
 * all that is new if it is what the record is known by.
 */
function mayIgnore({ resource, record }: Updating, { isMoved }: Became): boolean {
  return isSampleUpdate(resource) && (isMoved || record.id === undefined || record.id.includes(record.unique));
}

/**
 * The members that a service does not write in a way of its own: a new record shows them as they were sent. Where none is made, those are
 * left that the update passed over.
 */
async function notInItsOwnWay(
  { trial }: Updating,
  sent: JsonObject,
  ignored: readonly string[],
  other: readonly string[],
): Promise<readonly string[]> {
  const members = [...ignored, ...other];
  if (members.length === 0) return [];
  const values = Object.fromEntries(members.map((member) => [member, sent[member] ?? null]));
  const { answer, address } = await create(trial, (unique) => ({
    ...samplePayload(resourceOf(trial), unique),
    ...values,
  }));
  const shown = address === undefined ? undefined : recordIn(trial, await readingOf(trial, { address }));
  if (!answer.succeeded || shown === undefined) return ignored;
  return members.filter((member) => isToldBy(shown[member], sent[member]));
}

/** Those that the record does not show a little later either: nobody waited for what no record showed. */
async function stillWrong(
  { trial, record }: Updating,
  sent: JsonObject,
  members: readonly string[],
): Promise<readonly string[]> {
  if (members.length === 0) return [];
  const wrongIn = (reading: Answer): readonly string[] =>
    members.filter((member) => !isToldBy(recordIn(trial, reading)?.[member], sent[member]));
  const reading = () => readingOf(trial, record);
  return wrongIn(await trial.until(reading, (later) => wrongIn(later).length === 0, PATIENCE_MS));
}

/** Where there was a record, none is made (RFC 9110 9.3.4). A 201 may tell of another one, which the update made besides. */
function makesNone(answer: Answer, { address }: Updating['record']): void {
  const isOther = answer.location !== undefined && !sameAddress(answer.location, address);
  answer.owes(answer.status !== 201 || isOther, 'status 200 or 204, as the record was there', '201');
}

/** Demands that a record which the update did not name shows nothing of it. */
async function othersStay(updating: Updating, { sent, answers }: Stored): Promise<readonly Answer[]> {
  const { trial, resource, neighbour } = updating;
  const after = await readingOf(trial, { address: neighbour.exchange.request.url });
  const [old, now] = [recordIn(trial, neighbour), recordIn(trial, after)];
  if (old === undefined || now === undefined) return [];
  const wrong = storedMembers(resource, sent).filter(
    (member) => !isToldBy(old[member], sent[member]) && isToldBy(now[member], sent[member]),
  );
  if (wrong.length === 0) return [after];
  fail(`${inWords(wrong, old)} at a record that was not named`, inWords(wrong, now), neighbour, ...answers, after);
}
