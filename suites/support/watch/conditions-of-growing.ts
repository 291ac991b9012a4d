import type { Answer } from '../../../core/answer.ts';
import { type HttpRequest, header } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isEntityTag, nearly, weakly } from '../validator/entity-tag.ts';
import { inSomeForm } from '../view/http-days.ts';
import { withFields, withLines } from '../with-fields.ts';
import { type Condition, isHeld, listed } from './held-conditions.ts';

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
  const is412 = ({ status }: Answer): boolean => status === 412;
  const isNo412 = ({ status }: Answer): boolean => status !== 412;
  if (wasSeen(trial, 304, 'If-None-Match')) {
    const ask = (tag: string): HttpRequest => withLines(request, 'if-none-match', listed(weakly(tag), n));
    all.push({ validator: 'ETag', ask, isMet: is304, due: 'status 304 for If-None-Match of its current tag' });
    // Tags are compared as a whole, and a comma inside of one ends none (8.8.3.2, 5.6.1).
    const askNearly = (tag: string): HttpRequest | undefined => {
      const others = isEntityTag(tag) ? nearly(trial, tag) : [];
      return others.length === 0 ? undefined : withFields(request, { 'if-none-match': others.join(', ') });
    };
    const due = 'no 304 for If-None-Match of tags that resemble its current one';
    all.push({ validator: 'ETag', ask: askNearly, isMet: (answer) => !is304(answer), due });
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
    const askWeakly = (tag: string): HttpRequest | undefined =>
      tag.startsWith('"') ? withFields(request, { 'if-match': weakly(tag) }) : undefined;
    all.push({ validator: 'ETag', ask: askWeakly, isMet: is412, due: 'status 412 for If-Match of its tag weakly' });
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
