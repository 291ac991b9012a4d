import type { Answer } from '../../../core/answer.ts';
import { FORMS, type Form } from '../../../core/claims.ts';
import type { Inapplicable, Subject } from '../../../core/rule.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Operation, Resource, Spelling, Target, UnseenForm } from '../../../core/target.ts';
import { whyNotCreatable } from '../subjects.ts';

type Subjects = (target: Target) => readonly (Subject | Inapplicable)[];

/** One operation in one form, with all that asking for it takes. */
export interface Asked {
  readonly operation: Operation;
  readonly form: Form;
  readonly spelling: Spelling;
  readonly resource: Resource;
}

/** The one subject of a target without operations: none are listed, or whether any are served is not known. */
function noOperations({ unseenOperations }: Target): Subject | Inapplicable {
  const id = 'operations';
  if (unseenOperations === undefined) return { id, notApplicable: 'the target lists no operations' };
  return { id, unserved: `whether operations are served is not known (${unseenOperations})` };
}

/** Every operation in every form, those left out that are not claimed or for which `unless` gives a reason. */
export function everyForm(unless: (asked: Asked) => string | undefined = () => undefined): Subjects {
  return (target) => {
    const operations = everyOperation(target);
    if (operations.length === 0) return [noOperations(target)];
    return operations.flatMap((operation) =>
      FORMS.map((form) => {
        const unseen = unseenIn(target, operation).find((one) => one.form === form);
        return unseen === undefined ? inForm(target, operation, form, unless) : notSeen(target, unseen, unless);
      }),
    );
  };
}

/** Every operation once, those left out that fewer than two forms serve. */
export const inSeveralForms: Subjects = (target) => {
  const operations = everyOperation(target);
  if (operations.length === 0) return [noOperations(target)];
  return operations.map((operation) => {
    const id = operation.name;
    const forms = formsOf(target, operation);
    const place = placeOf(target, operation);
    if (typeof place === 'string') return { id, notApplicable: place };
    const unseen = unseenIn(target, operation);
    const [one] = unseen;
    if (one !== undefined && forms.length < 2 && forms.length + unseen.length >= 2)
      return { id, operation, resource: place, unserved: whyUnseen(one) };
    if (forms.length < 2) return { id, notApplicable: `fewer than two forms of ${id} are claimed and spelt` };
    return { id, operation, resource: place };
  });
};

/** The operations whose attributes of form D the document shows (4.2 D). */
const SHOWN_IN_D: readonly string[] = ['HoldDeal', 'UnholdDeal'];

/**
 * Whether the attributes of form D are a guess: the document shows those of a hold alone, and no file tells others. A service may keep
 * what it does not know, and show it again, without carrying out anything.
 */
export function guessesAttributes({ name, isGuess }: Operation, form: Form): boolean {
  return form === 'D' && isGuess === true && !SHOWN_IN_D.includes(name);
}

/** The forms in which an operation is claimed and spelt. */
export function formsOf(target: Target, operation: Operation): Form[] {
  return target.claims.operationForms.filter((form) => operation.forms[form] !== undefined);
}

/**
 * Whether an answer says that an address is not served which was made up, and which nobody saw to be served: the document spells a hold alone
 * (4.2), so that the operation may have another address.
 */
export function isOfGuess({ status }: Answer, { spelling }: Asked): boolean {
  return spelling.isGuess === true && [404, 405, 501].includes(status);
}

/** What the trial's subject asks for. The rule's `on` promised an operation and a form. */
export function askedOf(trial: Trial): Asked {
  const { operation, form, id } = trial.subject;
  if (operation === undefined || form === undefined) throw new Error(`subject ${id} has no operation in a form`);
  return askedIn(trial.target, operation, form);
}

/** An operation in a form that it is spelt in. */
export function askedIn(target: Target, operation: Operation, form: Form): Asked {
  const spelling = operation.forms[form];
  const resource = placeOf(target, operation);
  if (spelling === undefined || typeof resource === 'string') {
    throw new Error(`${operation.name} cannot be asked for in form ${form}`);
  }
  return { operation, form, spelling, resource };
}

/** Whether it is the operation on which each form is tried in full; the same parser stands behind the others. */
export function isFirst(trial: Trial): boolean {
  return trial.subject.operation?.name === trial.target.operations[0]?.name;
}

/**
 * A part of the cases, another one for each operation and form: what is tried in full on a form's first operation is tried here
 * and there on the others. With two at a time every case meets some operation of each form, and some form of each operation.
 */
export function rotated<T>({ target, subject }: Trial, cases: readonly T[], count: number): readonly T[] {
  if (cases.length <= count) return cases;
  const operation = target.operations.findIndex(({ name }) => name === subject.operation?.name);
  const start = operation * count + (subject.form === undefined ? 0 : FORMS.indexOf(subject.form));
  return cases.filter((_, i) => (i - (start % cases.length) + cases.length) % cases.length < count);
}

/** Whether something costly is tried on it: on the first operation of a form, and on every second one of the others. */
export function isItsTurn(trial: Trial): boolean {
  return isFirst(trial) || rotated(trial, [true, false], 1)[0] === true;
}

/** The operations that are served, and those that may be: these in no form that was seen. */
function everyOperation({ operations, unseenForms = [] }: Target): readonly Operation[] {
  const names = new Set(operations.map(({ name }) => name));
  const others = unseenForms.map(({ operation }) => operation).filter(({ name }) => !names.has(name));
  return [...operations, ...[...new Set(others)].map((operation): Operation => ({ ...operation, forms: {} }))];
}

function unseenIn({ unseenForms = [] }: Target, { name }: Operation): readonly UnseenForm[] {
  return unseenForms.filter(({ operation }) => operation.name === name);
}

function whyUnseen({ form, why }: UnseenForm): string {
  return `whether form ${form} is served is not known: ${why}`;
}

function notSeen(
  target: Target,
  unseen: UnseenForm,
  unless: (asked: Asked) => string | undefined,
): Subject | Inapplicable {
  const { operation, form, spelling } = unseen;
  const id = `${operation.name}/${form}`;
  const resource = placeOf(target, operation);
  if (typeof resource === 'string') return { id, notApplicable: resource };
  const reason = unless({ operation, form, spelling, resource });
  if (reason !== undefined) return { id, notApplicable: reason };
  return { id, operation, form, resource, unserved: whyUnseen(unseen) };
}

function inForm(
  target: Target,
  operation: Operation,
  form: Form,
  unless: (asked: Asked) => string | undefined,
): Subject | Inapplicable {
  const id = `${operation.name}/${form}`;
  const reason = whyNotAsked(target, operation, form) ?? unless(askedIn(target, operation, form));
  if (reason !== undefined) return { id, notApplicable: reason };
  return { id, operation, form, resource: askedIn(target, operation, form).resource };
}

function whyNotAsked(target: Target, operation: Operation, form: Form): string | undefined {
  const { operationForms } = target.claims;
  if (!operationForms.includes(form)) {
    return `form ${form} is not claimed (operationForms = ${operationForms.join(', ') || 'none'})`;
  }
  if (operation.forms[form] === undefined) return `the target file does not spell ${operation.name} in form ${form}`;
  const place = placeOf(target, operation);
  return typeof place === 'string' ? place : undefined;
}

/** The resource that it works on, or why no fresh record of it can be made. */
function placeOf(target: Target, operation: Operation): Resource | string {
  const resource = target.resources.find(({ name }) => name === operation.resource);
  if (resource === undefined)
    return `the target has no resource ${operation.resource} for ${operation.name} to work on`;
  return whyNotCreatable(resource) ?? resource;
}
