import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { mayBeAsked } from '../../../core/ids/query-values.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { createRecord, entryId } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import { namesakeOf } from '../view/namesakes.ts';
import { entriesFound, shownValue } from './queries.ts';

/**
 * Demands that a query finds two new records that have one value in the member that is compared: an array holds all that match (document
 * 4.4). Nothing makes a name unique (2), and a target that wants it so refuses the second one. Results need not show ids.
 */
export async function findsNamesakes(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { query, item } = resource;
  if (query?.field === undefined || item === undefined || whyNotCreatable(resource) !== undefined) return [];
  const first = await createRecord(trial);
  const value = shownValue(first.payload, query.field);
  // Whoever else has a value that is not of this run may fill the page.
  if (value?.includes(first.unique) !== true || !mayBeAsked(query, value)) return [];
  const second = await namesakeOf(trial, first);
  if (second?.id === undefined || first.id === undefined) return [];
  const both = [first.id, second.id];
  const lost = (answer: Answer): readonly string[] => {
    const ids = entriesFound(answer, resource).map((entry) => entryId(entry, resource));
    return answer.status !== 200 || ids.includes(undefined) ? [] : both.filter((id) => !ids.includes(id));
  };
  const address = fillTemplate(query.address, { value });
  const found = await trial.until(
    () => trial.send({ method: 'GET', address }),
    (answer) => answer.status === 200 && lost(answer).length === 0,
    PATIENCE_MS,
  );
  if (lost(found).length === 0 || mayBeKept(found)) return [found];
  const read = await Promise.all([first, second].map((one) => trial.send({ method: 'GET', address: one.address })));
  const isThere = read.every(({ status, representation }) => {
    const record = at(representation.value, item.envelope);
    return status === 200 && shownValue(record, query.field) === value;
  });
  if (isThere) fail(`both records with “${value}”`, `none with the id ${lost(found).join(', ')}`, ...read, found);
  return [found, ...read];
}
