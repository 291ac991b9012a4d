import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { root } from '../session/session-root.ts';
import { nearly, TAG_OF_NOBODY, weakly } from '../validator/entity-tag.ts';
import { inSomeForm } from '../view/http-days.ts';
import { ISO_DATE, ISO_FUTURE, NO_DATE } from '../view/view-dates.ts';
import { fieldsInWords, withFields, withLines } from '../with-fields.ts';
import { isHeld, listed } from './held-conditions.ts';

type Fields = Readonly<Record<string, string>>;

/** Conditions that hold, or are none, whatever the session check tells of itself (RFC 9110 13.1.1 to 13.1.4). */
const HARMLESS: readonly Fields[] = [
  { 'if-match': '*', 'if-none-match': TAG_OF_NOBODY, 'if-modified-since': NO_DATE },
  { 'if-modified-since': ISO_FUTURE, 'if-unmodified-since': NO_DATE },
  { 'if-modified-since': NO_DATE, 'if-unmodified-since': ISO_DATE },
];

/** What tells that a condition failed, or was not understood. */
const ON_CONDITIONS: readonly number[] = [304, 400, 412];

/**
 * The session check under conditions: those that hold change nothing, and where its tag or its date counts in the plainest way, it counts
 * in every syntax. Most answer it without either.
 */
export async function conditionsOfRoot(trial: Trial): Promise<void> {
  if (trial.target.claims.session === 'none') return;
  const request = root(trial);
  const first = await trial.send(request);
  if (first.status !== 200) return;
  for (const fields of HARMLESS) await changeNothing(trial, request, fields);
  const [tag, date] = [first.header('ETag'), first.header('Last-Modified')];
  if (tag !== undefined) {
    await knowsItsTag(trial, request, first, tag);
    await matchesItsTag(trial, request, first, tag);
  }
  if (date !== undefined) await knowsItsDate(trial, request, first, date);
}

/** A session may end in between, so that it has to be wrong twice, with the answer of before in between. */
async function changeNothing(trial: Trial, request: HttpRequest, fields: Fields): Promise<void> {
  const ask = (): Promise<Answer> => trial.send(withFields(request, fields));
  if (!ON_CONDITIONS.includes((await ask()).status)) return;
  if ((await trial.send(request)).status !== 200) return;
  const again = await ask();
  again.owes(!ON_CONDITIONS.includes(again.status), `status 200 for ${fieldsInWords(fields)}, as without`);
}

async function knowsItsTag(trial: Trial, request: HttpRequest, first: Answer, tag: string): Promise<void> {
  const ask = (tags: string): HttpRequest => withFields(request, { 'if-none-match': tags });
  const other = await trial.send(ask([TAG_OF_NOBODY, ...nearly(trial, tag)].join(', ')));
  other.owes(other.status !== 304, 'no 304 for tags that resemble that of the session check');
  if ((await trial.send(ask(tag))).status !== 304) return;
  const due = 'status 304 for If-None-Match of its tag in every list';
  const isMet = ({ status }: Answer): boolean => status === 304;
  for (const n of [0, 1]) {
    const listing = (own: string): HttpRequest => withLines(request, 'if-none-match', listed(weakly(own), n));
    await isHeld(trial, request, first, { validator: 'ETag', ask: listing, isMet, due });
  }
}

async function matchesItsTag(trial: Trial, request: HttpRequest, first: Answer, tag: string): Promise<void> {
  if (!tag.startsWith('"')) return;
  const ask = (tags: string): HttpRequest => withFields(request, { 'if-match': tags });
  if ((await trial.send(ask(TAG_OF_NOBODY))).status !== 412) return;
  const others = [weakly(tag), ...nearly(trial, tag)].join(', ');
  const near = await trial.send(ask(others));
  near.owes(near.status !== 200, `status 412 for If-Match: ${others}`);
  const due = 'no 412 for If-Match of its tag in a list';
  const isMet = ({ status }: Answer): boolean => status !== 412;
  const listing = (own: string): HttpRequest => withLines(request, 'if-match', listed(own, 0));
  await isHeld(trial, request, first, { validator: 'ETag', ask: listing, isMet, due });
}

async function knowsItsDate(trial: Trial, request: HttpRequest, first: Answer, date: string): Promise<void> {
  const ask = (value: string): HttpRequest => withFields(request, { 'if-modified-since': value });
  if ((await trial.send(ask(date))).status !== 304) return;
  const due = 'status 304 for If-Modified-Since of its own date in each form';
  const isMet = ({ status }: Answer): boolean => status === 304;
  for (const n of [1, 2]) {
    const inForm = (own: string): HttpRequest => ask(inSomeForm(own, n));
    await isHeld(trial, request, first, { validator: 'Last-Modified', ask: inForm, isMet, due });
  }
}
