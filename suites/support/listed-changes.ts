import type { Answer } from '../../core/answer.ts';
import { at } from '../../core/representation/json-pointer.ts';
import { isObject } from '../../core/representation/json-value.ts';
import { sameValue } from '../../core/representation/same-value.ts';
import { fail } from '../../core/results/outcome.ts';
import type { Trial } from '../../core/run/trial.ts';
import type { Resource } from '../../core/target.ts';
import { changesOf } from './changes.ts';
import { type Created, createRecord, entryId } from './evidence.ts';
import { PATIENCE_MS } from './patience.ts';
import { isVolatile } from './payload/payloads.ts';
import { entriesOf } from './query/queries.ts';
import { resourceOf, whyNotCreatable } from './subjects.ts';
import { saysTheSame } from './view/same-words.ts';

type Shown = Readonly<Record<string, unknown>>;

/** Changes a record that the collection shows. Lists may follow a little later, but one that never does was kept from before. */
export async function listsChanges(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (resource.list === undefined || resource.item === undefined || whyNotCreatable(resource) !== undefined) return [];
  const record = await createRecord(trial);
  const readItem = (): Promise<Answer> => trial.send({ method: 'GET', address: record.address });
  const before = await readItem();
  const listed = await trial.send({ method: 'GET', address: resource.list.address });
  const entry = entryOf(trial, record, listed);
  // What a cache may keep is rightly old (RFC 9111 4.2).
  const old = recordIn(before, resource);
  if (old === undefined || entry === undefined || mayBeKept(listed)) return [];
  // The last ones first: what completes or cancels a record may be the end of all changes.
  for (const change of changesOf(trial, resource, record).reverse()) {
    if (!(await change()).succeeded) continue;
    const after = await trial.until(readItem, (answer) => !saysTheSame(answer, before));
    const current = recordIn(after, resource);
    if (current === undefined) return [];
    const moved = movedMembers(entry, old, current);
    if (moved.length > 0) return followed(trial, record, { listed, after, old, moved });
  }
  return [];
}

/** A reading of the collection and one of a record in it before a change, and one of the record after it. */
interface Readings {
  readonly listed: Answer;
  readonly before: Answer;
  readonly after: Answer;
}

/** Demands that the collection shows a change that the record shows; gives no witness where it showed nothing of it before. */
export async function listShows(
  trial: Trial,
  record: Created,
  { listed, before, after }: Readings,
): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const entry = entryOf(trial, record, listed);
  const [old, current] = [recordIn(before, resource), recordIn(after, resource)];
  if (entry === undefined || old === undefined || current === undefined || mayBeKept(listed)) return [];
  const moved = movedMembers(entry, old, current);
  return moved.length === 0 ? [] : followed(trial, record, { listed, after, old, moved });
}

/** The members that entry and record showed alike before the change, and that the record shows with another value now. */
function movedMembers(entry: Shown, old: Shown, current: Shown): string[] {
  return Object.keys(current).filter(
    (name) =>
      !isVolatile(name) && name in entry && sameValue(entry[name], old[name]) && !sameValue(old[name], current[name]),
  );
}

interface Moved {
  readonly listed: Answer;
  readonly after: Answer;
  readonly old: Shown;
  readonly moved: readonly string[];
}

async function followed(
  trial: Trial,
  record: Created,
  { listed, after, old, moved }: Moved,
): Promise<readonly Answer[]> {
  const address = resourceOf(trial).list?.address ?? '';
  const lagging = (answer: Answer): readonly string[] => {
    const now = entryOf(trial, record, answer);
    return now === undefined ? [] : moved.filter((name) => sameValue(now[name], old[name]));
  };
  const readList = (): Promise<Answer> => trial.send({ method: 'GET', address });
  const later = await trial.until(readList, (answer) => lagging(answer).length === 0, PATIENCE_MS);
  const behind = lagging(later);
  if (behind.length === 0) return [after, later];
  fail('the list to show the change that the record shows', `${behind.join(', ')} as before it`, listed, after, later);
}

// Where a record is read as something else, another rule says so.
function recordIn(answer: Answer, { item }: Resource): Shown | undefined {
  const found = at(answer.representation.value, item?.envelope ?? '');
  return answer.status === 200 && isObject(found) ? found : undefined;
}

/** What a list shows of a record, found by its id. */
export function entryOf(trial: Trial, { id }: Pick<Created, 'id'>, list: Answer): Shown | undefined {
  const resource = resourceOf(trial);
  const entry = entriesOf(list, resource).find((other) => id !== undefined && entryId(other, resource) === id);
  return isObject(entry) ? entry : undefined;
}

/** Whether a cache may keep it, so that it may rightly be old (RFC 9111 4.2). */
export function mayBeKept(list: Answer): boolean {
  const isFor = /(?:max-age|s-maxage)=["']?0*[1-9]/u.test(list.header('Cache-Control') ?? '');
  return isFor || list.header('Expires') !== undefined || Number(list.header('Age') ?? 0) > 0;
}
