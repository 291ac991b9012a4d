import type { Mock } from '../interface.ts';
import { imageOfSeed } from './image.ts';
import { changeLine, droppedLine, forgottenLine, sessionLine, stateLines } from './journal.ts';
import type { ChangeEvent, SnapshotChange, TenantState } from './world.ts';

/** All that is kept, as a journal begins: `beginning`, the seed, and every tenant. */
export function* wholeLines(
  { options }: Mock,
  worlds: readonly TenantState[],
  beginning: readonly string[],
): Generator<string> {
  yield* beginning;
  yield* stateLines({ begin: 'seed' }, imageOfSeed(options.seed));
  for (const world of worlds) yield* worldLines(world);
}

function* worldLines(world: TenantState): Generator<string> {
  const { tenant, snapshots, sessions } = world;
  yield* stateLines({ begin: 'state', tenant }, world.image(), sessions.list());
  for (const [name, image] of snapshots) yield* stateLines({ begin: 'snapshot', tenant, name }, image);
}

/** What a tenant told of. */
export function* linesFor(mock: Mock, tenant: string, event: ChangeEvent): Generator<string> {
  if (event === 'forgotten') yield forgottenLine(tenant);
  else if (event === 'reseeded') yield* stateLines({ begin: 'seed' }, imageOfSeed(mock.options.seed));
  else if (event === 'replaced') yield* worldLines(mock.tenants.of(tenant));
  else yield* changeLines(mock.tenants.of(tenant), event);
}

function* changeLines({ tenant, store }: TenantState, changes: Exclude<ChangeEvent, string>): Generator<string> {
  const ofRecords = changes.filter((change) => change.kind !== 'snapshot' && change.kind !== 'session');
  if (ofRecords.length > 0) yield changeLine(tenant, store, ofRecords);
  for (const change of changes) {
    if (change.kind === 'session') yield sessionLine(tenant, change.session);
    else if (change.kind === 'snapshot') yield* snapshotLines(tenant, change);
  }
}

function* snapshotLines(tenant: string, { id: name, image }: SnapshotChange): Generator<string> {
  if (image === undefined) yield droppedLine(tenant, name);
  else yield* stateLines({ begin: 'snapshot', tenant, name }, image);
}
