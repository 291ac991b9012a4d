import { fillTemplate } from '../core/address.ts';
import type { Answer } from '../core/answer.ts';
import { FORMS, type Form } from '../core/claims.ts';
import type { Operation, Spelling } from '../core/target.ts';
import type { Draft, DraftResource } from './draft.ts';
import { type Inquiry, isBroken, type Made } from './inquiry.ts';
import { type Bench, isTakenAnyhow, perform, showsEffect } from './operation-bench.ts';

/** A form in which HoldDeal broke down. */
export interface BrokenForm {
  readonly form: Form;
  /** `was answered 500`. */
  readonly told: string;
}

/** Why these forms are taken to be served, and what is not known of the others, in words. */
export function whyThese(forms: readonly Form[], broken: readonly BrokenForm[], { anything, control }: Bench): string {
  const these = forms.some((form) => !broken.some((b) => b.form === form)) ? 'these' : 'none';
  const told =
    anything === undefined
      ? `HoldDeal was answered 2xx in ${these}`
      : `HoldDeal showed its effect in ${these}; a 2xx alone says nothing, since ${anything}: claim operationForms`;
  const served = broken.filter(({ form }) => forms.includes(form));
  const unknown = broken.filter(({ form }) => !forms.includes(form));
  const list = (some: readonly BrokenForm[]): string => some.map(({ form, told: how }) => `${form} ${how}`).join(', ');
  return [
    told,
    ...(served.length === 0 ? [] : [`it broke down in ${list(served)}, and so is served there`]),
    ...(unknown.length === 0
      ? []
      : [
          `whether it is served in other forms is not known: ${list(unknown)}, as was PUT ${control.address}, which names nothing: claim operationForms`,
        ]),
  ].join('; ');
}

type Held = 'held' | 'not held' | Answer;

/** The forms in which a fresh deal can be put on hold, or in which the target breaks down over just that. */
export async function seenForms(bench: Bench, draft: Draft): Promise<{ forms: Form[]; broken: BrokenForm[] }> {
  const hold = draft.operations.find((operation) => operation.name === 'HoldDeal');
  if (hold === undefined) return { forms: [], broken: [] };
  const tried = await Promise.all(FORMS.map(async (form) => ({ form, held: await holdBy(bench, hold, form) })));
  const seen = tried.filter(({ held }) => held === 'held').map(({ form }) => form);
  const broken = tried.flatMap(({ form, held }) =>
    typeof held === 'string'
      ? []
      : [{ form, told: `was answered ${held.status}`, method: held.exchange.request.method }],
  );
  const served = await servedThoughBroken(bench, broken, seen);
  return { forms: FORMS.filter((form) => seen.includes(form) || served.includes(form)), broken };
}

/** The forms that break down where an address that names nothing does not: they are served, and broken (7). */
async function servedThoughBroken(
  { inquiry, deals, deal, control }: Bench,
  broken: readonly (BrokenForm & { readonly method: string })[],
  seen: readonly Form[],
): Promise<readonly Form[]> {
  const puts = broken.filter(({ method }) => method === 'PUT').map(({ form }) => form);
  const posts = broken.filter(({ method }) => method === 'POST').map(({ form }) => form);
  // C and D are one request with two bodies: who serves the one may break down over the other, which is no form of its own.
  const isOther = (form: Form): boolean => (form === 'C' && seen.includes('D')) || (form === 'D' && seen.includes('C'));
  const servedPuts = isBroken(control.answer) || control.answer === undefined ? [] : puts.filter((f) => !isOther(f));
  if (posts.length === 0) return servedPuts;
  const own = await deal();
  const item = deals.item?.address ?? deals.delete?.address;
  if (own === undefined || item === undefined) return servedPuts;
  const address = `${fillTemplate(item, { id: own.id }).replace(/\/$/u, '')}/${inquiry.unique()}`;
  const nothing = await inquiry.write(own, { method: 'POST', address, json: {} }, deals);
  return nothing === undefined || isBroken(nothing) ? servedPuts : [...servedPuts, ...posts];
}

// A service that takes every address for its own says nothing by taking one of them. That it does is for status/202-missing.
export async function putToNothing(inquiry: Inquiry, deals: DraftResource): Promise<Bench['control']> {
  const address = `${deals.create?.address.replace(/\/?$/u, '') ?? ''}-${inquiry.unique()}/${inquiry.unique()}`;
  return { address, answer: await inquiry.write('fresh', { method: 'PUT', address, json: {} }, deals) };
}

export function answersAnything({ address, answer }: Bench['control']): string | undefined {
  return answer?.succeeded === true ? `PUT ${address}, which names nothing, was answered ${answer.status}` : undefined;
}

/** Tries to hold a fresh deal; the answer itself where the target broke down over it. */
async function holdBy(bench: Bench, hold: Operation, form: Form): Promise<Held> {
  const spelling = hold.forms[form];
  const deal = await bench.deal();
  if (spelling === undefined || deal === undefined) return 'not held';
  const answer = await perform(bench, hold, spelling, deal);
  if (answer?.succeeded !== true) return isBroken(answer) ? answer : 'not held';
  return (await isHeldIndeed(bench, hold, form, spelling, deal)) ? 'held' : 'not held';
}

async function isHeldIndeed(
  bench: Bench,
  hold: Operation,
  form: Form,
  spelling: Spelling,
  deal: Made,
): Promise<boolean> {
  if (isTakenAnyhow(bench, spelling)) return (await showsEffect(bench, hold, deal)) === true;
  // Both put something at the deal's own address, and a store may take either for a change of attributes.
  if (form === 'D') return (await showsEffect(bench, hold, deal)) !== false;
  if (form === 'C') return (await showsEffect(bench, hold, deal)) === true || !(await takesAnyAction(bench, deal));
  return true;
}

async function takesAnyAction({ inquiry, deals }: Bench, made: Made): Promise<boolean> {
  const address = fillTemplate(deals.delete?.address ?? deals.item?.address ?? '', { id: made.id });
  const json = { action: `Assayer${inquiry.unique()}`, params: {} };
  return (await inquiry.write(made, { method: 'PUT', address, json }, deals))?.succeeded === true;
}
