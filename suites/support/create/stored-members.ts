import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Json } from '../../../core/target.ts';
import { shown } from '../descriptions.ts';
import { addressed, collection, create, samplePayload } from '../evidence.ts';
import { isNothing } from '../nothing.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';
import { furtherMembers, unknownMembers } from './further-members.ts';

type Shown = Readonly<Record<string, unknown>>;

/**
 * Creates a deal with further parameters (document 4.1) and demands that it shows each member that was sent and that such records have:
 * one that others show which the run did not make, or that the answer of the creation told as it was sent. Members of no other deal may
 * be read over; so may further ones, unless the service keeps such of any name; and all of them may be refused. What the answer tells of a
 * member is what the record shows (4.4-c3). Then creates one with each of those alone that were stored.
 */
export async function storesEachMember(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const further = furtherMembers(resource);
  if (Object.keys(further).length === 0 || resource.item === undefined) return [];
  const others = resource.list === undefined ? [] : earlierRecords(trial, await collection(trial));
  const record = await create(trial, (unique) => ({ ...samplePayload(resource, unique), ...further }));
  if (!record.answer.succeeded || record.address === undefined) return [];
  const { address, answer } = addressed(record);
  const read = await trial.send({ method: 'GET', address });
  const [told, own] = [recordIn(answer, resource.create?.envelope ?? ''), recordIn(read, resource.item.envelope)];
  if (own === undefined) return [answer];
  const sent: Shown = shown(record.payload, resource);
  const missing = Object.keys(sent).filter((member) => !isNothing(sent[member]) && isNothing(own[member]));
  const isTold = (member: string): boolean => sameValue(sent[member], told?.[member]);
  const isUsual = (member: string): boolean => others.some((other) => !isNothing(other[member]));
  // Which further parameters a creation takes is not shown (document 2).
  const mayBeLeft = (member: string): boolean => member in further && !isTold(member);
  const due = missing.filter((member) => isTold(member) || isUsual(member));
  const takesSome = Object.keys(further).some((member) => !isNothing(own[member]));
  const takesAll = !due.some(mayBeLeft) || (takesSome && (await keepsAnyMember(trial)));
  const lost = due.filter((member) => takesAll || !mayBeLeft(member));
  if (lost.length > 0) fail(`${lost.join(', ')} of the new record, as sent`, `none: ${read.brief}`, answer, read);
  const otherwise = Object.keys(sent).filter(
    (member) =>
      sameValue(sent[member], told?.[member]) && !isNothing(own[member]) && !isStored(sent[member], own[member]),
  );
  if (otherwise.length > 0)
    fail(`${otherwise.join(', ')} as the creation was answered`, `other values: ${read.brief}`, answer, read);
  const untrue = Object.keys(sent).filter(
    (member) =>
      told !== undefined &&
      member in told &&
      sameValue(sent[member], own[member]) &&
      !isStored(sent[member], told[member]),
  );
  if (untrue.length > 0)
    fail(`${untrue.join(', ')} in the answer, as the new record has it`, `other values: ${answer.brief}`, answer, read);
  const kept = Object.entries(further).filter(([member, value]) => sameValue(value, own[member]));
  const alone: Answer[] = [];
  for (const [member, value] of kept) alone.push(...(await storesAlone(trial, member, value)));
  return [answer, read, ...alone];
}

/** Whether a creation keeps a further member of a name that no service knows. */
async function keepsAnyMember(trial: Trial): Promise<boolean> {
  const resource = resourceOf(trial);
  const { assayerRemark } = unknownMembers(trial.unique());
  const record = await create(trial, (unique) => ({ ...samplePayload(resource, unique), assayerRemark }));
  if (!record.answer.succeeded || record.address === undefined) return false;
  const read = await trial.send({ method: 'GET', address: record.address });
  return sameValue(assayerRemark, recordIn(read, resource.item?.envelope ?? '')?.['assayerRemark']);
}

/** A member that was stored among others is stored by itself as well; alone it may be refused. */
async function storesAlone(trial: Trial, member: string, value: Json): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const record = await create(trial, (unique) => ({ ...samplePayload(resource, unique), [member]: value }));
  const { answer, address } = record;
  if (!answer.succeeded || address === undefined) return [answer];
  const read = await trial.send({ method: 'GET', address });
  const own = recordIn(read, resource.item?.envelope ?? '');
  if (own !== undefined && !sameValue(value, own[member]))
    fail(`${member} of the new record, as it was sent`, `${String(own[member])}: ${read.brief}`, answer, read);
  return [answer, read];
}

function recordIn(answer: Answer, envelope: string): Shown | undefined {
  const record = at(answer.representation.value, envelope);
  return isObject(record) ? record : undefined;
}

/** Listed records that the run did not make and that no operation of the target has changed, as far as they show it. */
function earlierRecords(trial: Trial, list: Answer): readonly Shown[] {
  const { nonce } = trial.records.fresh;
  const { create: creation, name } = resourceOf(trial);
  const sent = [...Object.keys(creation?.sample ?? {}), ...Object.keys(furtherMembers(resourceOf(trial)))];
  const operations = trial.target.operations.filter(({ resource }) => resource === name);
  const marks = operations.flatMap(({ effect }) => Object.keys(effect)).filter((member) => !sent.includes(member));
  return entriesOf(list, resourceOf(trial))
    .filter(isObject)
    .filter((entry) => !JSON.stringify(entry).includes(nonce) && marks.every((member) => isNothing(entry[member])));
}

/** Blanks at the ends of a text may be taken away before it is stored, and an answer may repeat what was sent. */
function isStored(sent: unknown, own: unknown): boolean {
  const [first, second] = [sent, own].map((value) => (typeof value === 'string' ? value.trim() : value));
  return sameValue(first, second);
}
