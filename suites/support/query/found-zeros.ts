import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Resource } from '../../../core/target.ts';
import { isNothing } from '../nothing.ts';
import type { Made } from './found-records.ts';
import { idOf } from './read-as-found.ts';

type Shown = Readonly<Record<string, unknown>>;

// A number that names another record is no amount: `postId`, `owner_id`.
const REFERENCE = /^id$|I[dD]$|_id$/u;

/** The payload with 0 for each amount; undefined where it has none. */
export function withZeros(payload: JsonObject): JsonObject | undefined {
  return withAmounts(payload, () => 0);
}

/** The payload with one more for each amount, which is as good a price as the other; undefined where it has none. */
export function withOtherAmounts(payload: JsonObject): JsonObject | undefined {
  return withAmounts(payload, (amount) => amount + 1);
}

function withAmounts(payload: JsonObject, change: (amount: number) => number): JsonObject | undefined {
  const amounts = Object.entries(payload).flatMap(([name, value]): [string, number][] =>
    typeof value === 'number' && !REFERENCE.test(name) ? [[name, change(value)]] : [],
  );
  return amounts.length === 0 ? undefined : { ...payload, ...Object.fromEntries(amounts) };
}

/**
 * Demands that a record which shows 0 is found with it, where other records are found with such a member (document 4.3): 0 is a value, and
 * what careless code takes for none. Who leaves it out of the record itself may leave it out here.
 */
export async function findsZeros(
  trial: Trial,
  resource: Resource,
  made: Made,
  ask: () => Promise<Answer>,
): Promise<readonly Answer[]> {
  const { item } = resource;
  if (item === undefined || item.envelope !== '') return [];
  const address = fillTemplate(item.address, { id: made.id });
  const readings: Answer[] = [];
  // Others may change it meanwhile, so that what is wrong is looked at twice.
  for (let round = 1; round <= 2; round += 1) {
    const read = await trial.send(withFieldsOf(resource, { method: 'GET', address }));
    const found = await ask();
    readings.push(read, found);
    const lost = lostIn(read, found, resource, made);
    if (lost.length === 0) return readings;
    if (round === 2) fail(`${lost.join(', ')} 0 of the record ${made.id}, as it is read`, 'none', read, found);
  }
  return readings;
}

function lostIn(read: Answer, found: Answer, resource: Resource, { id }: Made): readonly string[] {
  const { value } = read.representation;
  const all: readonly unknown[] = Array.isArray(found.representation.value) ? found.representation.value : [];
  const entries = all.filter(isObject);
  const own = entries.find((one) => idOf(one, resource) === id);
  if (read.status !== 200 || !isObject(value) || own === undefined) return [];
  const others: readonly Shown[] = entries.filter((one) => one !== own);
  return Object.keys(value).filter(
    (name) => value[name] === 0 && isNothing(own[name]) && others.some((one) => !isNothing(one[name])),
  );
}
