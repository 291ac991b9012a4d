import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { sameAddress } from '../../../core/http/address.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isOfItself } from '../marked-address.ts';
import { readyDeal } from '../operation/operation-evidence.ts';
import { isAt } from '../operation/operation-records.ts';
import { type Deal, operationAddress, otherParameters, sampleParameters } from '../operation/operation-requests.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { isWellFormed } from '../validator/validator-form.ts';
import { holdsRecords } from '../whole-lists.ts';
import { entriesOf, type Made, make, otherNames } from './made-records.ts';
import { validatorsAsMade } from './made-validators.ts';

/** A record of form E, made for a client that accepts a representation, and read in it right after. */
export interface MadeAs extends Made {
  readonly name: RepresentationName;
  readonly read: Answer;
}

/** Records of one deal, one for each representation that Accept may ask for; those left out that have no address. */
export interface Records {
  readonly deal: Deal;
  readonly made: readonly MadeAs[];
  /** The sub-collection as it is read after them. */
  readonly list: Answer;
}

/** The records that an operation makes in form E of one deal; shared. */
export const recordsInEach: Evidence<Records, [asked: Asked]> = evidence(
  (_, { operation, form }) => `${operation.name}/${form}`,
  async (shared, asked) => {
    const deal = await readyDeal(shared, asked);
    const made: MadeAs[] = [];
    for (const name of ['json', ...otherNames(shared)] as const) {
      // Numbers of its own, by which the first one is told apart from the others in their list.
      const one = await make(shared, asked, deal, name, name === 'json' ? sampleParameters : otherParameters);
      if (one === undefined) continue;
      const read = await shared.until(
        () => shared.send(readingOf(shared, one.address, name)),
        ({ status }) => status === 200,
      );
      made.push({ ...one, name, read });
    }
    const address = operationAddress(asked, deal, shared.unique());
    return { deal, made, list: await shared.send(readingOf(shared, address, 'json')) };
  },
);

function readingOf(trial: Trial, address: string, name: RepresentationName): Parameters<Trial['send']>[0] {
  return { method: 'GET', address, headers: { accept: resourceOf(trial).mediaTypes[name] } };
}

/**
 * Demands of the records that an operation makes in form E, one for each type that Accept may ask for, that each has an address of its own,
 * a whole body, and is read there with 200 as what it is (document 4.2, 4.4-c1 to c3); and that the earlier ones stay as they were made.
 */
export async function namesEachRecord(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { deal, made, list } = await recordsInEach(trial, asked);
  for (const [i, record] of made.entries()) {
    if (made.some(({ address }) => !sameAddress(address, record.address))) isNewAddress(record, deal, made.slice(0, i));
    await isOfItself(trial, record.answer, record.address);
    isWhole(record);
    isReadAsItself(record, made);
  }
  const [first, ...others] = made;
  if (first === undefined || others.every(({ address }) => sameAddress(address, first.address)))
    return made.map(({ answer }) => answer);
  if (list.status === 200) holdsRecords(list, entriesOf(list) ?? []);
  const again = await trial.send(readingOf(trial, first.address, 'json'));
  if (first.read.status === 200) isStillThere(first, again, list);
  showsItsOwn({ ...first, read: again }, made);
  return [...made.flatMap(({ answer, read }) => [answer, read]), again];
}

/** Demands that the validators of each 201 are well formed and those of the new record, and that HEAD answers as GET (RFC 9110 8.8, 9.3.2). */
export async function validatesEachRecord(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { made, list } = await recordsInEach(trial, asked);
  const answers: Answer[] = [];
  for (const { answer, read, address, name } of made) {
    if (trial.target.claims.validators !== false) isWellFormed(answer);
    // A record that was read before another one was made, by a server that needs no time for it.
    await validatorsAsMade(trial, answer, read);
    isStillThere({ answer, address }, read, list);
    // What one of them does with HEAD, all of them do.
    if (read.status !== 200 || answers.length > 0) continue;
    const head = await trial.send({ ...readingOf(trial, address, name), method: 'HEAD' });
    answers.push(head.owes(head.status !== 404 && head.status !== 410, 'status 200, as GET gives it'));
  }
  return answers;
}

/** What its list shows at its address is read there. A list may forget an earlier record. */
function isStillThere({ answer, address }: Pick<Made, 'answer' | 'address'>, read: Answer, list: Answer): void {
  const entries = list.status === 200 ? (entriesOf(list) ?? []) : [];
  if (isAbsent(read) && entries.some((entry) => isObject(entry) && isAt(entry, address)))
    fail(`${address} to be read, as the list shows it`, read.brief, answer, list, read);
}

/** Whoever keeps one record for each deal has one address for it, and then all of them are alike. */
function isNewAddress({ answer, address }: MadeAs, deal: Deal, earlier: readonly MadeAs[]): void {
  const before = [deal.address, answer.exchange.request.url, ...earlier.map((one) => one.address)];
  const known = before.find((one) => sameAddress(one, address));
  answer.owes(known === undefined, 'a Location of what was created', `${address}, which was there before`);
}

/** A body that parses as its type, and that is not the beginning of what is read there (document 4.4-c3). */
function isWhole({ answer, read }: MadeAs): void {
  const { problem, mediaType } = answer.representation;
  if (answer.body.length === 0) return;
  answer.owes(problem === undefined, `a body that parses as ${mediaType}`, problem ?? '');
  const isCut = read.status === 200 && read.text.length > answer.text.length && read.text.startsWith(answer.text);
  answer.owes(
    !isCut || read.mediaType !== mediaType,
    'a whole body',
    () => `the beginning of what is read: ${answer.brief}`,
  );
}

/** Whether it is read at all is not shown (document 4.2). Where it is, in any representation, it is there in each of them. */
function isReadAsItself(record: MadeAs, all: readonly MadeAs[]): void {
  const { answer, read } = record;
  read.owes(!read.succeeded || read.status === 200, 'status 200');
  const other = all.find((one) => one.read.status === 200);
  if (isAbsent(read) && other !== undefined)
    fail(`${record.address} to be read, as ${other.address} is`, read.brief, answer, other.read, read);
  showsItsOwn(record, all);
}

/** What is read is what was sent for it, and not what was sent for another one. */
function showsItsOwn({ address, text, read, answer }: MadeAs, all: readonly MadeAs[]): void {
  if (read.status !== 200) return;
  const isIn = (other: string): boolean => read.representation.strings.some((one) => one.includes(other));
  const other = all.find((one) => one.text !== text && isIn(one.text));
  if (other !== undefined && !isIn(text))
    fail(`what was sent for ${address}`, `what was sent for ${other.address}`, answer, read);
}
