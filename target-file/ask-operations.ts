import type { Answer } from '../core/answer.ts';
import { FORMS, type Form } from '../core/claims.ts';
import type { FoundOperations, Operation, Spelling, UnseenForm } from '../core/target.ts';
import type { Step, Versioned } from './ask-creation.ts';
import { answersAnything, putToNothing, type SeenForms, seenForms, whyThese } from './ask-forms.ts';
import { isBroken, isNotServed, toldBroken } from './broken-answer.ts';
import type { Inquiry } from './inquiry.ts';
import type { Made } from './inquiry-writes.ts';
import { type Bench, isTakenAnyhow, perform, showsEffect } from './operation-bench.ts';
import { spellingsOf } from './spellings.ts';

/** Operations as they were seen to be served, and the forms that were, where none are claimed. */
export interface AskedOperations extends Step {
  readonly forms: readonly Form[];
  /** Why these forms. */
  readonly why: string;
  /** Operations in forms of which it is not known whether they are served. */
  readonly unseen?: readonly UnseenForm[];
  /** Why nothing is known of any operation: none could be tried. */
  readonly untried?: string;
}

/**
 * Finds the served forms by HoldDeal, and how the other operations are spelt in them (document 4.2). Nobody is asked where no rule
 * that is tried sends operations: each is unknown then.
 */
export async function askOperations(inquiry: Inquiry, draft: Versioned, isNeeded: boolean): Promise<AskedOperations> {
  const claimed = draft.claims.operationForms;
  const deals = draft.resources.find((r) => r.name === 'deals');
  const unasked = (why: string): AskedOperations => ({ draft, notes: [], forms: claimed ?? [], why });
  if (!draft.open.operations || deals === undefined || claimed?.length === 0) return unasked('said so');
  const untried = (why: string): AskedOperations => ({
    ...unasked(why),
    ...(claimed === undefined
      ? { untried: why }
      : { draft: { ...draft, operations: draft.operations.map(untriedIn) } }),
  });
  if (!inquiry.mayWrite) return untried('not asked: this run only reads');
  if (draft.foundOperations !== undefined) return asFoundBefore(draft, draft.foundOperations);
  if (!isNeeded) return leftOut(draft, claimed);
  const deal = async (): Promise<Made | undefined> => (await inquiry.create(deals))?.made;
  const first = await inquiry.create(deals);
  if (first?.made === undefined) {
    const none = 'no deal could be made to try them on';
    if (claimed !== undefined || !isBroken(first?.answer)) return untried(none);
    const why = toldBroken(first.answer);
    return { ...unasked(none), unseen: unseenIn(draft.operations, new Map(FORMS.map((form) => [form, why]))) };
  }

  const control = await putToNothing(inquiry, deals);
  const bench: Bench = { inquiry, deals, deal, control, anything: answersAnything(control) };
  const seen = claimed === undefined ? await seenForms(bench, draft) : saidForms(claimed);
  const stopped = inquiry.whyNoMore(deals);
  if (stopped !== undefined) return untried(stopped);
  const { forms, unseen } = seen;
  const asked = await Promise.all(draft.operations.map((operation) => askOperation(bench, operation, forms)));
  const operations = asked.map(({ operation }) => operation);
  const unknown = [...unseenIn(draft.operations, unseen), ...asked.flatMap(({ unseen: one }) => one)];
  return {
    draft: {
      ...draft,
      operations,
      ...(unknown.length > 0 || operations.some(isAnyGuess) ? {} : { foundOperations: addressesOf(operations) }),
    },
    notes: asked.flatMap(({ notes }) => notes),
    forms,
    why: whyThese(seen, bench),
    unseen: unknown,
  };
}

/** The operation as it is spelt where none was tried: by guess, but for what the document shows. */
function untriedIn(operation: Operation): Operation {
  const forms = FORMS.flatMap((form): [Form, Spelling][] => {
    const usual = operation.forms[form];
    return usual === undefined ? [] : [[form, isShown(operation, form) ? usual : guess(usual)]];
  });
  return { ...operation, forms: Object.fromEntries(forms) };
}

function guess(spelling: Spelling): Spelling {
  return { ...spelling, isGuess: true };
}

function isAnyGuess({ forms }: Operation): boolean {
  return Object.values(forms).some(({ isGuess }) => isGuess === true);
}

function leftOut(draft: Versioned, claimed: readonly Form[] | undefined): AskedOperations {
  const why = 'not asked: no rule that is tried sends operations';
  const unseen = unseenIn(draft.operations, new Map((claimed ?? FORMS).map((form) => [form, why])));
  return { draft, notes: [], forms: claimed ?? [], why, unseen };
}

function addressesOf(operations: readonly Operation[]): FoundOperations {
  const addresses = ({ forms }: Operation): [string, string][] =>
    Object.entries(forms).map(([form, { address }]) => [form, address]);
  return Object.fromEntries(operations.map((operation) => [operation.name, Object.fromEntries(addresses(operation))]));
}

/** The operations as an earlier run found them: in which forms, and how the last segment is spelt. The rest is as it is now. */
function asFoundBefore(draft: Versioned, found: FoundOperations): AskedOperations {
  const { operationForms: claimed = FORMS } = draft.claims;
  const operations = draft.operations.map((operation) => {
    const kept = FORMS.flatMap((form): [Form, Spelling][] => {
      const before = found[operation.name]?.[form];
      const spelling = spellingsOf(operation, form).find((one) => lastOf(one) === lastOf({ address: before ?? '' }));
      return before === undefined || spelling === undefined || !claimed.includes(form) ? [] : [[form, spelling]];
    });
    return { ...operation, forms: Object.fromEntries(kept) };
  });
  const forms = FORMS.filter((form) => operations.some((operation) => operation.forms[form] !== undefined));
  return { draft: { ...draft, operations }, notes: [], forms, why: 'so it was in the earlier run' };
}

function saidForms(forms: readonly Form[]): SeenForms {
  return { forms, broken: [], unseen: new Map(), refused: [] };
}

function unseenIn(operations: readonly Operation[], whys: ReadonlyMap<Form, string>): UnseenForm[] {
  return operations.flatMap((operation) =>
    [...whys].flatMap(([form, why]) => {
      const spelling = operation.forms[form];
      return spelling === undefined ? [] : [{ operation, form, spelling, why }];
    }),
  );
}

interface Asked {
  readonly operation: Operation;
  readonly notes: readonly string[];
  readonly unseen: readonly UnseenForm[];
}

async function askOperation(bench: Bench, operation: Operation, forms: readonly Form[]): Promise<Asked> {
  const asked = await Promise.all(
    forms.map(async (form) => ({ form, ...(await askSpelling(bench, operation, form)) })),
  );
  const kept = asked.flatMap(({ form, spelling }) => (spelling === undefined ? [] : [[form, spelling]]));
  const spelt = asked.flatMap(({ form, seen }) => (seen === undefined ? [] : [`${seen} (${form})`]));
  return {
    operation: { ...operation, forms: Object.fromEntries(kept) },
    unseen: asked.flatMap(({ form, broken }) => (broken === undefined ? [] : [{ operation, form, ...broken }])),
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
): Promise<{ spelling?: Spelling; seen?: string; gap?: string; broken?: Pick<UnseenForm, 'spelling' | 'why'> }> {
  const usual = operation.forms[form];
  if (usual === undefined) return {};
  if (isShown(operation, form)) return { spelling: usual };
  const deal = await bench.deal();
  if (deal === undefined) return { spelling: guess(usual) };
  if (operation.after === 'HoldDeal') await performHold(bench, operation, form, deal);

  const tried = spellingsOf(operation, form);
  const unanswered: Spelling[] = [];
  for (const spelling of tried) {
    const answer = await performAgain(bench, operation, spelling, deal);
    if (answer === undefined) unanswered.push(spelling);
    if (answer === undefined || isNotServed(answer.status)) continue;
    if (operation.name === 'CompleteDeal' && answer.status === 400) {
      return { gap: `it was refused with 400, and the document does not show its parameters` };
    }
    if (form === 'D' && isBroken(answer)) return { broken: { spelling, why: toldBroken(answer) } };
    if (form === 'D' && (await showsEffect(bench, operation, deal)) !== true) {
      return { gap: 'the document does not show its attributes, and no effect was seen' };
    }
    if (isTakenAnyhow(bench, spelling) && (await showsEffect(bench, operation, deal)) !== true) continue;
    return { spelling, ...(tried.length > 1 ? { seen: lastOf(spelling) } : {}) };
  }
  const none = 'the document does not spell it, and';
  if (unanswered.length > 0) return { gap: `${none} no answer was had to ${unanswered.map(lastOf).join(', ')}` };
  const unseen = bench.anything === undefined ? 'it is not served' : 'it was not seen to be done';
  return { gap: `${none} ${unseen} as ${tried.map(lastOf).join(', ')}` };
}

/** Asks for an operation, and once more alone, on another deal, where the target broke down. */
async function performAgain(
  bench: Bench,
  operation: Operation,
  spelling: Spelling,
  deal: Made,
): Promise<Answer | undefined> {
  const first = await perform(bench, operation, spelling, deal);
  if (!isBroken(first)) return first;
  const other = (await bench.deal()) ?? deal;
  return perform(bench, operation, spelling, other, 'alone');
}

function lastOf({ address }: Pick<Spelling, 'address'>): string {
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
