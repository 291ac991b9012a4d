import { isObject } from '../../core/representation/json-value.ts';
import type { JsonObject } from '../../fixtures/json.ts';
import type { Payload } from './body.ts';
import { type Operation, operations } from './operations.ts';
import { refuse } from './problems.ts';
import { refuseInvalid } from './validation.ts';

/** A command record (document 2) that was read and found right. */
export interface Action {
  readonly operation: Operation;
  readonly parameters: JsonObject;
}

/** Reads `action` and `params`, of forms C and F, or with `deal`, of form G; refuses with 400 what is not right. */
export function readAction({ plain, kept }: Payload, withDeal: boolean): Action {
  refuseInvalid(withDeal ? 'actionOnAnyDeal' : 'actionOnThisDeal', plain);
  const operation = operations.find((o) => o.name === plain['action']);
  if (operation === undefined) {
    const known = operations.map((o) => o.name).join(', ');
    return refuse(400, `there is no such action; known are ${known}`, [
      { pointer: '/action', detail: `must be one of ${known}` },
    ]);
  }
  // "For UnholdDeal it is empty" (2): left out says the same.
  refuseInvalid(operation.payload, plain['params'] ?? {}, '/params');
  const parameters = kept['params'];
  return { operation, parameters: isObject(parameters) ? parameters : {} };
}
