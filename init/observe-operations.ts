import type { Answer } from '../core/answer.ts';
import type { Form } from '../core/claims.ts';
import type { Json, JsonObject, Operation, Spelling, Target } from '../core/target.ts';
import type { DraftResource } from '../target-file/draft.ts';
import type { Inquiry } from '../target-file/inquiry.ts';
import type { Made } from '../target-file/inquiry-writes.ts';
import { type Bench, membersShown, payloadOf, perform, showsEffect } from '../target-file/operation-bench.ts';
import { describeOperation, withVersionPlace } from './describe.ts';
import type { Finding, Found, Open } from './finding.ts';
import { quotedJson, refusedContent, toldAnswer } from './told-answer.ts';

/** No reader takes an object for a text, a number or a date. */
const WRONG: Json = { not: 'a scalar' };

/**
 * What the document shows itself of an effect (2, 4.2): members that the deal has are kept, whatever they hold after the operation. The
 * effects of the others are kept where they are seen.
 */
const SHOWN: readonly string[] = ['HoldDeal', 'UnholdDeal'];

/** Performs each operation in each of its forms on a deal of its own, and with each parameter missing and wrong. */
export async function observeOperations(inquiry: Inquiry, target: Target): Promise<Found<readonly Operation[]>> {
  const deals = target.resources.find(({ name }) => name === 'deals');
  if (deals === undefined || !inquiry.mayWrite) return { value: target.operations, findings: [], open: [] };
  const draft: DraftResource = { ...deals, ifSeen: [], sampleIsGuess: false };
  const bench: Bench = {
    inquiry,
    deals: draft,
    deal: async () => (await inquiry.create(draft))?.made,
    control: { address: '', answer: undefined },
    anything: undefined,
  };
  if (target.operations.length === 0) return { value: [], findings: [], open: await refusedHolds(bench, target) };
  const all = await Promise.all(target.operations.map((operation) => observe(bench, operation, target.operations)));
  return {
    value: all.map(({ value }) => value).filter(({ forms }) => Object.keys(forms).length > 0),
    findings: all.flatMap(({ findings }) => findings),
    open: all.flatMap(({ open }) => open),
  };
}

/** Where no operation was seen to be served: the forms in which HoldDeal met fault with its content, each to be filled in. */
async function refusedHolds(bench: Bench, { unseenForms = [], version }: Target): Promise<Open[]> {
  const holds = unseenForms.filter(({ operation }) => operation.name === 'HoldDeal');
  const open: Open[] = [];
  for (const { operation, form, spelling } of holds) {
    const deal = await bench.deal();
    const answer = deal === undefined ? undefined : await perform(bench, operation, spelling, deal);
    if (deal === undefined || answer === undefined || !refusedContent(answer)) continue;
    const entry = describeOperation({ ...operation, forms: { [form]: spelling } }, (address) =>
      withVersionPlace(address, version),
    );
    const sent = quotedJson(payloadOf(operation, spelling, deal, bench.deals));
    const question =
      `no operation was found. ${operation.name} was tried as ${spelling.method} ${spelling.address} with ${sent}, and was ${toldAnswer(answer)}. ` +
      'The parameters were guessed, since the document does not show all of them. While no operation is written down, none is judged: name those that the service has, each with parameters that it accepts';
    open.push({ place: 'operations', question, entry });
  }
  return open;
}

type Entry = readonly [form: Form, spelling: Spelling];

async function observe(bench: Bench, operation: Operation, all: readonly Operation[]): Promise<Found<Operation>> {
  const place = `operations.${operation.name}`;
  const findings: Finding[] = [];
  const open: Open[] = [];
  const kept: Entry[] = [];
  const told: string[] = [];
  // Its keys are forms, which Object.entries does not say.
  for (const [form, spelling] of Object.entries(operation.forms) as Entry[]) {
    const deal = await readied(bench, operation, form, all);
    const answer = deal === undefined ? undefined : await perform(bench, operation, spelling, deal);
    if (answer !== undefined && answer.status >= 400 && answer.status < 500) {
      const asked = `${spelling.method} ${spelling.address} was answered ${answer.brief}`;
      open.push({ place, question: `${operation.name} in form ${form} is left out: ${asked}` });
      continue;
    }
    told.push(`${answer?.status ?? 'not answered'} in ${form}`);
    kept.push([form, spelling]);
  }
  if (told.length > 0) findings.push({ place, evidence: `was answered ${told.join(', ')}` });
  const [first] = kept;
  if (first === undefined) return { value: { ...operation, forms: {} }, findings, open };
  const parameters = await Promise.all(
    operation.parameters.map(async (parameter) => {
      const refused = await refuses(bench, operation, parameter.name, kept, all);
      return { ...parameter, required: refused };
    }),
  );
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  if (parameters.length > 0) {
    const others = required.length === parameters.length ? '' : '; without the others it is carried out anyway';
    const evidence =
      required.length === 0
        ? 'no parameter is required'
        : `without ${required.join(', ')} it was answered 400${others}`;
    findings.push({ place, evidence });
  }
  const effect = await effectSeen(bench, operation, first, all);
  if (effect === undefined)
    open.push({ place, question: `${operation.name}: what a deal shows after it was not found: give effect` });
  const { isGuess: _, ...known } = operation;
  return {
    value: { ...known, parameters, forms: Object.fromEntries(kept), effect: effect ?? {} },
    findings,
    open,
  };
}

/** A fresh deal on which what has to come first was done. */
async function readied(
  bench: Bench,
  { after }: Operation,
  form: Form,
  all: readonly Operation[],
): Promise<Made | undefined> {
  const deal = await bench.deal();
  const first = all.find(({ name }) => name === after);
  const spelling = first?.forms[form] ?? Object.values(first?.forms ?? {})[0];
  if (deal !== undefined && first !== undefined && spelling !== undefined) await perform(bench, first, spelling, deal);
  return deal;
}

/** Whether a parameter is required: each form refuses with 400 to do without it, and to take an object for it. */
async function refuses(
  bench: Bench,
  operation: Operation,
  name: string,
  forms: readonly Entry[],
  all: readonly Operation[],
): Promise<boolean> {
  const without = { ...operation, parameters: operation.parameters.filter((parameter) => parameter.name !== name) };
  const wrong = {
    ...operation,
    parameters: operation.parameters.map((one) => (one.name === name ? { ...one, sample: WRONG } : one)),
  };
  for (const [form, spelling] of forms) {
    // Form D sends attributes of a deal, and one of them may be absent.
    for (const faulty of typeof spelling.payload === 'string' ? [without, wrong] : [wrong]) {
      const deal = await readied(bench, operation, form, all);
      const answer: Answer | undefined = deal === undefined ? undefined : await perform(bench, faulty, spelling, deal);
      if (answer?.status !== 400) return false;
    }
  }
  return true;
}

/** What of the effect is written down: a file that tells one says that the deal shows all of it. */
async function effectSeen(
  bench: Bench,
  operation: Operation,
  [form, spelling]: Entry,
  all: readonly Operation[],
): Promise<JsonObject | undefined> {
  const { effect } = operation;
  const deal = await readied(bench, operation, form, all);
  if (deal === undefined) return effect;
  await perform(bench, operation, spelling, deal);
  // Where deals cannot be read, nothing is known, and nothing is judged by it.
  if ((await showsEffect(bench, operation, deal)) !== false) return effect;
  if (!SHOWN.includes(operation.name)) return undefined;
  const shown = await membersShown(bench, deal);
  const kept = Object.entries(effect).filter(([member, value]) => value === false || shown.has(member));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
