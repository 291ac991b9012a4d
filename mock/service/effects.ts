import type { Json, JsonObject } from '../../fixtures/json.ts';
import { fillEffect, OPERATIONS, type OperationSpelling } from '../../fixtures/operations.ts';
import type { Deal, Store } from '../state/store.ts';
import { refuse, type Violation } from './problems.ts';

/** Carries out an operation. What changes nothing leaves the deal as it was, validators included (RFC 9110 9.2.2). */
export function perform(store: Store, deal: Deal, operation: OperationSpelling, parameters: JsonObject): void {
  merge(store, deal, fillEffect(operation.effect, parameters));
}

/** Sets attributes of a deal. */
export function merge(store: Store, deal: Deal, attributes: JsonObject): void {
  if (changedMembers(deal, attributes).length > 0) store.changeDeal(deal, { ...deal.data, ...attributes });
}

/** Refuses with 409 what makes no sense in the deal's state. Only where `requireTransitions` asks for it: the document shows no states (3). */
export function refuseImpossible(deal: Deal, operation: OperationSpelling): void {
  const ended = ['canceled', 'completed'].find((state) => deal.data[state] === true);
  // The same once more changes nothing, and is the same request (RFC 9110 9.2.2); a new price is not.
  const constants = constantsOf(operation.effect);
  const repeated = Object.keys(constants).length > 0 && changedMembers(deal, constants).length === 0;
  if (ended !== undefined && !repeated) refuse(409, `the deal is ${ended}, so ${operation.name} is not possible`);
  const before = OPERATIONS.find((o) => o.name === operation.after);
  if (before !== undefined && deal.data['held'] === undefined)
    refuse(409, `${operation.name} is possible only after ${before.name}`);
}

/**
 * What an update of attributes (form D) lacks. Attributes that belong to an operation can only change as that
 * operation changes them, all together: a hold without its reason would be refused in every other form too.
 */
export function lackingAttributes(deal: Deal, update: JsonObject): readonly Violation[] {
  return changedMembers(deal, update).flatMap((member) => {
    const owners = OPERATIONS.filter((o) => asksFor(o, member, update));
    if (owners.length === 0 || owners.some((o) => lacking(o, update).length === 0)) return [];
    const [nearest] = owners.toSorted((a, b) => lacking(a, update).length - lacking(b, update).length);
    if (nearest === undefined) return [];
    return lacking(nearest, update).map((name) => ({
      pointer: `/${name}`,
      detail: `is required where ${member} changes (${nearest.name})`,
    }));
  });
}

function asksFor(operation: OperationSpelling, member: string, update: JsonObject): boolean {
  const wanted = operation.attributes[member];
  if (wanted === undefined) return false;
  return typeof wanted === 'string' || wanted === update[member];
}

// A text in the table stands for a parameter's value, so any value will do; a boolean must be that boolean.
function lacking(operation: OperationSpelling, update: JsonObject): string[] {
  return Object.keys(operation.attributes).filter(
    (member) => !Object.hasOwn(update, member) || !asksFor(operation, member, update),
  );
}

function constantsOf(effect: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(effect).filter(([, value]) => typeof value === 'boolean'));
}

function changedMembers(deal: Deal, attributes: JsonObject): string[] {
  return Object.keys(attributes).filter((member) => !isSame(deal.data[member], attributes[member]));
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
