import type { Answer } from '../core/answer.ts';
import { FORMS, type Form } from '../core/claims.ts';
import { fillTemplate } from '../core/http/address.ts';
import type { Operation, Spelling } from '../core/target.ts';
import { isBroken, isNotServed, toldBroken } from './broken-answer.ts';
import type { Draft, DraftResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';
import type { How, Made } from './inquiry-writes.ts';
import { type Bench, effectIn, isTakenAnyhow, perform, showsEffect } from './operation-bench.ts';

/** A form in which HoldDeal broke down when nothing else was under way, or was refused. */
export interface BrokenForm {
  readonly form: Form;
  readonly answer: Answer;
}

/** Why it is not known whether a form is served in which the target broke down over a request that names nothing too. */
export function whyUnseen({ answer }: Pick<BrokenForm, 'answer'>, nothing: Answer): string {
  return `${toldBroken(answer)}, as was ${ofRequest(nothing)}, which names nothing`;
}

/**
 * Forms of which it is not known whether they are served: fault was found with what they send below a record, while
 * the address of another form is not there. Who finds fault with all of them may find it with any address.
 */
function whyRefused(tried: readonly { readonly form: Form; readonly held: Held }[]): (readonly [Form, string])[] {
  const missing = tried.flatMap(({ held }) => (isAnswer(held) && isNotServed(held.status) ? [held] : []))[0];
  if (missing === undefined) return [];
  return tried.flatMap(({ form, held }) =>
    isFaulted(held) ? [[form, `${toldStatus(held)}, and ${toldStatus(missing)}`] as const] : [],
  );
}

function toldStatus(answer: Answer): string {
  return `${ofRequest(answer)} was answered ${answer.status}`;
}

/** Whether a form has an address of its own below that of a record, which takes whatever is put to it. */
function isBelowRecord({ deals }: Bench, spelling: Spelling | undefined): boolean {
  const record = deals.item?.address ?? deals.delete?.address;
  return record !== undefined && spelling?.address.startsWith(`${record.replace(/\/$/u, '')}/`) === true;
}

function ofRequest({ exchange: { request } }: Answer): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}

/** Why these forms are taken to be served, and what is not known of the others, in words. */
export function whyThese({ forms, broken, unseen, refused }: SeenForms, { anything }: Bench): string {
  const these = forms.some((form) => !broken.some((b) => b.form === form)) ? 'these' : 'no form';
  const told =
    anything === undefined
      ? `HoldDeal was answered 2xx in ${these}`
      : `HoldDeal showed its effect in ${these}; a 2xx alone says nothing, since ${anything}: claim operationForms`;
  const served = broken.filter(({ form }) => forms.includes(form));
  const unknown = broken.filter(({ form }) => unseen.has(form));
  const list = (some: readonly BrokenForm[]): string =>
    some.map(({ form, answer }) => `${form} was answered ${answer.status}`).join(', ');
  return [
    told,
    ...(served.length === 0 ? [] : [`it broke down in ${list(served)}, and so is served there`]),
    ...(refused.length === 0 ? [] : [`${list(refused)}: no such form is judged, unless operationForms claims it`]),
    ...(unknown.length === 0
      ? []
      : [
          `whether it is served in other forms is not known: ${list(unknown)}, as was what names nothing: claim operationForms`,
        ]),
  ].join('; ');
}

/** Held indeed, or what the operation was answered otherwise; undefined where it could not be sent. */
type Held = 'held' | Answer | undefined;

/** Statuses that find fault with what is sent, at an address that is served (document 7, RFC 9110 15.5). */
const FAULTED: readonly number[] = [400, 409, 415, 422];

/** The forms in which a fresh deal can be put on hold, or in which the target breaks down over just that. */
export async function seenForms(bench: Bench, draft: Draft): Promise<SeenForms> {
  const hold = draft.operations.find((operation) => operation.name === 'HoldDeal');
  if (hold === undefined) return { forms: [], broken: [], unseen: new Map(), refused: [] };
  const beside = await Promise.all(FORMS.map(async (form) => ({ form, held: await holdBy(bench, hold, form) })));
  const tried: typeof beside = [];
  // A server may break down where requests meet, so that what broke down is asked again alone.
  for (const one of beside)
    tried.push(hasBroken(one.held) ? { ...one, held: await holdBy(bench, hold, one.form, 'alone') } : one);
  const seen = tried.filter(({ held }) => held === 'held').map(({ form }) => form);
  const broken = tried.flatMap(({ form, held }) => (hasBroken(held) ? [{ form, answer: held }] : []));
  // C and D are one request with two bodies: who serves the one may break down over the other, which is no form of its own.
  const isOther = ({ form }: BrokenForm): boolean =>
    (form === 'C' && seen.includes('D')) || (form === 'D' && seen.includes('C'));
  const asked = broken.filter((one) => !isOther(one));
  const refused = tried.flatMap(({ form, held }) =>
    isFaulted(held) || isSeeOther(held) ? [{ form, answer: held }] : [],
  );
  const controls = await controlsOf(bench, asked);
  const unseen = [
    ...asked.flatMap((one) => {
      const control = controls(one);
      return isBroken(control) ? [[one.form, whyUnseen(one, control)] as const] : [];
    }),
    ...whyRefused(tried.filter(({ form }) => isBelowRecord(bench, hold.forms[form]))),
  ];
  const served = asked.filter((one) => !isBroken(controls(one))).map(({ form }) => form);
  return {
    forms: FORMS.filter((form) => seen.includes(form) || served.includes(form)),
    broken,
    unseen: new Map(unseen),
    refused,
  };
}

function isAnswer(held: Held): held is Answer {
  return held !== 'held' && held !== undefined;
}

function hasBroken(held: Held): held is Answer {
  return isAnswer(held) && !held.succeeded && isBroken(held);
}

function isFaulted(held: Held): held is Answer {
  return isAnswer(held) && FAULTED.includes(held.status);
}

/** Something may have been done, which another address shows (RFC 9110 15.4.4); the document knows no such answer to an operation. */
function isSeeOther(held: Held): held is Answer {
  return isAnswer(held) && held.status === 303;
}

/** What was seen of each form. */
export interface SeenForms {
  readonly forms: readonly Form[];
  readonly broken: readonly BrokenForm[];
  /** Forms of which it is not known whether they are served, and why. */
  readonly unseen: ReadonlyMap<Form, string>;
  /** Forms whose content was found fault with, or that were answered 303: they are not served, or not as the document writes them. */
  readonly refused: readonly BrokenForm[];
}

/** What a request that names nothing is answered, by the method of a form: who breaks down over that says nothing of the form. */
async function controlsOf(
  { inquiry, deals, deal, control }: Bench,
  broken: readonly BrokenForm[],
): Promise<(one: BrokenForm) => Answer | undefined> {
  const isPost = ({ answer }: BrokenForm): boolean => answer.exchange.request.method === 'POST';
  const own = broken.some(isPost) ? await deal() : undefined;
  const item = deals.item?.address ?? deals.delete?.address ?? '';
  const address = `${fillTemplate(item, { id: own?.id ?? '' }).replace(/\/$/u, '')}/${inquiry.unique()}`;
  const nothing =
    own === undefined ? undefined : await inquiry.write(own, { method: 'POST', address, json: {} }, deals);
  return (one) => (isPost(one) ? nothing : control.answer);
}

// A service that takes every address for its own says nothing by taking one of them. That it does is for status/202-missing.
export async function putToNothing(inquiry: Inquiry, deals: DraftResource): Promise<Bench['control']> {
  const address = `${deals.create?.address.replace(/\/?$/u, '') ?? ''}-${inquiry.unique()}/${inquiry.unique()}`;
  const put = (how?: How): Promise<Answer | undefined> =>
    inquiry.write('fresh', { method: 'PUT', address, json: {} }, deals, how);
  const answer = await put();
  return { address, answer: isBroken(answer) ? await put('alone') : answer };
}

export function answersAnything({ address, answer }: Bench['control']): string | undefined {
  return answer?.succeeded === true ? `PUT ${address}, which names nothing, was answered ${answer.status}` : undefined;
}

/** Tries to hold a fresh deal; the answer itself where the target broke down over it. */
async function holdBy(bench: Bench, hold: Operation, form: Form, how?: How): Promise<Held> {
  const spelling = hold.forms[form];
  const deal = await bench.deal();
  if (spelling === undefined || deal === undefined) return undefined;
  const answer = await perform(bench, hold, spelling, deal, how);
  if (answer?.succeeded !== true) return answer;
  return (await isHeldIndeed(bench, { hold, form, spelling }, deal, answer)) ? 'held' : answer;
}

/** A form of HoldDeal that is tried. */
interface Tried {
  readonly hold: Operation;
  readonly form: Form;
  readonly spelling: Spelling;
}

async function isHeldIndeed(bench: Bench, { hold, form, spelling }: Tried, deal: Made, put: Answer): Promise<boolean> {
  if (isTakenAnyhow(bench, spelling)) return (await showsEffect(bench, hold, deal)) === true;
  // Both put something at the deal's own address, and a store may take either for a change of attributes.
  // Where the deal has another address by then, as one that follows its name, the answer to the PUT may show it.
  if (form === 'D') return ((await showsEffect(bench, hold, deal)) ?? effectIn(bench.deals, hold, put)) !== false;
  if (form === 'C') return (await showsEffect(bench, hold, deal)) === true || !(await takesAnyAction(bench, deal));
  return true;
}

async function takesAnyAction({ inquiry, deals }: Bench, made: Made): Promise<boolean> {
  const address = fillTemplate(deals.delete?.address ?? deals.item?.address ?? '', { id: made.id });
  const json = { action: `Assayer${inquiry.unique()}`, params: {} };
  return (await inquiry.write(made, { method: 'PUT', address, json }, deals))?.succeeded === true;
}
