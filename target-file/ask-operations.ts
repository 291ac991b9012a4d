import { fillTemplate } from '../core/address.ts';
import type { Answer } from '../core/answer.ts';
import { FORMS, type Form } from '../core/claims.ts';
import type { HttpRequest } from '../core/exchange.ts';
import { at } from '../core/json-pointer.ts';
import { isObject } from '../core/json-value.ts';
import { fillPlaceholders } from '../core/placeholders.ts';
import { sameValue } from '../core/same-value.ts';
import type { JsonObject, Operation, Spelling } from '../core/target.ts';
import type { Step, Versioned } from './ask-creation.ts';
import type { Draft, DraftResource } from './draft.ts';
import { type Inquiry, isNotServed, type Made } from './inquiry.ts';
import { spellingsOf } from './spellings.ts';

/** Operations as they were seen to be served, and the forms that were, where none are claimed. */
export interface AskedOperations extends Step {
  readonly forms: readonly Form[];
  /** Why these forms. */
  readonly why: string;
}

/** The deals that operations are tried on. */
interface Bench {
  readonly inquiry: Inquiry;
  readonly deals: DraftResource;
  /** A fresh deal; undefined when none can be made. */
  deal(): Promise<Made | undefined>;
  /** How a PUT to an address that names nothing was answered, where that was 2xx: then no 2xx to a PUT tells anything. */
  readonly anything: string | undefined;
}

/** Finds the served forms by HoldDeal, and how the other operations are spelt in them (document 4.2). */
export async function askOperations(inquiry: Inquiry, draft: Versioned): Promise<AskedOperations> {
  const claimed = draft.claims.operationForms;
  const deals = draft.resources.find((r) => r.name === 'deals');
  const unasked = (why: string): AskedOperations => ({ draft, notes: [], forms: claimed ?? [], why });
  if (!draft.open.operations || deals === undefined || claimed?.length === 0) return unasked('said so');
  if (!inquiry.mayWrite) return unasked('not asked: this run only reads');
  const deal = async (): Promise<Made | undefined> => (await inquiry.create(deals))?.made;
  if ((await deal()) === undefined) return unasked('no deal could be made to try them on');

  const bench: Bench = { inquiry, deals, deal, anything: await answersAnything(inquiry, deals) };
  const forms = claimed ?? (await seenForms(bench, draft));
  const asked = await Promise.all(draft.operations.map((operation) => askOperation(bench, operation, forms)));
  return {
    draft: { ...draft, operations: asked.map(({ operation }) => operation) },
    notes: asked.flatMap(({ notes }) => notes),
    forms,
    why: whyThese(forms, bench),
  };
}

function whyThese(forms: readonly Form[], { anything }: Bench): string {
  const these = forms.length === 0 ? 'none' : 'these';
  if (anything === undefined) return `HoldDeal was answered 2xx in ${these}`;
  return `HoldDeal showed its effect in ${these}; a 2xx alone says nothing, since ${anything}: claim operationForms`;
}

async function seenForms(bench: Bench, draft: Draft): Promise<readonly Form[]> {
  const hold = draft.operations.find((operation) => operation.name === 'HoldDeal');
  if (hold === undefined) return [];
  const seen = await Promise.all(FORMS.map(async (form) => ({ form, seen: await isHeldBy(bench, hold, form) })));
  return seen.filter((s) => s.seen).map(({ form }) => form);
}

// A service that takes every address for its own says nothing by taking one of them. That it does is for status/202-missing.
async function answersAnything(inquiry: Inquiry, { create, headers }: DraftResource): Promise<string | undefined> {
  const address = `${create?.address.replace(/\/?$/u, '') ?? ''}-${inquiry.unique()}/${inquiry.unique()}`;
  const answer = await inquiry.ask({ method: 'PUT', address, json: {}, headers });
  return answer?.succeeded === true ? `PUT ${address}, which names nothing, was answered ${answer.status}` : undefined;
}

async function isHeldBy(bench: Bench, hold: Operation, form: Form): Promise<boolean> {
  const spelling = hold.forms[form];
  const deal = await bench.deal();
  if (spelling === undefined || deal === undefined) return false;
  const answer = await perform(bench, hold, spelling, deal);
  if (answer?.succeeded !== true) return false;
  if (isTakenAnyhow(bench, spelling)) return (await showsEffect(bench, hold, deal)) === true;
  // Both put something at the deal's own address, and a store may take either for a change of attributes.
  if (form === 'D') return (await showsEffect(bench, hold, deal)) !== false;
  if (form === 'C') return (await showsEffect(bench, hold, deal)) === true || !(await takesAnyAction(bench, deal));
  return true;
}

function isTakenAnyhow({ anything }: Bench, { method }: Spelling): boolean {
  return anything !== undefined && method === 'PUT';
}

async function takesAnyAction({ inquiry, deals }: Bench, { id }: Made): Promise<boolean> {
  const address = fillTemplate(deals.delete?.address ?? deals.item?.address ?? '', { id });
  const json = { action: `Assayer${inquiry.unique()}`, params: {} };
  return (await inquiry.ask({ method: 'PUT', address, json, headers: deals.headers }))?.succeeded === true;
}

/** Whether the deal shows what the operation changes; undefined when it cannot be read. */
async function showsEffect(
  { inquiry, deals: { item, headers } }: Bench,
  operation: Operation,
  { id }: Made,
): Promise<boolean | undefined> {
  if (item === undefined) return undefined;
  const address = fillTemplate(item.address, { id });
  const due = Object.entries(fillPlaceholders(operation.effect, valuesOf(operation)));
  const shows = (answer: Answer | undefined): boolean | undefined => {
    const record = at(answer?.representation.value, item.envelope);
    if (answer?.status !== 200 || !isObject(record)) return undefined;
    return due.every(([member, value]) => sameValue(value, record[member]));
  };
  const last = await inquiry.until(
    () => inquiry.ask({ method: 'GET', address, headers }),
    (answer) => shows(answer) !== false,
  );
  return shows(last);
}

interface Asked {
  readonly operation: Operation;
  readonly notes: readonly string[];
}

async function askOperation(bench: Bench, operation: Operation, forms: readonly Form[]): Promise<Asked> {
  const asked = await Promise.all(
    forms.map(async (form) => ({ form, ...(await askSpelling(bench, operation, form)) })),
  );
  const kept = asked.flatMap(({ form, spelling }) => (spelling === undefined ? [] : [[form, spelling]]));
  const spelt = asked.flatMap(({ form, seen }) => (seen === undefined ? [] : [`${seen} (${form})`]));
  return {
    operation: { ...operation, forms: Object.fromEntries(kept) },
    notes: [
      ...(spelt.length === 0 ? [] : [`${operation.name}: ${spelt.join(', ')}`]),
      ...asked.flatMap(({ form, gap }) =>
        gap === undefined ? [] : [`${operation.name} in form ${form} is not judged: ${gap}`],
      ),
    ],
  };
}

/** The spelling by which an operation is judged in a form; none where the document does not show how and none was seen to work. */
async function askSpelling(
  bench: Bench,
  operation: Operation,
  form: Form,
): Promise<{ spelling?: Spelling; seen?: string; gap?: string }> {
  const usual = operation.forms[form];
  if (usual === undefined) return {};
  if (isShown(operation, form)) return { spelling: usual };
  const deal = await bench.deal();
  if (deal === undefined) return { spelling: usual };
  if (operation.after === 'HoldDeal') await performHold(bench, operation, form, deal);

  const tried = spellingsOf(operation, form);
  for (const spelling of tried) {
    const answer = await perform(bench, operation, spelling, deal);
    if (answer === undefined || isNotServed(answer.status)) continue;
    if (operation.name === 'CompleteDeal' && answer.status === 400) {
      return { gap: `it was refused with 400, and the document does not show its parameters` };
    }
    if (form === 'D' && (await showsEffect(bench, operation, deal)) !== true) {
      return { gap: 'the document does not show its attributes, and no effect was seen' };
    }
    if (isTakenAnyhow(bench, spelling) && (await showsEffect(bench, operation, deal)) !== true) continue;
    return { spelling, ...(tried.length > 1 ? { seen: lastOf(spelling) } : {}) };
  }
  const unseen = bench.anything === undefined ? 'it is not served' : 'it was not seen to be done';
  return { gap: `the document does not spell it, and ${unseen} as ${tried.map(lastOf).join(', ')}` };
}

function lastOf({ address }: Spelling): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

/**
 * Whether the document says outright how the operation is asked for: hold in every form; in C, F and G the action is the
 * operation's name with the parameters that 4.2 lists; in D only `held` is shown.
 */
function isShown({ name }: Operation, form: Form): boolean {
  if (name === 'HoldDeal') return true;
  if (form === 'D') return name === 'UnholdDeal';
  return (form === 'C' || form === 'F' || form === 'G') && name !== 'CompleteDeal';
}

async function performHold(bench: Bench, operation: Operation, form: Form, deal: Made): Promise<void> {
  const spelling = operation.forms[form];
  if (spelling === undefined) return;
  const segment = { A: 'hold', B: 'holded', E: 'holds' } as const;
  // Only A, B and E are tried for unhold (see isShown), and of these the document spells hold.
  const hold = segment[form as 'A' | 'B' | 'E'];
  const address = spelling.address.replace(/(?<![^/])[^/]+$/u, hold);
  const parameters: Operation['parameters'] = [
    { name: 'reason', type: 'string', required: true, sample: 'waiting for papers' },
  ];
  await perform(bench, { ...operation, parameters }, { ...spelling, address }, deal);
}

async function perform(
  bench: Bench,
  operation: Operation,
  spelling: Spelling,
  deal: Made,
): Promise<Answer | undefined> {
  const { inquiry, deals } = bench;
  if (deals.never.includes(spelling.method)) return undefined;
  const address = fillTemplate(spelling.address, { id: deal.id, commandId: inquiry.unique() });
  const json = payloadOf(operation, spelling, deal, deals);
  const request: HttpRequest = { method: spelling.method, address, json, headers: deals.headers };
  return inquiry.ask(request);
}

function payloadOf(operation: Operation, spelling: Spelling, deal: Made, deals: DraftResource): JsonObject {
  const { payload } = spelling;
  const params = valuesOf(operation);
  if (payload === 'parameters') return params;
  if (payload === 'action') return { action: operation.name, params };
  if (payload === 'deal-action') return { deal: deal.id, action: operation.name, params };
  // Form D is the deal itself with what changes (document 4.2).
  return { ...deals.create?.sample, ...fillPlaceholders(payload.attributes, params) };
}

function valuesOf({ parameters }: Operation): JsonObject {
  return Object.fromEntries(parameters.map(({ name, sample }) => [name, sample]));
}
