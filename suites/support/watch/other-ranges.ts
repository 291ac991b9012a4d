import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { sendWithRange } from '../status/refused-ranges.ts';
import { saysTheSame, saysTheSameInAnyOrder } from '../view/same-words.ts';
import { OF_OTHERS } from '../written-otherwise.ts';
import { tellsItsPart } from './asked-statuses.ts';
import { carriesFieldsOf200 } from './fields-of-206.ts';
import { givesTheBytes } from './range-bytes.ts';

/** Begins behind the end of all that a service would send. */
const PAST_THE_END = 'bytes=99999999-';

/** The last byte, all but the first one, and two of one byte: everything that has three bytes has them. */
const SATISFIABLE: readonly string[] = ['bytes=-1', 'bytes=1-', 'bytes=0-0,2-2'];

/** A Range, and what it was answered. */
interface Ranged {
  readonly range: string;
  readonly answer: Answer;
}

/**
 * The n-th place with a Range past its end, which is refused with 416 or passed over (RFC 9110 14.2, 15.5.17), and with one that it has. What
 * was answered 200 to these, and to the first one, is the whole (15.3.7), as it is read without a Range. Where one was answered with a part,
 * each form is asked for, and the part has the fields of the whole.
 */
export async function otherRanges(
  trial: Trial,
  request: HttpRequest,
  first: Ranged,
  nth: number,
): Promise<readonly Answer[]> {
  const ask = async (range: string): Promise<Ranged> => ({
    range,
    answer: await sendWithRange(trial, request, range),
  });
  const others = [await ask(PAST_THE_END), await ask(SATISFIABLE[nth % SATISFIABLE.length] ?? PAST_THE_END)];
  for (const { answer } of others.slice(1)) if (answer.status === 206) tellsItsPart(answer);
  const plain = await trial.send(request);
  for (const ranged of plain.status === 200 ? [first, ...others] : []) {
    if (isRight(ranged, plain)) continue;
    const again = await ask(ranged.range);
    const after = await trial.send(request);
    // What tells when it was read, and what others change meanwhile, says nothing.
    const isStill = after.status === 200 && saysTheSame(plain, after);
    const due = ranged.range === PAST_THE_END ? 'status 416, or the whole with 200,' : 'the whole with 200';
    again.answer.owes(!isStill || isRight(again, plain), `${due} for Range: ${ranged.range}`);
  }
  const part = [first, ...others].find(({ answer }) => answer.status === 206);
  if (part !== undefined)
    await carriesFieldsOf200(part.answer, plain, {
      part: async () => (await ask(part.range)).answer,
      whole: () => trial.send(request),
    });
  const bytes = part === undefined ? [] : await givesTheBytes(trial, request, plain);
  return [...others.map(({ answer }) => answer), plain, ...bytes];
}

/** What is satisfiable may be refused for what it costs (RFC 9110 14.2); what stands in front may have reasons of its own. */
function isRight({ range, answer }: Ranged, plain: Answer): boolean {
  if (answer.status === 200) return saysTheSameInAnyOrder(answer, plain);
  return range !== PAST_THE_END || [...OF_OTHERS, 416, 429].includes(answer.status);
}
