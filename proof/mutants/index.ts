import type { MockOptions } from '../../mock/options.ts';
import { absence } from './absence.ts';
import { askers } from './askers.ts';
import { bodies } from './bodies.ts';
import { caches } from './caches.ts';
import { conditions } from './conditions.ts';
import { cellsOf } from './drive.ts';
import { effects } from './effects.ts';
import { fields } from './fields.ts';
import { identity } from './identity.ts';
import { leftovers } from './leftovers.ts';
import { listings } from './listings.ts';
import { lists } from './lists.ts';
import { members } from './members.ts';
import { type Cell, type Mutant, mutantsOf, type Operator } from './mutant.ts';
import { negotiation } from './negotiation.ts';
import { outcomes } from './outcomes.ts';
import { parameters } from './parameters.ts';
import { preconditions } from './preconditions.ts';
import { segments } from './segments.ts';
import { session } from './session.ts';
import { status } from './status.ts';
import { stored } from './stored.ts';
import { validators } from './validators.ts';
import { views } from './views.ts';

/** Every operator, by family. */
export const OPERATORS: readonly Operator[] = [
  ...status,
  ...fields,
  ...bodies,
  ...members,
  ...lists,
  ...parameters,
  ...effects,
  ...conditions,
  ...identity,
  ...negotiation,
  ...session,
  ...absence,
  ...validators,
  ...preconditions,
  ...stored,
  ...caches,
  ...views,
  ...outcomes,
  ...leftovers,
  ...segments,
  ...listings,
  ...askers,
];

/** The claims under which mutants are made, beside the mock's defaults: only where they change an answer. */
export const SETTINGS: readonly (MockOptions | undefined)[] = [undefined];

/** The kinds of answers that operators are applied to, by setting. */
export async function allCells(): Promise<readonly (readonly Cell[])[]> {
  return Promise.all(SETTINGS.map((options) => cellsOf(options)));
}

/** Every mutant that the operators make, inert ones included. */
export function mutantsAt(cells: readonly (readonly Cell[])[]): Mutant[] {
  return SETTINGS.flatMap((options, i) =>
    OPERATORS.flatMap((operator) => mutantsOf(operator, cells[i] ?? [], options)),
  );
}
