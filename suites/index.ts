import type { Rule } from '../core/rule.ts';
import { rulesOf } from '../core/run/catalogue.ts';
import { addresses } from './addresses.ts';
import { commands } from './commands.ts';
import { creationAddress } from './create-address.ts';
import { creationBody } from './create-body.ts';
import { creationPayloads } from './create-payloads.ts';
import { creation } from './creation.ts';
import { deletion } from './deletion.ts';
import { lookup } from './lookup.ts';
import { madeReading } from './made.ts';
import { methods } from './methods.ts';
import { model } from './model.ts';
import { negotiation } from './negotiation.ts';
import { httpNegotiation } from './negotiation-http.ts';
import { nestedReading } from './nested.ts';
import { lastingOperations } from './operation-consequences.ts';
import { refusedOperations } from './operation-refusals.ts';
import { operations } from './operations.ts';
import { queries } from './queries.ts';
import { queryRecords } from './query-records.ts';
import { reading } from './reading.ts';
import { httpReading } from './reading-http.ts';
import { session } from './session.ts';
import { status } from './status.ts';
import { statusParts } from './status-parts.ts';
import { steadyCreation, steadyDeletion } from './steady.ts';
import { steadyCommands, steadyOperations } from './steady-operations.ts';
import { steadyQueries, steadyReading } from './steady-reading.ts';
import { strangers } from './strangers.ts';
import { updates } from './updates.ts';
import { validators } from './validators.ts';
import { versions } from './versions.ts';
import { watching } from './watching.ts';
import { writeConditions } from './write-conditions.ts';

/** One clause of the document and its rules. */
export interface Clause {
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** The clauses in the document's order, each with its rules: the only list there is. */
export const CLAUSES: readonly Clause[] = [
  {
    title: 'Creation (4.1, 4.4)',
    rules: rulesOf({ ...creation, ...creationAddress, ...creationBody, ...creationPayloads, ...steadyCreation }),
  },
  { title: 'Updates (4.4-m4, RFC 9110 9.3.4)', rules: rulesOf(updates) },
  { title: 'Deletion (4.1, 4.4)', rules: rulesOf({ ...deletion, ...steadyDeletion }) },
  {
    title: 'Operations on a deal (4.2)',
    rules: rulesOf({ ...operations, ...refusedOperations, ...lastingOperations, ...steadyOperations }),
  },
  {
    title: 'Commands and queries (4.3)',
    rules: rulesOf({ ...commands, ...queries, ...queryRecords, ...steadyCommands, ...steadyQueries }),
  },
  {
    title: 'Reading and lookup (4.4)',
    rules: rulesOf({ ...reading, ...lookup, ...httpReading, ...nestedReading, ...madeReading, ...steadyReading }),
  },
  { title: 'Addresses (4.4-m1, RFC 3986)', rules: rulesOf(addresses) },
  { title: 'Content negotiation (4.5)', rules: rulesOf({ ...negotiation, ...httpNegotiation }) },
  { title: 'Validators (4.4-c4)', rules: rulesOf({ ...validators, ...writeConditions }) },
  { title: 'Session (4.4, 5)', rules: rulesOf({ ...session, ...strangers }) },
  { title: 'Status codes (7)', rules: rulesOf({ ...status, ...statusParts }) },
  { title: 'Versioning (9)', rules: rulesOf(versions) },
  { title: 'Every message (RFC 9110)', rules: rulesOf({ ...methods, ...watching }) },
  { title: 'The whole, as one state machine', rules: rulesOf(model) },
];

/** Every rule, in the document's order. */
export const RULES: readonly Rule[] = CLAUSES.flatMap(({ rules }) => rules);
