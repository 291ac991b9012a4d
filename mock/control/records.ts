import { isObject } from '../../core/representation/json-value.ts';
import type { JsonObject } from '../../fixtures/json.ts';
import { refuse } from '../service/problems.ts';
import { refuseViolations } from '../service/validation.ts';
import { readJson } from '../state/exact-json.ts';
import type { StateImage } from '../state/image.ts';
import { stateText } from '../state/state-text.ts';
import { type ControlCall, type ControlRoute, done, textOf } from './route.ts';

const KINDS = ['deals', 'users'] as const;
type Kind = (typeof KINDS)[number];

/** One record of the state, changed by hand: what hangs under it (keys, holds, commands) stays as it is. */
export const recordRoutes: readonly ControlRoute[] = [
  {
    method: 'PUT',
    path: '/state/:kind/:id',
    title: 'Puts the members of one deal or user in the place of those that it has, or adds it.',
    body: { type: 'object', description: 'the members, such as name and price, without the id' },
    answers: { 204: 'that is the record now' },
    async handle(call) {
      const kind = kindOf(call);
      const { id = '' } = call.params;
      const data = await dataOf(call);
      await refuseWrong(kind, id, data);
      const image = call.world.image();
      const isKnown = image[kind].some((one) => one.id === id);
      const changed = isKnown
        ? image[kind].map((one) => (one.id === id ? { ...one, data } : one))
        : [...image[kind], { id, data }];
      const gone = kind === 'deals' ? image.gone.filter((one) => one !== id) : image.gone;
      call.world.load({ ...image, [kind]: changed, gone });
      return done();
    },
  },
  {
    method: 'DELETE',
    path: '/state/:kind/:id',
    title: 'Takes one deal or user out of the state, as if it had never been.',
    answers: { 204: 'it is not there' },
    handle(call) {
      const kind = kindOf(call);
      const { id = '' } = call.params;
      const image = call.world.image();
      const left: readonly object[] = image[kind].filter((one) => one.id !== id);
      if (left.length === image[kind].length) return refuse(404, `there is no record "${id.slice(0, 100)}" in ${kind}`);
      call.world.load({ ...image, [kind]: left } as StateImage); // the same list with one entry less
      return done();
    },
  },
];

function kindOf({ params: { kind = '' } }: ControlCall): Kind {
  const known = KINDS.find((one) => one === kind);
  return known ?? refuse(404, `"${kind.slice(0, 100)}" is no kind of record; these are: ${KINDS.join(', ')}`);
}

// Numbers keep their digits, as in all state.
async function dataOf(call: ControlCall): Promise<JsonObject> {
  const text = await textOf(call);
  try {
    const value = readJson(text);
    if (isObject(value)) {
      const { id: _, ...data } = value as JsonObject; // what JSON can write
      return data;
    }
  } catch (cause) {
    return refuse(400, `the body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return refuse(400, 'the body is no JSON object');
}

const EMPTY_STATE: StateImage = {
  format: 'assayer-state/1',
  deals: [],
  users: [],
  commands: [],
  gone: [],
  lastNumber: 0,
};

// By itself: all else in the state has been found right before, and may be large.
async function refuseWrong(kind: Kind, id: string, data: JsonObject): Promise<void> {
  const { readState } = await import('../state/text.ts');
  const { violations } = readState([...stateText({ ...EMPTY_STATE, [kind]: [{ id, data }] })].join(''));
  const own = new RegExp(`^/${kind}/0(?:/data)?`, 'u');
  refuseViolations(
    violations.slice(0, 20).map(({ pointer, detail }) => ({ pointer: pointer.replace(own, ''), detail })),
  );
}
