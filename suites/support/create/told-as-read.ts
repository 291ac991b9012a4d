import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, create } from '../evidence.ts';
import { isSame } from '../operation/deal-state.ts';
import { startOf } from '../record-histories.ts';
import { resourceOf } from '../subjects.ts';

/** Members that a service sets once, when it creates a record: what they hold does not change by itself, as a state may. */
const SET_ONCE =
  /^(?:held|holdReason|created(?:At|On|By|Date)?|created_(?:at|on|by)|number|code|slug|uuid|guid|reference|currency)$/u;

/** Clocks and columns of little precision round a moment so far. */
const ROUNDED_MS = 2000;

/** So many milliseconds after a creation the service itself may have held the deal, or given it a number. */
const SOON_MS = 1000;

/**
 * Demands that the answer of a creation shows such members as the record shows them twice afterwards (document 4.4-c3). They may be left out of
 * either, and what changes from reading to reading says nothing. Where the record was read late, another one is created and read at once.
 */
export async function tellsAsRead(trial: Trial, created: Created, isAgain = false): Promise<readonly Answer[]> {
  const { answer, address, payload } = created;
  const { item, create: how, computed = [] } = resourceOf(trial);
  const told: unknown = at(answer.representation.value, how?.envelope ?? '');
  if (item === undefined || address === undefined || answer.status !== 201 || !isObject(told)) return [];
  const names = Object.keys(told).filter(
    (name) => SET_ONCE.test(name) && !(name in payload) && !computed.includes(name) && isPlain(told[name]),
  );
  if (names.length === 0) return [];
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address });
  const otherIn = (reading: Answer): readonly string[] => {
    const own: unknown = at(reading.representation.value, item.envelope);
    if (reading.status !== 200 || !isObject(own)) return [];
    return names.filter((name) => name in own && isPlain(own[name]) && !tellsOne(name, told[name], own[name]));
  };
  const first = await read();
  const other = otherIn(first);
  if (other.length === 0) return [first];
  const second = await read();
  const still = otherIn(second).filter((name) => other.includes(name));
  const [a, b] = [first, second].map(({ representation }) => at(representation.value, item.envelope));
  const steady = still.filter((name) => isObject(a) && isObject(b) && sameValue(a[name], b[name]));
  if (steady.length > 0 && startOf(first) - startOf(answer) > SOON_MS)
    return isAgain ? [first, second] : tellsAsRead(trial, await create(trial), true);
  if (steady.length > 0)
    fail(
      `${steady.join(', ')} in the answer, as the new record has it`,
      `other values: ${answer.brief}`,
      answer,
      first,
      second,
    );
  return [first, second];
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Another type or notation may tell the same: a moment with its zone, and without one. */
function tellsOne(name: string, told: unknown, own: unknown): boolean {
  if (isSame(told, own) || typeof told !== typeof own) return true;
  if (!name.startsWith('created')) return false;
  if (typeof told === 'number' && typeof own === 'number') return Math.abs(told - own) < ROUNDED_MS;
  const [one, other] = [String(told), String(own)];
  const [first, second] = [one, other].map((text) => Date.parse(text));
  if (first === undefined || second === undefined || Number.isNaN(first + second)) return one === other;
  return ZONE.test(one) !== ZONE.test(other) || Math.abs(first - second) < ROUNDED_MS;
}

const ZONE = /(?:z|[+-]\d\d:?\d\d)$/iu;
