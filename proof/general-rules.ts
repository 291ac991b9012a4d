import { RULES } from '../suites/index.ts';

/** Rules that watch every answer of the run: they judge the answers that all other rules met. */
const WATCHING: ReadonlySet<string> = new Set(
  RULES.filter(({ watches }) => watches === 'every-answer').map(({ id }) => id),
);

/**
 * Rules that judge at many addresses what other rules judge at one. A fault that breaks a rule of these clauses may make them fail
 * as well, and no fault needs to name them for that.
 */
const GENERAL: Readonly<Record<string, readonly string[]>> = {
  // What was created is read in each representation, by each selector, under conditions.
  'read/made': ['create', 'negotiate', 'operation', 'read', 'validator'],
  // Every kind of address is asked with a method that it does not have, and a record is deleted.
  'method/refused': ['create', 'delete', 'operation', 'read', 'status'],
  // Every place is read under every condition, in every way to write a list of tags.
  'validator/if-none-match': ['negotiate', 'read', 'validator'],
  // A record is read, changed and deleted under conditions.
  'validator/if-match': ['create', 'delete', 'operation', 'read', 'status', 'validator'],
  // What GET alone shows otherwise is not what HEAD tells of it.
  'read/head': ['command', 'create', 'negotiate', 'query', 'read'],
  // It sends the same operation again as other clients do, and reads the deal each time.
  'operation/effect': ['operation'],
  // It reads every place several times, in between what other rules do.
  'read/every': ['read'],
  // The session check is asked by HEAD as well.
  'session/unauthorized': ['read'],
  // Lists and records are compared between representations.
  'negotiate/equivalent': ['create', 'operation', 'read'],
  // It watches every creation of the run.
  'create/every': ['create', 'negotiate'],
  'query/every': ['query', 'read'],
  // It watches every refusal of a method that the run met.
  'status/405-allow': ['method', 'read'],
  // They watch every success of the run.
  'operation/every': ['operation'],
  'command/every': ['command'],
  // What a query finds is read elsewhere.
  'query/records': ['command', 'create', 'query', 'read'],
};

/** Whether a rule judges in many places what one of these rules judges in one. */
export function judgesAsWell(rule: string, broken: readonly string[]): boolean {
  if (WATCHING.has(rule)) return true;
  const clauses = GENERAL[rule] ?? [];
  return broken.some((other) => clauses.includes(other.split('/')[0] ?? ''));
}
