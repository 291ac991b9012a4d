import { isPlaceholder } from '../../../core/ids/placeholders.ts';
import type { JsonObject, Operation } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { KEEPING } from '../keeping-writes.ts';
import { isNothing } from '../nothing.ts';
import { isSame } from './deal-state.ts';

/** Members of a deal with their values. */
export type Members = Readonly<Record<string, unknown>>;

/** What is known of an operation: what it sets and undoes, and what it was seen to do to a fresh deal. */
export interface KnownOperation {
  readonly operation: Operation;
  /** The operation that it undoes. */
  readonly undone: Operation | undefined;
  /** The members that it changed. */
  readonly moved: ReadonlySet<string>;
  /** The members that showed its effect. */
  readonly shows: ReadonlySet<string>;
}

/** A deal before an operation: what it showed, what it has to show on, and the operations that were carried out. */
export interface Before {
  readonly shown: Members;
  readonly due: Members;
  readonly done: readonly Operation[];
}

/**
 * What a deal has to show after an operation, given what it shows: the effect of this one, and what creation and earlier operations put
 * there. States are not shown in the document (3), so that a later operation may end what an earlier one began, such as a hold, with all
 * that belongs to it; and of a deal that may have ended members may be left out.
 */
export function dueAfter(before: Before, known: KnownOperation, parameters: JsonObject, shown: Members): Members {
  return { ...keptAfter(before, known, shown), ...ownEffect(before, known, parameters) };
}

/** The same for the next operation: with the values as they are shown, whose notation is the service's own. */
export function nextDue(before: Before, known: KnownOperation, created: Members, shown: Members): Members {
  const { effect } = known.operation;
  // A member that has the name of its parameter may tell of the latest operation alone, unless the creation set it.
  const own = Object.keys(effect).filter((member) => member in created || effect[member] !== `{${member}}`);
  const told = own.filter((member) => !isNothing(shown[member])).map((member) => [member, shown[member]]);
  return { ...keptAfter(before, known, shown), ...Object.fromEntries(told) };
}

function keptAfter({ due, done }: Before, { operation, undone, moved }: KnownOperation, shown: Members): Members {
  const about = new Set([...Object.keys(operation.effect), ...Object.keys(undone?.effect ?? {}), ...moved]);
  const ended = done.filter(({ effect }) =>
    statesOf(effect).some((state) => !about.has(state) && !isSame(shown[state], effect[state])),
  );
  const gone = new Set(ended.flatMap(({ effect }) => Object.keys(effect)));
  const mayEnd = !KEEPING.includes(operation.name);
  const kept = Object.entries(due).filter(
    ([member]) => !about.has(member) && !gone.has(member) && !(mayEnd && isNothing(shown[member])),
  );
  return Object.fromEntries(kept);
}

function ownEffect({ shown, done }: Before, { operation, shows }: KnownOperation, parameters: JsonObject): Members {
  const states = statesOf(operation.effect);
  // What is on hold may stay on hold for the reason that it has.
  const isAlready = states.length > 0 && states.every((state) => isSame(shown[state], operation.effect[state]));
  // Of a deal that may have ended members may be left out.
  const mayHaveEnded = done.some(({ name }) => !KEEPING.includes(name));
  const own = Object.entries(fillEffect(operation.effect, parameters)).filter(
    ([member]) => shows.has(member) && (!isAlready || states.includes(member)) && (!mayHaveEnded || member in shown),
  );
  return Object.fromEntries(own);
}

/** The members that an operation sets whatever its parameters are: they tell the state of the deal. */
export function statesOf(effect: JsonObject): string[] {
  return Object.keys(effect).filter((member) => !isPlaceholder(effect[member]));
}
