import type { Answer } from '../../core/answer.ts';
import { type HttpRequest, header } from '../../core/exchange.ts';
import { obsoleteForms } from '../../core/http-date.ts';
import type { Trial } from '../../core/trial.ts';
import { TAG_OF_NOBODY, weakly } from './entity-tag.ts';
import { withFields, withLines } from './with-fields.ts';

const OTHER = '"assayer,nil"';
const ROUNDS = 3;

/** A condition, made of the validator that a reading told. */
interface Condition {
  readonly validator: 'ETag' | 'Last-Modified';
  /** Undefined where nothing can be asked with this value. */
  readonly ask: (value: string) => HttpRequest | undefined;
  readonly isMet: (answer: Answer) => boolean;
  readonly due: string;
}

/**
 * A collection on which the run creates, asked for with its current tag and its own date: while other rules write it is another one
 * each time, so that this is for rules that come last. Each condition only where the run saw that the target reads its field at all
 * (RFC 9110 13.1.1 to 13.1.4). The syntax and the form of the date differ by representation, of which this is the n-th.
 */
export async function conditionsOfGrowing(trial: Trial, request: HttpRequest, n: number): Promise<void> {
  const all = conditionsOf(trial, request, n);
  let last = all.length === 0 ? undefined : await trial.send(request);
  for (const condition of all) last = last?.status === 200 ? await isHeld(trial, request, last, condition) : undefined;
}

function conditionsOf(trial: Trial, request: HttpRequest, n: number): readonly Condition[] {
  const all: Condition[] = [];
  const is304 = ({ status }: Answer): boolean => status === 304;
  const isNo412 = ({ status }: Answer): boolean => status !== 412;
  if (wasSeen(trial, 304, 'If-None-Match')) {
    const ask = (tag: string): HttpRequest => withLines(request, 'if-none-match', listed(weakly(tag), n));
    all.push({ validator: 'ETag', ask, isMet: is304, due: 'status 304 for If-None-Match of its current tag' });
  }
  if (wasSeen(trial, 304, 'If-Modified-Since')) {
    const ask = (date: string): HttpRequest => withFields(request, { 'if-modified-since': inSomeForm(date, n) });
    all.push({
      validator: 'Last-Modified',
      ask,
      isMet: is304,
      due: 'status 304 for If-Modified-Since of its own date',
    });
  }
  if (wasSeen(trial, 412, 'If-Match')) {
    // A weak tag matches nothing there.
    const ask = (tag: string): HttpRequest | undefined =>
      tag.startsWith('"') ? withLines(request, 'if-match', listed(tag, n)) : undefined;
    all.push({ validator: 'ETag', ask, isMet: isNo412, due: 'no 412 for If-Match of its current tag' });
  }
  if (wasSeen(trial, 412, 'If-Unmodified-Since')) {
    const ask = (date: string): HttpRequest => withFields(request, { 'if-unmodified-since': inSomeForm(date, n + 1) });
    const due = 'no 412 for If-Unmodified-Since of its own date';
    all.push({ validator: 'Last-Modified', ask, isMet: isNo412, due });
  }
  return all;
}

/** Whether a reading was answered so to this field, and to no other condition that is answered so too. */
function wasSeen({ seen }: Trial, status: number, name: string): boolean {
  const fields = status === 304 ? ['If-None-Match', 'If-Modified-Since'] : ['If-Match', 'If-Unmodified-Since'];
  return seen.some((answer) => {
    const { method, headers } = answer.exchange.request;
    if (answer.status !== status || method !== 'GET') return false;
    return fields.every((field) => (header(headers, field) !== undefined) === (field === name));
  });
}

/** Others may write meanwhile: what is wrong twice, between equal readings, is wrong. Gives the last reading. */
async function isHeld(trial: Trial, request: HttpRequest, first: Answer, condition: Condition): Promise<Answer> {
  const { validator, ask, isMet, due } = condition;
  let current = first;
  let times = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const value = current.header(validator);
    const asked = value === undefined || current.status !== 200 ? undefined : ask(value);
    if (value === undefined || asked === undefined) return current;
    const answer = await trial.send(asked);
    if (isMet(answer)) return current;
    const after = await trial.send(request);
    const isStill = after.text === current.text && after.header(validator) === value;
    times += isStill ? 1 : 0;
    answer.owes(times < 2, `${due}, ${value}`);
    current = after;
  }
  return current;
}

/** The tag in a list without blanks, in one of two lines, and alone. */
function listed(tag: string, n: number): readonly string[] {
  const all = [[`${OTHER},${tag},,${TAG_OF_NOBODY}`], [TAG_OF_NOBODY, `${tag}, ${OTHER}`], [tag]];
  return all[n % all.length] ?? [tag];
}

function inSomeForm(date: string, n: number): string {
  const forms = [date, ...obsoleteForms(date)];
  return forms[n % forms.length] ?? date;
}
