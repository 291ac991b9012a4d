import { stateSchema } from '../../fixtures/schemas/seed.ts';
import { refuse } from '../service/problems.ts';
import { refuseViolations } from '../service/validation.ts';
import { diffStates } from '../state/diff.ts';
import { writeJson } from '../state/exact-json.ts';
import type { StateImage } from '../state/image.ts';
import { stateText } from '../state/state-text.ts';
import type { TenantState } from '../state/world.ts';
import { type ControlCall, type ControlRoute, done, json, textOf } from './route.ts';

/** More than this many snapshots are somebody's loop. */
const SNAPSHOT_LIMIT = 200;

/** The state of a tenant: read, put in another's place, begun again, and kept under names. */
export const stateRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/state',
    title: 'Gives the whole state of the tenant; it can be put back, and begun with (--seed).',
    answers: { 200: 'a state' },
    handle: ({ world }) => stateReply(world.image()),
  },
  {
    method: 'PUT',
    path: '/state',
    title: 'Puts a saved state, or what a seed says, in the place of the tenant’s state.',
    body: stateSchema,
    answers: { 204: 'that is the state now' },
    async handle(call) {
      call.world.load(await imageIn(await textOf(call)));
      return done();
    },
  },
  {
    method: 'POST',
    path: '/reset',
    title: 'Begins again with the seed; sessions and stubs are over, snapshots stay.',
    answers: { 204: 'the state is the seed’s' },
    handle({ mock, world }) {
      mock.reset(world.tenant);
      return done();
    },
  },
  {
    method: 'GET',
    path: '/snapshots',
    title: 'Lists the snapshots of the tenant.',
    answers: { 200: 'an array of { name, deals, users }' },
    handle: ({ world }) => json(Array.from(world.snapshots, summary)),
  },
  {
    method: 'GET',
    path: '/snapshots/:name',
    title: 'Gives a snapshot, as a state.',
    answers: { 200: 'a state' },
    handle: (call) => stateReply(snapshotOf(call)),
  },
  {
    method: 'PUT',
    path: '/snapshots/:name',
    title: 'Keeps the tenant’s state under a name, or the state that is sent.',
    body: stateSchema,
    answers: { 200: '{ name, deals, users }; another of this name was replaced', 201: '{ name, deals, users }' },
    async handle(call) {
      const { world } = call;
      const name = nameIn(call);
      const sent = await textOf(call);
      const image = sent.trim() === '' ? world.image() : await imageIn(sent);
      const status = world.snapshots.has(name) ? 200 : 201;
      if (status === 201) refuseTooMany(world);
      world.keepSnapshot(name, image);
      return json(summary([name, image]), status);
    },
  },
  {
    method: 'DELETE',
    path: '/snapshots/:name',
    title: 'Drops a snapshot.',
    answers: { 204: 'it is dropped' },
    handle: ({ world, params: { name = '' } }) => (world.dropSnapshot(name) ? done() : refuseUnknown(world, name)),
  },
  {
    method: 'POST',
    path: '/snapshots/:name/restore',
    title: 'Goes back to a snapshot; it is kept.',
    answers: { 204: 'the state is the snapshot’s' },
    handle: ({ world, params: { name = '' } }) => (world.restore(name) ? done() : refuseUnknown(world, name)),
  },
  {
    method: 'GET',
    path: '/snapshots/:name/diff',
    title: 'Tells what was added, removed and changed since a snapshot.',
    answers: {
      200: 'an array of { op, path, value, was }: a JSON Patch of the state with its records under their ids',
    },
    handle(call) {
      const changes = diffStates(snapshotOf(call), call.world.image());
      const text = changes.length === 0 ? '[]\n' : `[\n${changes.map(writeJson).join(',\n')}\n]\n`;
      return new Response(text, { headers: { 'content-type': 'application/json' } });
    },
  },
];

function summary([name, { deals, users }]: readonly [string, StateImage]): object {
  return { name, deals: deals.length, users: users.length };
}

/** Of a large state that is wrong throughout, so much tells enough. */
const TOLD = 20;

async function imageIn(text: string): Promise<StateImage> {
  const { readState } = await import('../state/text.ts');
  const { image, violations } = readState(text);
  refuseViolations(violations.slice(0, TOLD));
  return image ?? refuse(400, 'the body is no state');
}

function snapshotOf({ world, params: { name = '' } }: ControlCall): StateImage {
  return world.snapshots.get(name) ?? refuseUnknown(world, name);
}

function nameIn({ params: { name = '' } }: ControlCall): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._ -]{0,63}$/u.test(name)) return name;
  return refuse(400, 'a snapshot is called by letters, digits, spaces and . _ -, at most 64 of them');
}

function refuseUnknown({ snapshots }: TenantState, name: string): never {
  const known = snapshots.size === 0 ? 'none is kept' : `these are kept: ${[...snapshots.keys()].join(', ')}`;
  return refuse(404, `there is no snapshot "${name}"; ${known}`);
}

function refuseTooMany({ snapshots }: TenantState): void {
  if (snapshots.size < SNAPSHOT_LIMIT) return;
  refuse(
    409,
    `${SNAPSHOT_LIMIT} snapshots are kept, and no more can be; drop some with DELETE /_mock/snapshots/{name}`,
  );
}

const encoder = new TextEncoder();

// In pieces as they are read: a large state is no single text.
function stateReply(image: StateImage): Response {
  const pieces = stateText(image);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}
