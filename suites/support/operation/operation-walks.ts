import fc from 'fast-check';
import type { Form } from '../../../core/claims.ts';
import type { Property, Trial } from '../../../core/run/trial.ts';
import type { Operation, Target } from '../../../core/target.ts';
import { KEEPING } from '../keeping-writes.ts';
import { type Asked, formsOf, isFirst } from './operation-subjects.ts';

/** One operation of a walk, with the sample of each parameter or with other values. */
export interface WalkStep {
  readonly operation: Operation;
  readonly form: Form;
  readonly hasOtherValues: boolean;
}

/** Operations that are asked for one after the other on one deal. */
export interface Walk {
  readonly steps: readonly WalkStep[];
  /** Whether another deal of the same name stands beside it. */
  readonly hasNamesake: boolean;
}

/** The most operations of a walk that is made up, without the one that ends it. */
const LONGEST = 4;

/**
 * The walks that one deal is taken through: a fixed one in the first form, a short one in each other, one in a new form at each step, and
 * one that is made up, in all forms. Undefined where the forms serve too few operations, or where another operation or form has the walks.
 */
export function walks(trial: Trial, asked: Asked): Property<Walk> | undefined {
  const { target } = trial;
  const forms = walkingForms(trial, asked);
  const [first, ...others] = forms;
  if (!isFirst(trial) || first === undefined || asked.form !== first) return undefined;
  const living = forms.flatMap((form) =>
    livingIn(target, asked, form).flatMap((operation) =>
      [false, true].map((hasOtherValues) => ({ operation, form, hasOtherValues })),
    ),
  );
  const ending = forms.flatMap((form) => endingIn(target, asked, form));
  const steps = fc.tuple(
    fc.array(fc.constantFrom(...living), { minLength: 1, maxLength: LONGEST }),
    ending.length === 0 ? fc.constant([]) : fc.constantFrom(...ending).map((one) => [one]),
  );
  return {
    cases: steps.map(([own, end]) => ({ steps: [...own, ...end], hasNamesake: false })),
    always: [
      { steps: fixedSteps(target, asked, first), hasNamesake: true },
      ...others.map((form, i) => ({ steps: shortSteps(target, asked, form, i), hasNamesake: false })),
      // Where there is no other form, the other end of a deal is shown by this one.
      ...(others.length > 0 ? [] : [{ steps: shortSteps(target, asked, first, 1), hasNamesake: false }]),
      ...(others.length === 0 ? [] : [{ steps: stepsInTurn(target, asked, forms), hasNamesake: false }]),
    ],
    show: (walk) => inWords(walk.steps),
    share: 0.01,
  };
}

/** The forms of an operation in which a deal can be taken through several. */
export function walkingForms({ target }: Trial, asked: Asked): readonly Form[] {
  return formsOf(target, asked.operation).filter((form) => livingIn(target, asked, form).length > 1);
}

/** The operations of a walk in words. */
export function inWords(steps: readonly WalkStep[]): string {
  const told = steps.map(({ operation, form, hasOtherValues }) => {
    const name = `${operation.name}/${form}`;
    return hasOtherValues ? `${name} with other values` : name;
  });
  return told.join(', ');
}

/**
 * A value is changed, changed again between an operation and the one that undoes it, and the undone operation is asked for again in the
 * same words, and with other values; then come the operations that are left, and one that may end the deal, with another value after it.
 */
function fixedSteps(target: Target, asked: Asked, form: Form): readonly WalkStep[] {
  const living = livingIn(target, asked, form);
  const { undo, undone, values } = rolesOf(living);
  const [value, ...others] = values;
  const [sampled, other] = [step(value, form), step(value, form, true)];
  return [
    ...[...sampled, ...step(undone, form), ...other, ...step(undo, form), ...step(undone, form)],
    // Once more with other values, which are the ones that it has then.
    ...[...step(undo, form), ...step(undone, form, true)],
    ...others.flatMap((one) => step(one, form)),
    ...endingIn(target, asked, form),
    ...step(value, form),
  ];
}

/**
 * A value is changed, and an operation that may be undone is asked for: both leave what the creation sent besides. Then another value is
 * changed, and the first one again: each leaves what the others set. In every second form the deal ends besides, and the first value is changed
 * once more: what is answered with success has its effect in any state, and which states allow it is not shown (document 3).
 */
function shortSteps(target: Target, asked: Asked, form: Form, turn: number): readonly WalkStep[] {
  const { undone, values } = rolesOf(livingIn(target, asked, form));
  const [value, another] = values;
  const usual = [...step(value, form), ...step(undone, form), ...step(another, form), ...step(value, form, true)];
  const end = turn % ENDS_EVERY === 1 ? otherEndIn(target, asked, form) : [];
  return end.length === 0 ? usual : [...usual, ...end, ...step(value, form)];
}

const ENDS_EVERY = 2;

/**
 * Changes of different values on one deal, each in another form than the one before: what keeps a deal for one of its forms must not bring
 * back what another form has changed.
 */
function stepsInTurn(target: Target, asked: Asked, forms: readonly Form[]): readonly WalkStep[] {
  const { undone, values } = rolesOf(livingIn(target, asked, forms[0] ?? 'A'));
  const [value, another] = values;
  const first = [value, undone, another].map((operation) => ({ operation, hasOtherValues: false }));
  const second = [value, another, undone].map((operation) => ({ operation, hasOtherValues: true }));
  // In the second round no value is changed in the form that it had in the first one.
  const shift = first.length % forms.length === 0 ? 1 : 0;
  return [...first, ...second].flatMap(({ operation, hasOtherValues }, i) => {
    const form = forms[(i < first.length ? i : i + shift) % forms.length];
    return form === undefined || operation?.forms[form] === undefined ? [] : step(operation, form, hasOtherValues);
  });
}

/** An operation, the one that undoes it, and those that set values, among these. */
export function rolesOf(living: readonly Operation[]): Roles {
  const undo = living.find(({ after }) => living.some(({ name }) => name === after));
  const undone = living.find(({ name }) => name === undo?.after);
  return { undo, undone, values: living.filter((one) => one !== undone && one.after === undefined) };
}

interface Roles {
  readonly undo: Operation | undefined;
  readonly undone: Operation | undefined;
  readonly values: readonly Operation[];
}

function step(operation: Operation | undefined, form: Form, hasOtherValues = false): readonly WalkStep[] {
  return operation === undefined ? [] : [{ operation, form, hasOtherValues }];
}

/** The operations after which a deal is a deal as before. Form D sends the deal as it was created, and may put it back. */
export function livingIn(target: Target, asked: Asked, form: Form): readonly Operation[] {
  const living = inForm(target, asked, form).filter(({ name }) => KEEPING.includes(name));
  return living.filter(({ after }) => after === undefined || living.some(({ name }) => name === after));
}

/** Of the others the one with the most to show: what may follow it is not shown (document 3). */
function endingIn(target: Target, asked: Asked, form: Form): readonly WalkStep[] {
  return step(endsIn(target, asked, form)[0], form);
}

/** The one with the least to show, such as a completion beside a cancellation. */
function otherEndIn(target: Target, asked: Asked, form: Form): readonly WalkStep[] {
  return step(endsIn(target, asked, form).at(-1), form);
}

function endsIn(target: Target, asked: Asked, form: Form): readonly Operation[] {
  return inForm(target, asked, form)
    .filter(({ name, after }) => !KEEPING.includes(name) && after === undefined)
    .toSorted((a, b) => Object.keys(b.effect).length - Object.keys(a.effect).length);
}

function inForm({ operations }: Target, { resource }: Asked, form: Form): readonly Operation[] {
  return operations.filter(
    (operation) =>
      operation.resource === resource.name &&
      Object.keys(operation.effect).length > 0 &&
      typeof operation.forms[form]?.payload === 'string',
  );
}
