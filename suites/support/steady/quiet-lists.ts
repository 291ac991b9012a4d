import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { changesOf, type SendChange } from '../changes.ts';
import { type Created, create, deletion } from '../evidence.ts';
import { entryOf, listShows, mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import { saysTheSame } from '../view/same-words.ts';

/** How many changes are tried until one shows. */
const TRIED = 6;

/** A new record, and the collection that shows it. */
interface Listed {
  readonly record: Created & { readonly address: string };
  readonly listed: Answer;
}

/**
 * Demands that the collection shows a change of a record, of which a rule that runs alone at the end of the run makes sure that nothing else
 * is written between the two lists: the writes of other rules may drop what a service keeps of its lists, and a change not (document 4.1,
 * 4.4). A list may follow a little later, and what caches may keep is rightly old (RFC 9111 4.2).
 */
export async function listsChangedInQuiet(trial: Trial): Promise<readonly Answer[]> {
  const one = await listedAnew(trial);
  if (one === undefined) return [];
  const { record, listed } = one;
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: record.address });
  const before = await read();
  for (const change of changesInTurn(trial, record)) {
    if (!(await change()).succeeded) continue;
    const after = await trial.until(read, (answer) => !saysTheSame(answer, before));
    const shown = await listShows(trial, record, { listed, before, after });
    if (shown.length > 0) return [listed, ...shown];
  }
  return [listed];
}

/** The update first, and of the operations the last ones: what a hold writes, no list may have shown before. */
function changesInTurn(trial: Trial, record: Listed['record']): readonly SendChange[] {
  const resource = resourceOf(trial);
  const all = changesOf(trial, resource, record);
  const updates = resource.update === undefined ? 0 : 1;
  return [...all.slice(0, updates), ...all.slice(updates).reverse()].slice(0, TRIED);
}

/** The same of a deletion: what was deleted is in no list any more, where a GET of it says so. */
export async function listsDeletedInQuiet(trial: Trial): Promise<readonly Answer[]> {
  const one = await listedAnew(trial);
  if (one?.record.deletion === undefined) return [];
  const { record, listed } = one;
  const deleted = await trial.send(deletion(resourceOf(trial), record));
  if (!deleted.succeeded || deleted.status === 202) return [listed];
  const later = await trial.until(
    () => readList(trial),
    (list) => entryOf(trial, record, list) === undefined,
    PATIENCE_MS,
  );
  if (entryOf(trial, record, later) === undefined || mayBeKept(later)) return [listed, later];
  const gone = await trial.send({ method: 'GET', address: record.address });
  // Its id may have been given to a record of somebody else meanwhile.
  if (isAbsent(gone)) fail('a list without what was deleted', `${record.address} in it`, listed, deleted, later, gone);
  return [listed, later, gone];
}

/** Creates a record and reads the collection until that shows it; undefined where it does not, or where a cache may keep it. */
async function listedAnew(trial: Trial): Promise<Listed | undefined> {
  const resource = resourceOf(trial);
  if (resource.list === undefined || resource.item === undefined) return undefined;
  if (whyNotCreatable(resource) !== undefined) return undefined;
  const record = await create(trial);
  const { answer, address, id, claim } = record;
  if (!answer.succeeded || address === undefined || id === undefined || claim?.existed !== undefined) return undefined;
  const isListed = (list: Answer): boolean => entryOf(trial, record, list) !== undefined;
  const listed = await trial.until(() => readList(trial), isListed, PATIENCE_MS);
  return isListed(listed) && !mayBeKept(listed) ? { record: { ...record, address }, listed } : undefined;
}

function readList(trial: Trial): Promise<Answer> {
  return trial.send({ method: 'GET', address: resourceOf(trial).list?.address ?? '' });
}
