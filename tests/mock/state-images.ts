import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import type { Json, JsonObject } from '../../fixtures/json.ts';
import type { DealImage, EntryImage, StateImage, UserImage } from '../../mock/state/image.ts';
import { anyCodePoint } from '../any-text.ts';

// Numbers that a double rounds: longer than 15 digits, larger or smaller than it can be.
const digits: fc.Arbitrary<string> = fc.oneof(
  fc.bigInt({ min: 10n ** 17n, max: 10n ** 30n }).map((n) => `${n * 10n + 1n}`),
  fc.constantFrom('1e999', '-1e-999', '0.12345678901234567891', '100000000000000000000.5'),
);

// A number that is kept as its digits is an object to TypeScript and a number to JSON.
const exact = digits.map((text) => new LosslessNumber(text) as unknown as Json);

const name = fc.oneof(fc.constantFrom('name', 'price', 'held', 'a/b', 'm~n', ''), fc.string({ maxLength: 4 }));
const value = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 2, stringUnit: anyCodePoint }) as fc.Arbitrary<Json> },
  { weight: 1, arbitrary: exact },
  { weight: 1, arbitrary: fc.array(exact, { maxLength: 2 }) },
);

/** A record's own members. -0 is left out: JSON writes it as 0. */
export const data: fc.Arbitrary<JsonObject> = fc
  .dictionary(name, value, { maxKeys: 4, noNullPrototype: true })
  // Names that reach into prototypes are refused wherever they come in.
  .filter((members) => !/"(?:__proto__|prototype)":/u.test(JSON.stringify(members)))
  .map((members) => JSON.parse(JSON.stringify(members), reviveDigits) as JsonObject); // what was JSON before

function reviveDigits(_name: string, member: unknown): unknown {
  if (typeof member !== 'object' || member === null || !('isLosslessNumber' in member)) return member;
  return new LosslessNumber((member as unknown as LosslessNumber).value); // written by JSON.stringify from one
}

const ids = fc.constantFrom('1', '2', '3', '4', '7', 'a', 'b c', 'x/y', 'é');
const list = fc.array(data, { minLength: 1, maxLength: 2 });

const command: fc.Arbitrary<EntryImage> = fc.record({ id: ids, data }).map(({ id, data: own }) => ({
  id,
  path: `/commands/${encodeURIComponent(id)}`,
  data: own,
}));
const commands = fc.uniqueArray(command, { maxLength: 2, selector: ({ id }) => id });
/** A deal. */
export const deal: fc.Arbitrary<DealImage> = fc.record(
  {
    id: ids,
    data,
    records: fc.dictionary(fc.constantFrom('holds', 'notes'), list, { noNullPrototype: true }),
    commands,
  },
  { requiredKeys: ['id', 'data'] },
);
const user: fc.Arbitrary<UserImage> = fc.record(
  { id: ids, data, sshKeys: fc.array(data, { maxLength: 2 }), addresses: fc.array(data, { maxLength: 2 }) },
  { requiredKeys: ['id', 'data'] },
);

const byId = { maxLength: 5, selector: ({ id }: { readonly id: string }): string => id };

/** A state: of few ids, so that two of them have records in common. */
export const state: fc.Arbitrary<StateImage> = fc
  .record({
    deals: fc.uniqueArray(deal, byId),
    users: fc.uniqueArray(user, byId),
    commands: fc.uniqueArray(command, byId),
    gone: fc.uniqueArray(fc.constantFrom('90', '91', 'gone'), { maxLength: 2 }),
  })
  .map((records) => ({ format: 'assayer-state/1', lastNumber: 7, ...records }));
