import type { Answer } from '../../../core/answer.ts';
import { decodeSegment, fillTemplate, lastSegment } from '../../../core/http/address.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Nested, Resource } from '../../../core/target.ts';
import { collection, entryId, itemAddress } from '../evidence.ts';
import { isNothing } from '../partly-known.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';

/** A text that several records show as their name, and the ids of these. */
interface SharedName {
  readonly text: string;
  readonly ids: readonly string[];
}

/** Words with blanks between them, which no service makes an id of as they are. */
const WORDS = /^[\p{L}\p{N}.'’-]+(?: [\p{L}\p{N}.'’-]+){1,9}$/u;

const LONGEST = 100;

/**
 * Demands that nothing is read by a name that several records of the collection have: it is the identifier of none of them (document 4.4,
 * 4.4-m1). For reading alone: the records may be anybody's. What shows a record that has it for its id is rightly there.
 */
export async function sharedNameMisses(trial: Trial): Promise<readonly Answer[]> {
  const name = await sharedName(trial);
  if (name === undefined) return [];
  const answer = await trial.send({ method: 'GET', address: itemAddress(resourceOf(trial), name.text) });
  return [answer.owes(!isGiven(answer, name, resourceOf(trial)), due(name))];
}

/** The same of what is nested below: who is no owner has none. */
export async function sharedOwnerMisses(trial: Trial, { address, index = 0 }: Nested): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const name = resource.item === undefined ? undefined : await sharedName(trial);
  if (name === undefined) return [];
  const answer = await trial.send({ method: 'GET', address: fillTemplate(address, { id: name.text, index }) });
  if (!answer.succeeded && answer.status !== 400) return [answer];
  const owner = await trial.send({ method: 'GET', address: itemAddress(resource, name.text) });
  return [owner, answer.owes(!(isAbsent(owner) || isGiven(owner, name, resource)), due(name))];
}

function due({ text, ids }: SharedName): string {
  return `status 404, as “${text}” is the name of ${ids.join(' and ')}, and the id of none`;
}

/** Whether one of the records of that name is given, or what the document rejects for a missing resource (4.4-m3). */
function isGiven(answer: Answer, { ids }: SharedName, resource: Resource): boolean {
  if (answer.status === 400) return true;
  if (!answer.succeeded) return false;
  if (isNothing(answer)) return true;
  const { value } = answer.representation;
  const own = at(value, resource.item?.envelope ?? '');
  const records = [own, ...(Array.isArray(own) ? own : []), ...entriesOf(answer, resource)];
  return records.some((one) => ids.includes(entryId(one, resource) ?? ''));
}

/** The first such name of the collection; undefined where a record may be addressed by it. */
async function sharedName(trial: Trial): Promise<SharedName | undefined> {
  const resource = resourceOf(trial);
  if (resource.list === undefined || resource.list.entries === 'ids' || resource.unknownIds !== 'any') return undefined;
  const list = await collection(trial);
  const entries = entriesOf(list, resource);
  const known = [...entries.flatMap((entry) => entryId(entry, resource) ?? []), ...placesIn(list)];
  for (const member of [resource.query?.field ?? '/name', '/name', '/title']) {
    for (const text of new Set(entries.map((entry) => at(entry, member)))) {
      if (typeof text !== 'string' || text.length > LONGEST || !WORDS.test(text)) continue;
      const ids = entries.flatMap((entry) => (at(entry, member) === text ? (entryId(entry, resource) ?? []) : []));
      if (new Set(ids).size > 1 && !known.some((id) => resembles(id, text))) return { text, ids };
    }
  }
  return undefined;
}

/** What the links of a list call its records. */
function placesIn({ representation: { links } }: Answer): readonly string[] {
  return links.flatMap((link) => decodeSegment(lastSegment(link) ?? ''));
}

/** Whether an id may be made of a text: a service may read one as the other. */
export function resembles(id: string, text: string): boolean {
  const [one = '', other = ''] = [id, text].map((part) => part.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''));
  return one !== '' && (one.startsWith(other) || other.startsWith(one));
}
