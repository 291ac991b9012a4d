import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { furtherMembers, unknownMembers } from '../create/further-members.ts';
import { type Created, create, samplePayload } from '../evidence.ts';
import { entryOf } from '../listed-changes.ts';
import { told } from '../operation/deal-state.ts';
import { isVolatile } from '../payload/payloads.ts';
import { resourceOf } from '../subjects.ts';

type Shown = Readonly<Record<string, unknown>>;

/**
 * Demands that the collection shows a new record's numbers and flags as such where the record itself does (document 4.4: both are this record),
 * its identifier too. Types are not shown (2), so that a list of texts alone is right: a member counts only where the entry keeps another one
 * of its type.
 */
export async function listsSameTypes(trial: Trial): Promise<readonly Answer[]> {
  const { list } = resourceOf(trial);
  if (list === undefined || list.entries === 'ids') return [];
  const record = await withEachType(trial);
  const { address } = record;
  if (!record.answer.succeeded || address === undefined) return [];
  const read = await trial.send({ method: 'GET', address });
  const listed = await trial.send({ method: 'GET', address: list.address });
  const own = recordIn(trial, read);
  const entry = entryOf(trial, record, listed);
  if (own === undefined || entry === undefined) return [read, listed];
  const wrong = otherTypes(own, entry);
  if (wrong.length === 0) return [read, listed];
  const inWords = (shown: Shown): string => wrong.map((name) => `${name} ${told(shown[name])}`).join(', ');
  fail(`${inWords(own)} in the collection, of the type that the record shows`, inWords(entry), read, listed);
}

/** A new record with a further number and a flag, where the target takes such (document 4.1). */
async function withEachType(trial: Trial): Promise<Created> {
  const resource = resourceOf(trial);
  if (Object.keys(furtherMembers(resource)).length === 0) return create(trial);
  const record = await create(trial, (unique) => ({ ...samplePayload(resource, unique), ...unknownMembers(unique) }));
  return isRefusal(record.answer) ? create(trial) : record;
}

/** The members that tell the same value as another type, beside one that keeps that type. */
function otherTypes(own: Shown, entry: Shown): readonly string[] {
  const names = Object.keys(own).filter((name) => name in entry && !isVolatile(name));
  const typed = (type: string): readonly string[] => names.filter((name) => typeof own[name] === type);
  return ['number', 'boolean'].flatMap((type) => {
    const all = typed(type);
    const isSomeKept = all.some((name) => typeof entry[name] === type);
    return isSomeKept ? all.filter((name) => typeof entry[name] === 'string' && isAlike(own[name], entry[name])) : [];
  });
}

function isAlike(own: unknown, listed: unknown): boolean {
  return sameValue(own, listed) || String(own) === String(listed).toLowerCase();
}

function recordIn(trial: Trial, answer: Answer): Shown | undefined {
  const record = at(answer.representation.value, resourceOf(trial).item?.envelope ?? '');
  return answer.status === 200 && isObject(record) ? record : undefined;
}
