import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { freeTextsOf } from '../payload/fair-payloads.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { resourceOf } from '../subjects.ts';
import { type ReadBack, readBack } from './hard-members.ts';

/** Whole texts that careless readers take for a number, a flag or nothing: each may be the name of a deal. */
const PLAIN_NAMES: readonly string[] = ['0070815', 'null', 'true'];

/** Holds a value of the run, so that the record is known as its own and deleted. */
const MARK = 'assayerMark';

/**
 * Demands that a deal whose name (each free text of the sample) looks like another JSON value shows it as the text that was sent
 * (document 2, 4.1). Such a name may be refused. It is sent only where a further parameter is kept, which marks the record as the
 * run's own.
 */
export async function keepsPlainNames(trial: Trial, kept: ReadBack | undefined): Promise<readonly Answer[]> {
  const texts = freeTextsOf(resourceOf(trial));
  const envelope = resourceOf(trial).create?.envelope ?? '';
  const keepsFurther = kept?.own['assayerPlainWord'] === kept?.record.payload['assayerPlainWord'];
  if (kept === undefined || !keepsFurther || !texts.every((member) => showsText(kept, member))) return [];
  const answers: Answer[] = [];
  for (const name of texts.length === 0 ? [] : PLAIN_NAMES) {
    const first = await named(trial, texts, name);
    // Another client may change a deal once.
    const wrong = await seenEachTime(wrongName(first, texts, envelope), async () =>
      wrongName(await named(trial, texts, name), texts, envelope),
    );
    if (wrong !== undefined) fail(`the text ${JSON.stringify(name)}, as it was sent`, wrong.told, ...wrong.answers);
    if (first !== undefined) answers.push(first.read);
  }
  return answers;
}

function showsText({ own, record }: ReadBack, member: string): boolean {
  return typeof own[member] === 'string' && own[member] === record.payload[member];
}

function named(trial: Trial, texts: readonly string[], name: string): Promise<ReadBack | undefined> {
  const members = Object.fromEntries(texts.map((member) => [member, name]));
  return readBack(trial, { ...members, [MARK]: `as agreed ${trial.unique()}` });
}

interface Wrong {
  readonly told: string;
  readonly answers: readonly Answer[];
}

/** What a record shows in place of such a name, in the answer of its creation or later. */
function wrongName(made: ReadBack | undefined, texts: readonly string[], envelope: string): Wrong | undefined {
  if (made === undefined) return undefined;
  const { record, read, own } = made;
  const wrong = texts.find((member) => own[member] !== record.payload[member]);
  if (wrong !== undefined) return { told: inWords(wrong, own[wrong]), answers: [record.answer, read] };
  const body = at(record.answer.representation.value, envelope);
  const told = isObject(body) ? body : {};
  const untold = texts.find((member) => member in told && told[member] !== record.payload[member]);
  return untold === undefined ? undefined : { told: inWords(untold, told[untold]), answers: [record.answer, read] };
}

function inWords(member: string, value: unknown): string {
  return `${member}: ${value === undefined ? 'nothing' : JSON.stringify(value)}`;
}
