import type { Answer } from '../../../core/answer.ts';
import { sameAddress } from '../../../core/http/address.ts';
import { isAbsent, isRefusal } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, create, createRecord } from '../evidence.ts';
import { isSame, recordIn } from '../operation/deal-state.ts';
import { PATIENCE_MS } from '../patience.ts';
import { withOtherAmounts } from '../query/found-zeros.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { resourceOf } from '../subjects.ts';
import { furtherMembers, unknownMembers } from './further-members.ts';

type Readable = Created & { readonly address: string };

/** A record that is another one after creations than it was before them. */
interface Changed {
  readonly told: string;
  readonly witness: readonly Answer[];
}

/** A reading of a new record, to be compared after others were made; undefined where records are not read by id. */
export async function readEarlier(trial: Trial, { address }: Readable): Promise<Answer | undefined> {
  return resourceOf(trial).item === undefined ? undefined : trial.send({ method: 'GET', address });
}

/**
 * Demands that creations leave a record as it was that was there before them (document 4.1: POST makes a new one): those that were sent since it
 * was read, and one with its own texts and other amounts. What shows otherwise is tried again with new records: a record may go on by itself.
 */
export async function leavesEarlier(
  trial: Trial,
  one: Readable,
  before: Answer | undefined,
): Promise<readonly Answer[]> {
  if (before?.status !== 200) return [];
  const later = await createLike(trial, one);
  const after = await readSettled(trial, one, before, later);
  const changed = await seenEachTime(changedIn(trial, one, [before, later, after]), () => changesAgain(trial));
  if (changed !== undefined) fail('a record as it was before other creations', changed.told, ...changed.witness);
  return [after];
}

/** The same with new records, of which the first one is left alone for a moment. */
async function changesAgain(trial: Trial): Promise<Changed | undefined> {
  const one = await createRecord(trial);
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: one.address });
  const [first, before] = [await read(), await read()];
  if (changedIn(trial, one, [first, first, before]) !== undefined) return undefined;
  await create(trial);
  await create(trial, () => one.payload);
  const later = await createLike(trial, one);
  return changedIn(trial, one, [before, later, await readSettled(trial, one, before, later)]);
}

/** Reads a record until it is as it was: of several copies of the data one may be behind. */
function readSettled(trial: Trial, one: Readable, before: Answer, later: Answer): Promise<Answer> {
  return trial.until(
    () => trial.send({ method: 'GET', address: one.address }),
    (after) => changedIn(trial, one, [before, later, after]) === undefined,
    PATIENCE_MS,
  );
}

/**
 * The answer to a creation with the texts of a record, and with a member that this one has not, unless such are refused. It may be refused
 * itself, as a name that is taken.
 */
async function createLike(trial: Trial, { payload }: Readable): Promise<Answer> {
  const like = withOtherAmounts(payload) ?? payload;
  const hasFurther = Object.keys(furtherMembers(resourceOf(trial))).length > 0;
  const { assayerRemark } = unknownMembers(trial.unique());
  const { answer } = await create(trial, () => (hasFurther ? { ...like, [OF_LATER]: assayerRemark } : like));
  return hasFurther && isRefusal(answer) ? (await create(trial, () => like)).answer : answer;
}

/** A further parameter of the later record alone (document 4.1). */
const OF_LATER = 'assayerRemark';

/**
 * What became of the texts and the price that the record was created with (document 4.1), and what it has of the later one. Other numbers may count something. What was answered
 * with another success than 201, or with the address of the record, may be a change of that.
 */
function changedIn(
  trial: Trial,
  { address, payload }: Readable,
  [before, later, after]: readonly [Answer, Answer, Answer],
): Changed | undefined {
  const isItself = later.location !== undefined && sameAddress(later.location, address);
  const isOfOther = isRefusal(later) || (later.status === 201 && !isItself) || later.exchange.request.method === 'GET';
  if (!isOfOther) return undefined;
  const witness = [before, later, after];
  if (isAbsent(after)) return { told: after.brief, witness };
  const [a, b] = [recordIn(trial, before), recordIn(trial, after)];
  if (a === undefined || b === undefined) return undefined;
  const sent = Object.keys(payload).filter((name) => name === 'price' || typeof payload[name] === 'string');
  const other = [...sent, OF_LATER].filter((name) => !isSame(a[name], b[name]));
  return other.length === 0 ? undefined : { told: `another ${other.join(', ')}: ${after.brief}`, witness };
}
