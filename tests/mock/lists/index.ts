import type { List } from '../faces.ts';
import { deals } from './deals.ts';
import { basePath, methods, otherOrigins, partsSwitchedOff } from './http.ts';
import { mocking } from './mocking.ts';
import { negotiation } from './negotiation.ts';
import { commandsAndQueries, operations } from './operations.ts';
import { session } from './session.ts';
import { ownSeed, users } from './users.ts';
import { validators } from './validators.ts';
import { wire } from './wire.ts';

/** What the mock does, on whatever face. */
export const LISTS: readonly List[] = [
  deals,
  methods,
  otherOrigins,
  partsSwitchedOff,
  basePath,
  negotiation,
  operations,
  commandsAndQueries,
  session,
  users,
  ownSeed,
  validators,
  wire,
  mocking,
];
