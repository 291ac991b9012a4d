import { sameValue } from '../core/representation/same-value.ts';
import type { JsonObject, Operation, Target } from '../core/target.ts';
import type { DraftResource } from '../target-file/draft.ts';
import type { Inquiry } from '../target-file/inquiry.ts';
import {
  type Bench,
  effectDue,
  membersShown,
  payloadOf,
  perform,
  showsEffect,
} from '../target-file/operation-bench.ts';
import { describeOperation, withVersionPlace } from './describe.ts';
import type { Finding, Found, Open } from './finding.ts';
import { type Entry, parametersSeen, readied, refusesObject, requiredInWords } from './operation-tries.ts';
import { quotedJson, refusedContent, toldAnswer } from './told-answer.ts';

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
  const telling = tellingForms(operation, kept);
  const [first] = telling;
  if (first === undefined) return { value: { ...operation, forms: {} }, findings, open };
  const effect = await effectSeen(bench, operation, first, all);
  const parameters = await parametersSeen(bench, operation, telling, all);
  const stored = await whyOnlyStored(bench, { ...operation, parameters, effect: effect ?? {} }, kept, all);
  if (stored !== undefined) open.push({ place, question: `${operation.name} in form D is left out: ${stored}` });
  const evidence = requiredInWords(parameters);
  if (evidence !== undefined) findings.push({ place, evidence });
  if (effect === undefined)
    open.push({ place, question: `${operation.name}: what a deal shows after it was not found: give effect` });
  const { isGuess: _, ...known } = operation;
  const forms = kept.filter(([form]) => form !== 'D' || stored === undefined);
  return {
    value: { ...known, parameters, forms: Object.fromEntries(forms), effect: effect ?? {} },
    findings,
    open,
  };
}

/**
 * The forms that tell what an operation takes and does. A store that takes any attribute takes those of an operation too, and carries
 * nothing out: the document shows form D of a hold alone (4.2).
 */
function tellingForms({ name }: Operation, kept: readonly Entry[]): readonly Entry[] {
  const others = kept.filter(([form]) => form !== 'D');
  return SHOWN.includes(name) || others.length === 0 ? kept : others;
}

/** Why form D is no form of an operation that is served in others as well; undefined where it may be, or is not served. */
async function whyOnlyStored(
  bench: Bench,
  operation: Operation,
  kept: readonly Entry[],
  all: readonly Operation[],
): Promise<string | undefined> {
  const own = kept.find(([form]) => form === 'D');
  if (own === undefined || kept.length === 1 || SHOWN.includes(operation.name)) return undefined;
  if (Object.keys(operation.effect).length === 0)
    return 'a deal shows its attributes after that, and not after the other forms';
  const others = kept.filter((one) => one !== own);
  const isTaken = async (name: string): Promise<boolean> =>
    !(await refusesObject(bench, operation, name, [own], all)) &&
    (await refusesObject(bench, operation, name, others, all));
  for (const { name } of operation.parameters.filter(({ required }) => required))
    if (await isTaken(name)) return `an object is taken as ${name} there, and refused in the other forms`;
  return undefined;
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
  const shown = await membersShown(bench, deal);
  const due = effectDue(operation);
  const kept = Object.entries(effect).filter(([member, value]) =>
    SHOWN.includes(operation.name) ? value === false || member in shown : sameValue(due[member], shown[member]),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
