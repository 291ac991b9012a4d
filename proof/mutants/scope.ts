import { OPERATIONS } from '../../fixtures/operations.ts';
import type { Cell } from './mutant.ts';

/**
 * Whether the document, or HTTP for what the document names, says what is due there. Left out: a query for deals, the list of
 * the records of form E, and methods that no resource has to take. Of the methods that a resource refuses, one is looked at.
 */
export function isInScope({ place, clause, pattern, status }: Cell, all: readonly Cell[]): boolean {
  if (place.startsWith('deals.query')) return false;
  if (clause === '4.2 E' && /\.(?:get|head|options)$/u.test(place) && !pattern.endsWith(':index')) return false;
  if (status !== 405) return true;
  const refused = all.filter(
    (cell) => cell.status === 405 && cell.pattern === pattern && !cell.place.includes('query'),
  );
  return refused[0]?.place === place;
}

const [HOLD, , , , CHANGE_PRICE] = OPERATIONS;

/**
 * Whether a place stands for others of its kind. The six operations are spelt in the same ways, so what has nothing to do with
 * the meaning of an operation is tried on two of them.
 */
export function isRepresentative({ pattern }: Cell): boolean {
  const third = pattern.split('/')[3] ?? '';
  const operation = OPERATIONS.find(({ verb, state, collection }) => [verb, state, collection].includes(third));
  return operation === undefined || operation === HOLD || operation === CHANGE_PRICE;
}
