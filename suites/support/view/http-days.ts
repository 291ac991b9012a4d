import type { Answer } from '../../../core/answer.ts';
import { obsoleteForms, parseHttpDate } from '../../../core/http/http-date.ts';

const DAY_MS = 86_400_000;

/** A date in one of the three forms of which a recipient takes each (RFC 9110 5.6.7): the usual one for 0, and so on in turn. */
export function inSomeForm(date: string, n: number): string {
  const forms = [date, ...obsoleteForms(date)];
  return forms[n % forms.length] ?? date;
}

/** A day before the Last-Modified of an answer; undefined where it shows none that is a date. */
export function dayBefore(answer: Answer): string | undefined {
  const changed = parseHttpDate(answer.header('Last-Modified') ?? '');
  return changed === undefined || changed < 2 * DAY_MS ? undefined : new Date(changed - DAY_MS).toUTCString();
}

/** A day after the moment at which an answer was sent; undefined where it tells none, or no Last-Modified. */
export function dayAfter(answer: Answer): string | undefined {
  const sent = parseHttpDate(answer.header('Date') ?? '');
  const isDated = parseHttpDate(answer.header('Last-Modified') ?? '') !== undefined;
  return sent === undefined || !isDated ? undefined : new Date(sent + DAY_MS).toUTCString();
}
