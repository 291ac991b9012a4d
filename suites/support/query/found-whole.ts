import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { isNothing } from '../nothing.ts';
import { PATIENCE_MS } from '../patience.ts';
import { inOtherLetters } from '../payload/other-letters.ts';
import { isMark, isVolatile } from '../payload/payloads.ts';
import type { Made } from './found-records.ts';
import { idOf, otherIn } from './read-as-found.ts';

type Shown = Readonly<Record<string, unknown>>;

/** Others may change what was made meanwhile, so that what is wrong is looked at again. */
const ROUNDS = 3;

/**
 * Demands that each of several new records which one query finds shows the values that it shows itself, and no member less than the others
 * that were found (document 4.3: an array of result records). A result may show less than the record does, but then it does so of each.
 */
export async function foundWhole(
  trial: Trial,
  { resource, made, first }: { readonly resource: Resource; readonly made: readonly Made[]; readonly first: Answer },
  ask: () => Promise<Answer>,
): Promise<readonly Answer[]> {
  const { item } = resource;
  if (item === undefined || item.envelope !== '' || made.length < 2) return [];
  const readings: Answer[] = [];
  for (const { id } of made) {
    const address = fillTemplate(item.address, { id });
    let found = first;
    for (let round = 1; ; round += 1) {
      const read = await trial.send(withFieldsOf(resource, { method: 'GET', address }));
      readings.push(read);
      const fault = faultIn(id, { read, found }, resource);
      if (fault === undefined) break;
      if (round === ROUNDS) fail(`the record ${id} found as it is read`, fault, read, found);
      found = await trial.until(ask, (one) => faultIn(id, { read, found: one }, resource) === undefined, PATIENCE_MS);
      readings.push(found);
    }
  }
  return readings;
}

/** What a query shows otherwise of a record than its own reading, in words. */
function faultIn(
  id: string,
  { read, found }: { readonly read: Answer; readonly found: Answer },
  resource: Resource,
): string | undefined {
  const { value: own } = read.representation;
  const { value } = found.representation;
  const entries = (Array.isArray(value) ? value : []).filter((one): one is Shown => isObject(one));
  const entry = entries.find((one) => idOf(one, resource) === id);
  if (read.status !== 200 || !isObject(own) || entry === undefined) return undefined;
  const other = otherIn(entry, own).filter((member) => !isMark(member));
  if (other.length > 0) return `other values for ${other.join(', ')}`;
  const sample = resource.create?.sample ?? {};
  const sent = Object.fromEntries(Object.entries(own).filter(([member]) => member in sample));
  const letters = inOtherLetters(sent, entry);
  if (letters.length > 0) return letters.join();
  const lost = Object.keys(own).filter(
    (member) =>
      !isNothing(own[member]) &&
      isNothing(entry[member]) &&
      !isVolatile(member) &&
      !isMark(member) &&
      entries.some((one) => one !== entry && !isNothing(one[member])),
  );
  return lost.length === 0 ? undefined : `no ${lost.join(', ')}, which others show that are found with it`;
}
