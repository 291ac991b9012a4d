import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { lengthOf } from '../read/head-lengths.ts';
import { sendWithRange } from '../status/refused-ranges.ts';
import { FIRST_BYTE, isAsWithout, placesIn } from './ranges.ts';

/** So many places stand for the others. */
const PLACES = 3;

/**
 * HEAD with a Range, which is defined for GET alone and passed over with any other method (RFC 9110 14.2): the answer is that without it. It
 * is no part and no refusal, and tells no length of a part.
 */
export async function headsDespiteRange(trial: Trial): Promise<readonly Answer[]> {
  const { target } = trial;
  const resources = target.resources.filter(({ never }) => !never.includes('HEAD'));
  const answers: Answer[] = [];
  for (const request of placesIn({ ...target, resources }).slice(0, PLACES))
    answers.push(await headDespiteRange(trial, { ...request, method: 'HEAD' }));
  return answers;
}

async function headDespiteRange(trial: Trial, request: HttpRequest): Promise<Answer> {
  const ask = (): Promise<Answer> => sendWithRange(trial, request, FIRST_BYTE);
  const first = await ask();
  if (first.status !== 200) return isAsWithout(trial, request, { range: FIRST_BYTE }, first);
  if (isAsLong(first, await trial.send(request))) return first;
  // Others may change the place meanwhile: what differs is asked for again, between two answers that agree.
  const before = await trial.send(request);
  const again = await ask();
  const after = await trial.send(request);
  const isOther = isAsLong(before, after) && !isAsLong(again, after);
  const [due, told] = [lengthOf(after) ?? '', lengthOf(again) ?? ''];
  return again.owes(!isOther, `Content-Length: ${due} of HEAD with a Range, as without`, `Content-Length: ${told}`);
}

/** Whether two answers tell one length, where both tell some. */
function isAsLong(one: Answer, other: Answer): boolean {
  const [own, told] = [lengthOf(one), lengthOf(other)];
  return one.status !== other.status || own === undefined || told === undefined || own === told;
}
