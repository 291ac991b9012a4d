import { RULES } from '../index.ts';
import { deals } from './deals.ts';
import { reading } from './reading.ts';
import { rest } from './rest.ts';
import { service } from './service.ts';
import type { Statement } from './statement.ts';

/** Every sentence of the document that says something of the service, in the document's order. */
export const STATEMENTS: readonly Statement[] = [...service, ...deals, ...reading, ...rest].map(withRulesOfItsClause);

/** A rule whose clause is the statement's own id judges it, named there or not. */
function withRulesOfItsClause(statement: Statement): Statement {
  const named = statement.rules ?? [];
  const own = RULES.filter(({ clause }) => clause.split(', ').includes(statement.id)).map(({ id }) => id);
  const rules = [...new Set([...named, ...own])];
  return rules.length === 0 ? statement : { ...statement, rules };
}

export type { Statement };
