import fc from 'fast-check';
import type { Form } from '../core/claims.ts';
import type { Target } from '../core/target.ts';
import type { Property } from '../core/trial.ts';
import { formsOf } from './operation-subjects.ts';

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

const create: Step = { does: 'create' };
const list: Step = { does: 'list' };
const read = (deal: number): Step => ({ does: 'read', deal });
const remove = (deal: number): Step => ({ does: 'delete', deal });
const operate = (deal: number, { name, form }: Alphabet['operations'][number]): Step => ({
  does: 'operate',
  deal,
  operation: name,
  form,
});

/** Sequences of steps: plain lists, so that a failing one is shrunk to the shortest that still fails. */
export function sequences(alphabet: Alphabet): Property<readonly Step[]> {
  return {
    cases: fc.array(stepOf(alphabet), { maxLength: 12 }).map((steps): readonly Step[] => [create, ...steps]),
    always: always(alphabet).map((steps) => steps.filter((step) => isPossible(step, alphabet))),
    show: (steps) => steps.map(told).join('; '),
    share: 0.2,
  };
}

function stepOf(alphabet: Alphabet): fc.Arbitrary<Step> {
  const deal = fc.nat({ max: 3 });
  const { operations, lookUps } = alphabet;
  const choices: { readonly weight: number; readonly arbitrary: fc.Arbitrary<Step> }[] = [
    { weight: 2, arbitrary: fc.constant(create) },
    { weight: alphabet.reads ? 3 : 0, arbitrary: deal.map(read) },
    { weight: alphabet.deletes ? 2 : 0, arbitrary: deal.map(remove) },
    { weight: alphabet.lists ? 1 : 0, arbitrary: fc.constant(list) },
  ];
  if (operations.length > 0) {
    const operation = fc.constantFrom(...operations);
    choices.push({ weight: 4, arbitrary: fc.tuple(deal, operation).map(([d, o]) => operate(d, o)) });
  }
  if (lookUps > 0) {
    const look = fc.nat({ max: lookUps - 1 }).map((at): Step => ({ does: 'look', at }));
    choices.push({ weight: 2, arbitrary: look });
  }
  return fc.oneof(...choices.filter(({ weight }) => weight > 0));
}

/** Sequences that are tried in every run: the lives that a deal may lead. */
function always({ operations, lookUps }: Alphabet): Step[][] {
  const looks = Array.from({ length: lookUps }, (_, at): Step => ({ does: 'look', at }));
  const firsts = operations.filter(({ after }) => after === undefined);
  const lives = firsts.map((first): Step[] => {
    const next = operations.find(({ after, form }) => after === first.name && form === first.form);
    const undone = next === undefined ? [] : [operate(0, next), read(0)];
    return [create, operate(0, first), read(0), ...undone, remove(0), read(0), operate(0, first)];
  });
  return [
    [create, read(0), remove(0), read(0), remove(0), list],
    [create, create, create, remove(1), read(0), read(1), read(2), list],
    [...looks, create, ...looks, remove(0), ...looks],
    // One form of each operation is enough here: how each answers is judged by the rules about operations.
    ...lives.filter((_, i) => firsts.findIndex(({ name }) => name === firsts[i]?.name) === i),
    ...lives.filter((_, i) => firsts[i]?.name === firsts[0]?.name).slice(1),
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
