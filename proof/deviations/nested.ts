import type { JsonObject } from '../../fixtures/json.ts';
import { ALSO_A_NOTATION, REJECTED_CODE, SERVER_ERROR } from './also.ts';
import { type Deviation, onAnswer, onRequest, type RequestView, withJson } from './deviation.ts';
import { decoded, type NestedPlace, nestedRead } from './places.ts';
import { bareAnswer, jsonAnswer, resent } from './requests.ts';

const LAST = 1;

/** How many keys there are, told: a last one that is found twice looks like one more. */
const KEYS_COUNTED: JsonObject = {
  resources: [
    { name: 'deals', required: ['name', 'price'] },
    { name: 'users', nested: [{ address: '/users/{id}/ssh-keys/{index}', owner: 1, index: 0, past: LAST + 1 }] },
  ],
};

/** Faults of records that are read by index inside another: document 4.4. */
export const nested: readonly Deviation[] = [
  shaped('nested-as-array', 'A key comes as an array of one.', 'ssh-keys', (record) => [record]),
  shaped('nested-null', 'An address that exists comes as null.', 'address', () => null),
  {
    id: 'nested-whole-collection',
    title: 'The index is ignored, and all keys of the user come.',
    breaks: ['read/nested'],
    alsoStrikes: {
      'read/nested-out-of-range': 'any index will do',
      ...REJECTED_CODE,
    },
    wrap: onAnswer((response, seen) => {
      const place = nestedRead(seen);
      return place?.name === 'ssh-keys' && /^[1-5]$/u.test(place.owner) ? jsonAnswer(200, [{ key: 'a' }]) : response;
    }),
  },

  indexed(
    'nested-one-past-the-end-null',
    'The index just past the end is answered 200 with null.',
    ({ index }) => (Number(index) === LAST + 1 ? jsonAnswer(200, null) : undefined),
    {},
  ),
  indexed(
    'nested-past-the-end-500',
    'An index past the end breaks the server.',
    ({ index }) => (Number(index) > LAST ? jsonAnswer(500, { error: 'index out of range' }) : undefined),
    SERVER_ERROR,
  ),
  indexed(
    'nested-past-the-end-204',
    'An index past the end is answered 204.',
    ({ index }) => (Number(index) > LAST ? bareAnswer(204) : undefined),
    {},
  ),
  indexed(
    'nested-past-the-end-200-empty',
    'An index past the end is answered 200 with an empty object, for addresses only.',
    ({ index, name }) => (Number(index) > LAST && name === 'address' ? jsonAnswer(200, {}) : undefined),
    {},
  ),
  indexed(
    'nested-word-400',
    'An index that is no number is answered 400.',
    ({ index }) => (Number.isNaN(Number(index)) ? jsonAnswer(400, { error: 'not a number' }) : undefined),
    REJECTED_CODE,
  ),
  indexed(
    'nested-length-found',
    'The index length finds what every array has.',
    ({ index }) => (index === 'length' ? jsonAnswer(200, 2) : undefined),
    REJECTED_CODE,
  ),
  elsewhere('nested-negative-from-the-end', 'A negative index counts from the end.', (index) =>
    index.startsWith('-') ? String(LAST) : undefined,
  ),
  elsewhere(
    'nested-parse-int',
    'Whatever follows the digits of an index is ignored.',
    (index) => /^(\d+)\D+$/u.exec(index)?.[1],
  ),
  elsewhere('nested-fraction-floored', 'A fraction counts as the index below it.', (index) =>
    /^\d+\.\d+$/u.test(index) ? String(Math.floor(Number(index))) : undefined,
  ),
  elsewhere('nested-clamped', 'An index past the end finds the last record.', (index) =>
    Number(index) > LAST ? String(LAST) : undefined,
  ),
  {
    ...elsewhere('nested-one-past-the-end-is-last', 'The index just past the end finds the last record.', (index) =>
      Number(index) === LAST + 1 ? String(LAST) : undefined,
    ),
    file: KEYS_COUNTED,
  },
  {
    ...elsewhere('nested-word-is-first', 'An index that is no number finds the first record.', (index) =>
      Number.isNaN(Number(index)) ? '0' : undefined,
    ),
    alsoStrikes: { ...REJECTED_CODE, ...ALSO_A_NOTATION },
  },
  elsewhere('nested-index-wraps', 'An index beyond 32 bits wraps around.', (index) =>
    /^\d{10}$/u.test(index) ? String(Number(index) % 2 ** 32) : undefined,
  ),
  {
    ...elsewhere(
      'nested-counts-from-zero-too',
      'Counting begins at 1, but 0 finds the first record as well.',
      (index) => (index === '0' ? '1' : undefined),
    ),
    options: { indexBase: 1 },
  },

  orphan('nested-unknown-owner-200-null', 'The keys of nobody are answered 200 with null.', () =>
    jsonAnswer(200, null),
  ),
  orphan(
    'nested-unknown-owner-500',
    'The keys of nobody break the server.',
    () => jsonAnswer(500, { error: 'cannot read properties of undefined' }),
    SERVER_ERROR,
  ),
  orphan(
    'nested-unknown-owner-400',
    'The addresses of somebody whose id is a word are answered 400.',
    ({ owner, name }) => (name === 'address' && /^[a-z]+$/u.test(owner) ? bareAnswer(400) : undefined),
    REJECTED_CODE,
  ),
  {
    id: 'nested-unknown-owner-ignored',
    title: 'The keys of nobody are those of the first user.',
    breaks: ['read/nested-unknown-owner'],
    alsoStrikes: REJECTED_CODE,
    wrap: onRequest(async (seen, next) => {
      const place = nestedRead(seen);
      if (place?.name !== 'ssh-keys' || /^[1-5]$/u.test(place.owner)) return next(seen.request);
      return next(resent(seen, { path: seen.path.replace(/users\/[^/]+/u, 'users/1') }));
    }),
  },
  {
    id: 'nested-owner-parse-int',
    title: 'Whatever follows the digits of the owner’s id is ignored, below it and nowhere else.',
    breaks: ['read/nested-unknown-owner'],
    alsoStrikes: { ...REJECTED_CODE, ...ALSO_A_NOTATION },
    wrap: onRequest(async (seen, next) => {
      const owner = /^([1-5])\D/u.exec(decoded(nestedRead(seen)?.owner ?? ''))?.[1];
      if (owner === undefined) return next(seen.request);
      return next(resent(seen, { path: seen.path.replace(/users\/[^/]+/u, `users/${owner}`) }));
    }),
  },
];

function shaped(id: string, title: string, name: string, change: (record: unknown) => unknown): Deviation {
  return {
    id,
    title,
    breaks: ['read/nested'],
    wrap: onAnswer((response, seen) =>
      nestedRead(seen)?.name === name && nestedRead(seen)?.index === '0' && response.status === 200
        ? withJson(response, change)
        : response,
    ),
  };
}

/** A fault in the answer about an index that names nothing, under an owner who exists. */
function indexed(
  id: string,
  title: string,
  answer: (place: NestedPlace) => Response | undefined,
  alsoStrikes: NonNullable<Deviation['alsoStrikes']> = REJECTED_CODE,
): Deviation {
  return {
    id,
    title,
    breaks: ['read/nested-out-of-range'],
    alsoStrikes,
    wrap: onMissing(answer, true),
  };
}

/** A fault in the answer about an owner who does not exist. */
function orphan(
  id: string,
  title: string,
  answer: (place: NestedPlace) => Response | undefined,
  alsoStrikes: NonNullable<Deviation['alsoStrikes']> = REJECTED_CODE,
): Deviation {
  return { id, title, breaks: ['read/nested-unknown-owner'], alsoStrikes, wrap: onMissing(answer, false) };
}

function onMissing(answer: (place: NestedPlace) => Response | undefined, ownerExists: boolean): Deviation['wrap'] {
  return onAnswer((response, seen: RequestView) => {
    const place = nestedRead(seen);
    if (place === undefined || response.status !== 404 || /^[1-5]$/u.test(place.owner) !== ownerExists) return response;
    return answer(place) ?? response;
  });
}

/** A fault that takes an index for another. */
function elsewhere(id: string, title: string, found: (index: string) => string | undefined): Deviation {
  return {
    id,
    title,
    breaks: ['read/nested-out-of-range'],
    alsoStrikes: REJECTED_CODE,
    wrap: onRequest(async (seen, next) => {
      const place = nestedRead(seen);
      const other = place === undefined ? undefined : found(place.index);
      return next(other === undefined ? seen.request : resent(seen, { path: seen.path.replace(/[^/]+$/u, other) }));
    }),
  };
}
