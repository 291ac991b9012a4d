import type { Answer } from '../../../core/answer.ts';
import { header } from '../../../core/http/exchange.ts';
import { variesBy, varyNames } from '../negotiate/vary.ts';
import { endOf, startOf } from '../record-histories.ts';
import { weakly } from '../validator/entity-tag.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/** What stands in front adds it where it packs, and a 304 has nothing to pack. */
export const OF_CODINGS = 'accept-encoding';

/**
 * Demands that the fields of a 304 are those of the 200 to the same request (RFC 9110 15.4.5), as readings before and after it show them:
 * the tag in the same strength, the names in Vary, and a Last-Modified or Content-Location only of the same value.
 */
export function fieldsAsOn200(seen: readonly Answer[]): void {
  const whole = wholeByView(seen);
  for (const answer of seen) {
    if (answer.status !== 304 || !isPlain(answer)) continue;
    const around = aroundIt(whole.get(viewOf(answer)) ?? [], answer);
    const [first] = around;
    if (first === undefined) continue;
    const on = exchangeInWords(answer);
    hasSameTag(answer, around, on);
    const lacking = varyNames(first).find(
      (name) => around.every((one) => variesBy(one, name)) && name !== OF_CODINGS && !variesBy(answer, name),
    );
    answer.owes(lacking === undefined, `${lacking ?? ''} in Vary, as on the 200`, `${vary(answer)} on ${on}`);
    for (const field of ['Last-Modified', 'Content-Location']) hasSameValue(answer, around, field, on);
  }
}

/** A tag may become strong when its record is older, so that the 200 before and the one after have to agree. */
function hasSameTag(answer: Answer, around: readonly Answer[], on: string): void {
  const tag = answer.header('ETag');
  const due = around[0]?.header('ETag');
  if (tag === undefined || due === undefined || weakly(tag) !== weakly(due)) return;
  const isOther = around.every((one) => one.header('ETag') === due) && tag !== due;
  answer.owes(!isOther, `ETag ${due}, as strong as on the 200`, `${tag} on ${on}`);
}

/** A 304 need not tell them; where the tag is the same, they are too. */
function hasSameValue(answer: Answer, around: readonly Answer[], field: string, on: string): void {
  const told = answer.header(field);
  const due = around[0]?.header(field);
  const tag = answer.header('ETag');
  if (told === undefined || due === undefined || tag === undefined) return;
  const isSame = around.every((one) => one.header('ETag') === tag && one.header(field) === due);
  answer.owes(!isSame || told === due, `${field}: ${due}, as on the 200, or none`, `${told} on ${on}`);
}

function wholeByView(seen: readonly Answer[]): ReadonlyMap<string, readonly Answer[]> {
  const views = new Map<string, Answer[]>();
  for (const answer of seen) {
    if (answer.exchange.request.method !== 'GET' || answer.status !== 200 || !isPlain(answer)) continue;
    const view = views.get(viewOf(answer)) ?? [];
    views.set(viewOf(answer), view);
    view.push(answer);
  }
  return views;
}

/** The last 200 before it and the first one after it; none where one of them is not there. */
function aroundIt(whole: readonly Answer[], answer: Answer): readonly Answer[] {
  const before = whole.findLast((one) => endOf(one) <= startOf(answer));
  const after = whole.find((one) => startOf(one) >= endOf(answer));
  return before === undefined || after === undefined ? [] : [before, after];
}

/** What is packed on the way out has another tag (RFC 9110 8.8.3.3). */
function isPlain(answer: Answer): boolean {
  const { headers } = answer.exchange.request;
  return answer.header('Content-Encoding') === undefined && header(headers, 'Accept-Encoding') === undefined;
}

function viewOf({ exchange: { request } }: Answer): string {
  return `${request.url} ${header(request.headers, 'Accept') ?? ''} ${header(request.headers, 'Cookie') ?? ''}`;
}

function vary(answer: Answer): string {
  return answer.header('Vary') ?? '';
}
