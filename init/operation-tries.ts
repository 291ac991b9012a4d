import type { Answer } from '../core/answer.ts';
import type { Form } from '../core/claims.ts';
import type { Json, Operation, Spelling } from '../core/target.ts';
import type { Made } from '../target-file/inquiry-writes.ts';
import { type Bench, perform } from '../target-file/operation-bench.ts';

/** A form of an operation, and how it is spelt. */
export type Entry = readonly [form: Form, spelling: Spelling];

/** No reader takes an object for a text, a number or a date. */
const WRONG: Json = { not: 'a scalar' };

/** A fresh deal on which what has to come first was done. */
export async function readied(
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

/**
 * Whether a parameter is required: each form refuses with 400 to do without it. What is taken in its place is another matter: a service that
 * takes an object for it may need it all the same.
 */
async function isRequired(
  bench: Bench,
  operation: Operation,
  name: string,
  forms: readonly Entry[],
  all: readonly Operation[],
): Promise<boolean> {
  const without = { ...operation, parameters: operation.parameters.filter((parameter) => parameter.name !== name) };
  // Form D sends attributes of a deal, and one of them may be absent.
  const others = forms.filter(([, { payload }]) => typeof payload === 'string');
  if (others.length === 0) return refusesObject(bench, operation, name, forms, all);
  return refuses(bench, without, others, all);
}

/** Whether each form refuses with 400 to take an object for a parameter. */
export async function refusesObject(
  bench: Bench,
  operation: Operation,
  name: string,
  forms: readonly Entry[],
  all: readonly Operation[],
): Promise<boolean> {
  const wrong = {
    ...operation,
    parameters: operation.parameters.map((one) => (one.name === name ? { ...one, sample: WRONG } : one)),
  };
  return refuses(bench, wrong, forms, all);
}

/** Whether each form refuses with 400 an operation with a fault in it. */
async function refuses(
  bench: Bench,
  faulty: Operation,
  forms: readonly Entry[],
  all: readonly Operation[],
): Promise<boolean> {
  for (const [form, spelling] of forms) {
    const deal = await readied(bench, faulty, form, all);
    const answer: Answer | undefined = deal === undefined ? undefined : await perform(bench, faulty, spelling, deal);
    if (answer?.status !== 400) return false;
  }
  return true;
}

/** The parameters, each with whether these forms require it. */
export async function parametersSeen(
  bench: Bench,
  operation: Operation,
  forms: readonly Entry[],
  all: readonly Operation[],
): Promise<Operation['parameters']> {
  return Promise.all(
    operation.parameters.map(async (parameter) => ({
      ...parameter,
      required: await isRequired(bench, operation, parameter.name, forms, all),
    })),
  );
}

/** Which of them are required, in words; undefined where there are none. */
export function requiredInWords(parameters: Operation['parameters']): string | undefined {
  if (parameters.length === 0) return undefined;
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  if (required.length === 0) return 'no parameter is required';
  const others = required.length === parameters.length ? '' : '; without the others it is carried out anyway';
  return `without ${required.join(', ')} it was answered 400${others}`;
}
