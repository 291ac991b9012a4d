import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { type Deal, operationRequest, particulars, sampleParameters } from '../operation/operation-requests.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { withFields } from '../with-fields.ts';

/** How often two writes are sent at once: only some pairs meet at the server. */
const ROUNDS = 2;

/**
 * Two changes of one record at the same time, each with the current tag in If-Match. Whichever is carried out first gives the record
 * another tag, so that the condition of the other one fails (RFC 9110 13.1.1). Each sends a number that no other write sends, so that
 * none has been applied already, and one such change alone is seen to give another tag at once. For where a former tag was refused with
 * 412 in this run.
 */
export async function changedByOne(trial: Trial, asked: Asked, deal: Deal): Promise<readonly Answer[]> {
  if (!hasNumber(asked)) return [];
  let last = FIRST;
  const change = (tag: string): Promise<Answer> => {
    last += 1;
    const unique = trial.unique();
    const request = operationRequest(asked, particulars(asked, deal, unique, withNumbers(asked, unique, last)));
    return trial.send(withFields(request, { 'if-match': tag }));
  };
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: deal.address });
  const former = tagOf(await read());
  const alone = await change(former);
  let now = await read();
  // What shows late, or in a weak tag alone, says nothing.
  if (!isDone(alone) || tagOf(now) === former) return [alone];
  const answers = [alone];
  for (let round = 0; round < ROUNDS && tagOf(now).startsWith('"'); round += 1) {
    const tag = tagOf(now);
    const both = await Promise.all([change(tag), change(tag)]);
    now = await read();
    if (both.every(isDone) && tagOf(now) !== tag)
      fail(`412 for one of two changes at once with If-Match: ${tag}`, 'success for both', ...both, now);
    answers.push(...both);
  }
  return answers;
}

/**
 * The same command document, which is not there yet, twice at the same time, each with If-None-Match: *. Where there is one, the condition
 * of the other one fails (RFC 9110 13.1.2). For where that was answered 412 in this run.
 */
export async function madeByOne(trial: Trial, requestNew: () => HttpRequest): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const request = withFields(requestNew(), { 'if-none-match': '*' });
    const both = await Promise.all([trial.send(request), trial.send(request)]);
    if (both.every(isDone))
      fail('412 for one of two new command documents at once with If-None-Match: *', 'success for both', ...both);
    answers.push(...both);
  }
  return answers;
}

/** What goes on (202) may be refused later. */
function isDone({ succeeded, status }: Answer): boolean {
  return succeeded && status !== 202;
}

// Other requests write the samples, and what follows them.
const FIRST = 2;

/** The samples with a number added to each number among them. */
function withNumbers(asked: Asked, unique: string, more: number): JsonObject {
  const samples = Object.entries(sampleParameters(asked, unique));
  return Object.fromEntries(
    samples.map(([name, sample]) => [name, typeof sample === 'number' ? sample + more : sample]),
  );
}

function hasNumber(asked: Asked): boolean {
  return Object.values(sampleParameters(asked, '')).some((sample) => typeof sample === 'number');
}

function tagOf(answer: Answer): string {
  return answer.status === 200 ? (answer.header('ETag') ?? '') : '';
}
