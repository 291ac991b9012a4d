import type { Mock } from '../interface.ts';
import { imageOfSeed, type StateImage } from './image.ts';
import type { Kept, KeptTenant } from './journal-reader.ts';
import { describeMerges } from './seed-merge.ts';

/**
 * Has a mock go on from what was kept. `reseeded`: it has a seed of its own, which tenants take over where nobody changed them;
 * gives what that was, in words, empty where it was nothing.
 */
export function resume(mock: Mock, { clock, tenants, seed }: Kept, reseeded: boolean): string {
  if (clock !== undefined) mock.clock.set(clock);
  load(mock, tenants);
  return reseeded && seed !== undefined ? describeMerges(takeOverSeed(mock, seed)) : '';
}

// Each is let go once it is loaded: a large state is not to be there twice.
function load({ tenants }: Mock, kept: Map<string, KeptTenant>): void {
  for (const [tenant, { state, snapshots, sessions }] of kept) {
    const world = tenants.begin(tenant, state, sessions);
    for (const [name, image] of snapshots) world.keepSnapshot(name, image);
    kept.delete(tenant);
  }
}

function takeOverSeed({ tenants, options }: Mock, before: StateImage): ReturnType<Mock['reseed']> {
  const after = imageOfSeed(options.seed);
  return new Map(tenants.list().map((world) => [world.tenant, world.reseed(before, after)]));
}
