import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { create, firstCreated, samplePayload } from '../evidence.ts';
import { isNothing } from '../nothing.ts';
import { freeTextsOf } from '../payload/fair-payloads.ts';
import { resourceOf } from '../subjects.ts';
import { furtherMembers } from './further-members.ts';
import { type Hard, membersOf, wrongIn } from './hard-members.ts';

const END = 'the END';
const WORDS = 'as agreed, ';
/** Together just below the 65,535 bytes that a column for texts may hold, and far above the buffers of many readers. */
const HUGE_TEXT = `${WORDS.repeat(5000)}${END}`;

const HUGE: Hard = { Huge: [HUGE_TEXT, 'as agreed'] };

/**
 * Sends a payload of some 55,000 bytes: the sample with one long text in a further parameter (document 4.1), or, where none is taken, behind
 * its first free text. No limit is shown (8): it may be refused, but not stored otherwise than it was sent; and it breaks nothing, which is
 * judged wherever it is met (7).
 */
export async function keepsHugeText(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const hasFurther = Object.keys(furtherMembers(resource)).length > 0;
  const further = hasFurther ? await withHugeMember(trial) : undefined;
  if (further?.isSettled === true) return further.answers;
  const [member] = freeTextsOf(resource);
  const { address, unique } = await firstCreated(trial);
  // Where names are part of addresses, one so long has an address that nobody can ask for.
  if (member === undefined || address?.includes(unique) === true) return further?.answers ?? [];
  return [...(further?.answers ?? []), ...(await withHugeName(trial, member))];
}

/** What came of a further parameter; settled where it was taken, and where its length was refused or broke something. */
async function withHugeMember(
  trial: Trial,
): Promise<{ readonly answers: readonly Answer[]; readonly isSettled: boolean }> {
  const { answer, read, own } = await readBack(trial, () => membersOf(HUGE));
  if (read === undefined || own === undefined) {
    const isKnown = answer.status === 413 || answer.status >= 500 || answer.succeeded;
    return { answers: [answer], isSettled: isKnown };
  }
  const wrong = wrongIn(HUGE, own);
  if (wrong.length > 0) fail('the further parameter as it was sent', wrong.join(', '), answer, read);
  return { answers: [answer], isSettled: !isNothing(own['assayerHuge']) };
}

async function withHugeName(trial: Trial, member: string): Promise<readonly Answer[]> {
  const long = (sample: JsonObject): string => `${String(sample[member])} ${HUGE_TEXT}`;
  const { answer, read, own, sample } = await readBack(trial, (payload) => ({ [member]: long(payload) }));
  const shown = own?.[member];
  // It may be shown in another way, which an ordinary text tells as well.
  if (read === undefined || typeof shown !== 'string') return [answer];
  if (!sameValue(long(sample), shown.trim()) && shown.length < HUGE_TEXT.length)
    fail(`all ${long(sample).length} characters of the ${member}`, `${shown.length} of them`, answer, read);
  return [answer];
}

/** A record with these members, and what it shows; no more than its answer where it is refused, or not read as JSON. */
interface Kept {
  readonly answer: Answer;
  readonly sample: JsonObject;
  readonly read?: Answer;
  readonly own?: Readonly<Record<string, unknown>>;
}

async function readBack(trial: Trial, further: (sample: JsonObject) => JsonObject): Promise<Kept> {
  const resource = resourceOf(trial);
  const { answer, address, unique } = await create(trial, (own) => {
    const payload = samplePayload(resource, own);
    return { ...payload, ...further(payload) };
  });
  const sample = samplePayload(resource, unique);
  if (!answer.succeeded || address === undefined || resource.item === undefined) return { answer, sample };
  const read = await trial.send({ method: 'GET', address });
  const own = at(read.representation.value, resource.item.envelope);
  return read.status === 200 && isObject(own) ? { answer, sample, read, own } : { answer, sample };
}
