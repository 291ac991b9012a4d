import fc from 'fast-check';
import type { Form } from '../../../core/claims.ts';
import type { Property } from '../../../core/run/trial.ts';
import type { Target } from '../../../core/target.ts';
import { formsOf } from '../operation/operation-subjects.ts';

/** One step of a sequence. Deals are named by the order of their creation within it, so that both sides know them. */
export type Step =
  | { readonly does: 'create' }
  | { readonly does: 'list' }
  | { readonly does: 'read'; readonly deal: number }
  | { readonly does: 'delete'; readonly deal: number }
  | { readonly does: 'operate'; readonly deal: number; readonly operation: string; readonly form: Form }
  /** The nth of the look-ups that target and reference can both be asked for. */
  | { readonly does: 'look'; readonly at: number };

/** What a target lets a sequence do. */
export interface Alphabet {
  readonly operations: readonly { readonly name: string; readonly form: Form; readonly after?: string }[];
  readonly reads: boolean;
  readonly lists: boolean;
  readonly deletes: boolean;
  readonly lookUps: number;
}

/** Every operation in every form in which it is claimed and spelt. */
export function operationSteps(target: Target): Alphabet['operations'] {
  return target.operations
    .filter(({ resource }) => resource === 'deals')
    .flatMap((operation) =>
      formsOf(target, operation).map((form) => ({
        name: operation.name,
        form,
        ...(operation.after === undefined ? {} : { after: operation.after }),
      })),
    );
}

/** How many deals a sequence tells apart. */
const DEALS = 4;

/** Every step that there is, each made once: fast-check shrinks only what it knows for its own. */
interface Steps {
  readonly create: Step;
  readonly list: Step;
  readonly read: (deal: number) => Step;
  readonly remove: (deal: number) => Step;
  readonly operate: (deal: number, operation: Alphabet['operations'][number]) => Step;
  readonly looks: readonly Step[];
}

function stepsOf({ lookUps }: Alphabet): Steps {
  const made = new Map<string, Step>();
  const once = (step: Step): Step => {
    const key = JSON.stringify(step);
    const known = made.get(key) ?? step;
    made.set(key, known);
    return known;
  };
  return {
    create: once({ does: 'create' }),
    list: once({ does: 'list' }),
    read: (deal) => once({ does: 'read', deal }),
    remove: (deal) => once({ does: 'delete', deal }),
    operate: (deal, { name, form }) => once({ does: 'operate', deal, operation: name, form }),
    looks: Array.from({ length: lookUps }, (_, at) => once({ does: 'look', at })),
  };
}

/** Sequences of steps: plain lists, so that a failing one is shrunk to the shortest that still fails. */
export function sequences(alphabet: Alphabet): Property<readonly Step[]> {
  const steps = stepsOf(alphabet);
  // Long ones only come from those that are always tried.
  const more = fc.array(stepOf(alphabet, steps), { maxLength: 100, size: 'small' });
  return {
    cases: more.map(
      (rest): readonly Step[] => [steps.create, ...rest],
      (sequence) => followers(sequence, steps.create),
    ),
    always: always(alphabet, steps).map((sequence) => sequence.filter((step) => isPossible(step, alphabet))),
    show: (sequence) => sequence.map(told).join('; '),
    share: 0.2,
  };
}

// What fast-check is handed back is one of these sequences, whole or in part.
function followers(sequence: unknown, first: Step): Step[] {
  if (!Array.isArray(sequence) || sequence[0] !== first) throw new Error('a sequence begins with a creation');
  return sequence.slice(1) as Step[];
}

function stepOf(alphabet: Alphabet, steps: Steps): fc.Arbitrary<Step> {
  const { operations } = alphabet;
  const deals = Array.from({ length: DEALS }, (_, deal) => deal);
  const groups: readonly (readonly [weight: number, steps: readonly Step[]])[] = [
    [2, [steps.create]],
    [3, alphabet.reads ? deals.map(steps.read) : []],
    [2, alphabet.deletes ? deals.map(steps.remove) : []],
    [1, alphabet.lists ? [steps.list] : []],
    [2, steps.looks],
    [4, operations.flatMap((operation) => deals.map((deal) => steps.operate(deal, operation)))],
  ];
  const possible = groups.filter(([, group]) => group.length > 0);
  return fc.oneof(...possible.map(([weight, group]) => ({ weight, arbitrary: fc.constantFrom(...group) })));
}

/** Sequences that are tried in every run: the lives that a deal may lead. */
function always({ operations }: Alphabet, { create, list, read, remove, operate, looks }: Steps): Step[][] {
  const firsts = operations.filter(({ after }) => after === undefined);
  const lives = firsts.map((first): Step[] => {
    const next = operations.find(({ after, form }) => after === first.name && form === first.form);
    const undone = next === undefined ? [] : [operate(0, next), read(0)];
    return [create, operate(0, first), read(0), read(0), ...undone, remove(0), read(0), operate(0, first), remove(0)];
  });
  return [
    [create, read(0), remove(0), read(0), remove(0), list],
    [create, create, create, remove(1), read(0), read(1), read(2), list],
    [create, ...looks, remove(0), ...looks],
    // One form of each operation is enough here: how each answers is judged by the rules about operations.
    ...lives.filter((_, i) => firsts.findIndex(({ name }) => name === firsts[i]?.name) === i),
    ...lives.filter((_, i) => firsts[i]?.name === firsts[0]?.name).slice(1),
    // What was changed has to go as well, however it stands.
    ...firsts.slice(0, 1).map((first) => [create, operate(0, first), remove(0), read(0)]),
  ];
}

function isPossible(step: Step, alphabet: Alphabet): boolean {
  if (step.does === 'read') return alphabet.reads;
  if (step.does === 'delete') return alphabet.deletes;
  return step.does === 'list' ? alphabet.lists : true;
}

function told(step: Step): string {
  switch (step.does) {
    case 'create':
      return 'create';
    case 'list':
      return 'list deals';
    case 'look':
      return `look-up ${step.at + 1}`;
    case 'operate':
      return `${step.operation} in form ${step.form} on ${nth(step.deal)}`;
    default:
      return `${step.does} ${nth(step.deal)}`;
  }
}

function nth(deal: number): string {
  return `deal ${deal + 1}`;
}
