import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Operation } from '../../../core/target.ts';
import { KEEPING } from '../keeping-writes.ts';
import { showsDue } from './deal-state.ts';
import type { Members } from './operation-dues.ts';
import { type Deal, type JsonRequest, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, guessesAttributes, isFirst } from './operation-subjects.ts';
import { rolesOf, type Walk } from './operation-walks.ts';

/**
 * Updates of a deal's attributes (form D, document 4.2), each of those of one operation alone: what the creation and earlier updates set, and
 * this one does not name, stays. A value is set before a hold and after it, and when the hold is over. Undefined where another operation has
 * the walk, or where too few operations are told in form D.
 */
export function attributeWalk(trial: Trial, asked: Asked): Walk | undefined {
  if (asked.form !== 'D' || !isFirst(trial)) return undefined;
  const own = trial.target.operations.filter((one) => KEEPING.includes(one.name) && isTold(one, asked));
  const living = own.filter(({ after }) => after === undefined || own.some(({ name }) => name === after));
  const { undo, undone, values } = rolesOf(living);
  const [value, another] = values;
  const turns: readonly (readonly [Operation | undefined, boolean])[] = [
    [value, false],
    [undone, false],
    [another, false],
    [value, true],
    [undo, false],
    [another, true],
  ];
  const steps = turns.flatMap(([operation, hasOtherValues]) =>
    operation === undefined ? [] : [{ operation, form: asked.form, hasOtherValues }],
  );
  return steps.length < 2 ? undefined : { steps, hasNamesake: false };
}

function isTold(operation: Operation, { form, resource }: Asked): boolean {
  const isObject = typeof operation.forms[form]?.payload === 'object';
  return isObject && operation.resource === resource.name && !guessesAttributes(operation, form);
}

/** The request of one step of a walk: in form D with the attributes of the operation alone, as all that was created would come back. */
export function walkRequest(trial: Trial, asked: Asked, deal: Deal, parameters: JsonObject): JsonRequest {
  const what = particulars(asked, deal, trial.unique(), parameters);
  return operationRequest(asked, asked.form === 'D' ? { ...what, record: {} } : what);
}

/** Whether a PUT was taken for the whole new deal (RFC 9110 9.3.4): all that it does not name is gone, and not some of it. */
export function isWholeNewDeal({ form }: Asked, { json }: JsonRequest, due: Members, shown: Members): boolean {
  const unnamed = Object.keys(due).filter((member) => !(member in json));
  return form === 'D' && unnamed.length > 0 && unnamed.every((member) => !showsDue(shown[member], due[member]));
}
