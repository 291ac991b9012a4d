import type { Answer } from '../../../core/answer.ts';
import type { Form } from '../../../core/claims.ts';
import { decodeSegment } from '../../../core/http/address.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { mayMeetOthers } from '../careless-readings.ts';
import { payloadAbout } from '../command/command-evidence.ts';
import { createRecord, samplePayload } from '../evidence.ts';
import { aboutUnknown, type UnknownId } from '../ids.ts';
import { everyNth } from '../misreadings.ts';
import { isMissing, isMissingInBody } from '../missing.ts';
import { resourceName, resourceOf } from '../subjects.ts';
import { changes, type State, stateOf, unchanged } from './deal-state.ts';
import { namesDealInBody, onUnknownDeal } from './operation-cases.ts';
import type { Deal } from './operation-requests.ts';
import { type Asked, formsOf, isFirst, rotated } from './operation-subjects.ts';
import { textsAlike } from './texts-alike.ts';
import { UNSEEN, withUnseen } from './unseen-characters.ts';

/**
 * Those of these texts that name no record, as far as a GET shows it. What reads only the digits comes to the own number again, except where
 * the encoding is more digits: that number has to be free as well.
 */
async function freeAlike(
  trial: Trial,
  own: string,
  texts: readonly UnknownId[] = textsAlike(own, trial.records.fresh.nonce),
): Promise<readonly UnknownId[]> {
  const resource = resourceOf(trial);
  const { records } = trial;
  // Where ids are of one kind, another text may be refused for its form.
  if (resource.unknownIds !== 'any') return [];
  // A creation may have changed a record of before; then a careless reader would come to that.
  const claim = records.claimOfId(resource, own);
  if (claim === undefined || (await records.whyNotOurs(claim)) !== undefined) return [];
  const free: UnknownId[] = [];
  for (const like of texts) {
    const text = decodeSegment(like.encoded);
    const digits = text.replace(/\D/gu, '');
    const isSame = digits === '' || digits === own.replace(/\D/gu, '');
    // Who stops at a sign that is not seen, or begins after it, comes to a part of the id.
    const parts = text.split(UNSEEN).filter((part) => part !== '' && part !== own && part !== text);
    const others = [text, ...(isSame ? [] : [digits]), ...parts];
    const looks = others.map((other) => records.isFree(resource, records.fresh.mint(other, 'checked')));
    const isFree = (await Promise.all(looks)).every((one) => one);
    if (isFree && !(await mayMeetOthers(trial, resource, like.encoded))) free.push(like);
  }
  return free;
}

/** One new record on which nothing is carried out, and what resembles its id. */
interface Resembled {
  readonly deal: Deal | undefined;
  readonly before: State | undefined;
  readonly all: readonly UnknownId[];
  /** Its id with characters that are not seen. */
  readonly unseen: readonly UnknownId[];
}

/** The record that is shared by all operations and commands. */
const ownLookalikes: Evidence<Resembled> = evidence(resourceName, resemble);

async function resemble(trial: Trial): Promise<Resembled> {
  const { id, ...record } = await createRecord(trial);
  if (id === undefined) return { deal: undefined, before: undefined, all: [], unseen: [] };
  const deal = { ...record, id };
  const all = await freeAlike(trial, id);
  const unseen = await freeAlike(trial, id, withUnseen(id));
  const before = all.length + unseen.length === 0 ? undefined : await stateOf(trial, deal);
  return { deal, all, unseen, before };
}

/** How many of them the first operation of each form is asked for with; any other one with one. */
const OF_FIRST = 5;

/** And with how many of those that few servers read wrongly: seven forms share them. */
const FURTHER = 2;

/**
 * Demands that the operation is not carried out on what resembles the id of a new record, which the first operation of each form shows
 * by that record. In a body (form G) types and blanks are for the reader of JSON to judge, so that only what has more behind it is sent.
 */
export async function refusedOnLookalikes(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { deal, before, ...alike } = await ownLookalikes(trial);
  const answers = await operateOnAlike(trial, asked, alike);
  if (deal === undefined || before === undefined || answers.length === 0 || !isFirst(trial)) return answers;
  const after = await stateOf(trial, deal);
  if (after === undefined || changes(before, after).length === 0) return answers;
  return [...answers, ...(await leavesTheResembled(trial, asked))];
}

/** A deal may go on by itself, so another one is tried, which is looked at right before and after, where it stays as it is without them. */
async function leavesTheResembled(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { deal, before, ...alike } = await resemble(trial);
  const still = deal === undefined ? undefined : await stateOf(trial, deal);
  if (deal === undefined || before === undefined || still === undefined || changes(before, still).length > 0) return [];
  const refused = await operateOnAlike(trial, asked, alike);
  await unchanged(trial, still, await stateOf(trial, deal), 'operations on what resembles its id');
  return refused;
}

async function operateOnAlike(
  trial: Trial,
  asked: Asked,
  { all, unseen }: Pick<Resembled, 'all' | 'unseen'>,
): Promise<readonly Answer[]> {
  const inBody = namesDealInBody(asked);
  const some = inBody ? longer(all) : all;
  const answers: Answer[] = [];
  for (const like of [...partOf(trial, some), ...(inBody ? [] : unseenOf(trial, asked, unseen))]) {
    const unique = trial.unique();
    const answer = await trial.send(onUnknownDeal(asked, like, unique, samplePayload(asked.resource, unique)));
    answers.push(inBody ? isMissingInBody(answer) : isMissing(answer));
  }
  return answers;
}

/** Those that many servers read wrongly for the first operation of each form, and of the others those that are its turn. */
function partOf(trial: Trial, some: readonly UnknownId[]): readonly UnknownId[] {
  if (!isFirst(trial)) return rotated(trial, some, 1);
  const usual = some.filter(({ shape }) => USUAL.test(shape));
  const others = some.filter(({ shape }) => !USUAL.test(shape));
  const pairs = others.flatMap((one, i) => (i % FURTHER === 0 ? [[one, ...others.slice(i + 1, i + FURTHER)]] : []));
  return [...rotated(trial, usual, OF_FIRST), ...rotated(trial, pairs, 1).flat()];
}

/** The forms share those with what is not seen, for the first operation of each. */
function unseenOf(trial: Trial, { operation, form }: Asked, unseen: readonly UnknownId[]): readonly UnknownId[] {
  if (!isFirst(trial)) return [];
  const forms: readonly Form[] = formsOf(trial.target, operation).filter((one) => one !== 'G');
  return everyNth(unseen, forms.length, forms.indexOf(form));
}

const USUAL = /letters|blank (?:before|after)|twice|semicolon|comma /u;

/** The same of a command, which names its deal in the body (document 4.3). */
export async function payloadsOnLookalikes(
  trial: Trial,
  command: Parameters<typeof payloadAbout>[0],
): Promise<readonly ReturnType<typeof payloadAbout>[]> {
  const some = longer((await ownLookalikes(trial)).all);
  return some.map(({ encoded }) => payloadAbout(command, decodeSegment(encoded), trial.unique()));
}

const LETTERS = /with letters/u;

function longer(all: readonly UnknownId[]): readonly UnknownId[] {
  return all.filter(({ shape }) => /letters|semicolon|comma|sign|ampersand|comment/u.test(shape));
}

/**
 * Demands that nothing is deleted by what resembles the id of a record that this trial made for it alone. Letters after an id are for
 * `idsToWriteTo`.
 */
export async function notDeletedByLookalikes(trial: Trial, own: string): Promise<readonly Answer[]> {
  const address = resourceOf(trial).delete?.address ?? '';
  const answers: Answer[] = [];
  for (const like of (await freeAlike(trial, own)).filter(({ shape }) => !LETTERS.test(shape))) {
    const request = aboutUnknown({ method: 'DELETE', address, alone: true }, like);
    answers.push(isMissing(await trial.send(request)));
  }
  return answers;
}
