import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Nested, Resource } from '../../../core/target.ts';
import { collection, entryId, existingItem, itemAddress } from '../evidence.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceName, resourceOf } from '../subjects.ts';
import { nestedOf, type Walk } from './walks.ts';

/** A record, or what another one shows of it. */
export type Members = Readonly<Record<string, unknown>>;

/** An owner's nested records, as it gives them by index and as its own record shows them. */
export interface Shown {
  readonly walk: Walk;
  /** The answer that shows them: the owner's record, or the list that it stands in. */
  readonly record: Answer;
  /** What is shown, in its order; never empty. */
  readonly entries: readonly Members[];
}

/** What each owner's record shows of these nested records, where it does: by GET, or else in the list (document 2, 4.4). */
export async function shownOf(trial: Trial, walks: readonly Walk[]): Promise<readonly Shown[]> {
  const [first] = walks;
  if (first === undefined) return [];
  const readOwner = async ({ owner }: Walk): Promise<Answer | undefined> => ownRecord(trial, owner);
  // Who shows none at the first owner is not asked for the others.
  const all = (await shownIn(trial, first, readOwner)) === undefined ? [] : await allShown(trial, walks, readOwner);
  if (all.length > 0 || resourceOf(trial).list === undefined) return all;
  return allShown(trial, walks, () => collection(trial));
}

/** What the list shows of somebody's nested records. */
export interface Listed {
  readonly owner: string | undefined;
  readonly entries: readonly Members[];
}

/** What each record of the list shows; nothing where the list shows none. */
export async function shownInList(trial: Trial): Promise<readonly Listed[]> {
  const resource = resourceOf(trial);
  if (resource.list === undefined) return [];
  const entries = entriesOf(await collection(trial), resource);
  return entries.map((entry) => ({ owner: entryId(entry, resource), entries: entriesIn(entry, nestedOf(trial)) }));
}

/**
 * The same read once more: the record, its nested records, and the record again. Undefined where the record was another one the second
 * time, as somebody changed it meanwhile, or no longer shows any; and where records stand behind the end, as those of before keep their
 * index when one is deleted.
 */
export async function shownAgain(trial: Trial, { walk, record }: Shown): Promise<Shown | undefined> {
  const readRecord = (): Promise<Answer> => trial.send({ method: 'GET', address: record.exchange.request.url });
  const before = await readRecord();
  const found: Answer[] = [];
  for (const { exchange } of walk.found) {
    const answer = await trial.send({ method: 'GET', address: exchange.request.url });
    if (answer.status !== 200) return undefined;
    found.push(answer);
  }
  const end = trial.target.claims.indexBase + found.length;
  for (let behind = 0; behind <= BEHIND; behind += 1) {
    const address = fillTemplate(nestedOf(trial).address, { id: walk.owner, index: end + behind });
    if ((await trial.send({ method: 'GET', address })).status !== 404) return undefined;
  }
  const after = await readRecord();
  const again = { ...walk, found };
  const [one, other] = [
    await shownIn(trial, again, async () => before),
    await shownIn(trial, again, async () => after),
  ];
  return JSON.stringify(one?.entries) === JSON.stringify(other?.entries) ? other : undefined;
}

/** So far behind the last record others are looked for. */
const BEHIND = 2;

type ReadOwner = (walk: Walk) => Promise<Answer | undefined>;

async function allShown(trial: Trial, walks: readonly Walk[], read: ReadOwner): Promise<readonly Shown[]> {
  const all: Shown[] = [];
  for (const walk of walks) {
    const shown = await shownIn(trial, walk, read);
    if (shown !== undefined) all.push(shown);
  }
  return all;
}

async function shownIn(trial: Trial, walk: Walk, read: ReadOwner): Promise<Shown | undefined> {
  const record = await read(walk);
  if (record?.status !== 200 || record.representation.problem !== undefined) return undefined;
  const entries = entriesIn(recordIn(record, walk.owner, resourceOf(trial)), nestedOf(trial));
  return entries.length === 0 ? undefined : { walk, record, entries };
}

/** The record of this owner: the one that the answer is about, or an entry of the list. */
function recordIn(answer: Answer, owner: string, resource: Resource): unknown {
  const whole = at(answer.representation.value, resource.item?.envelope ?? '');
  const listed = entriesOf(answer, resource).find((entry) => entryId(entry, resource) === owner);
  return listed ?? whole;
}

/** What a record shows of its nested records: none where that is no array, or one of something else than records. */
function entriesIn(record: unknown, { name, address }: Nested): readonly Members[] {
  const names = [name, /\/([^/{}]+)\/\{index\}/u.exec(address)?.[1] ?? name].map(letters);
  const members = isObject(record) ? Object.entries(record) : [];
  const arrays = members.flatMap(([member, value]) => (names.includes(letters(member)) ? [value] : []));
  const [entries] = arrays;
  if (arrays.length !== 1 || !Array.isArray(entries)) return [];
  const records = entries.filter(isObject);
  return records.length === entries.length ? records : [];
}

/** `ssh-keys`, `ssh_keys` and `sshKeys` are one name. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[-_]/gu, '');
}

/** One reading of an owner's own record, shared; undefined where none is read by id. */
const ownRecord: Evidence<Answer | undefined, [owner: string]> = evidence(
  (trial, owner) => `${resourceName(trial)} ${owner}`,
  async (shared, owner) => {
    const resource = resourceOf(shared);
    if (resource.item === undefined) return undefined;
    if (resource.known === owner) return existingItem(shared);
    return shared.send({ method: 'GET', address: itemAddress(resource, owner) });
  },
);
