import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { furtherMembers } from '../create/further-members.ts';
import { kindOf } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { whyNotCreatable } from '../subjects.ts';
import { holdsRecords } from '../whole-lists.ts';
import { type Asked, findsItChanged } from './found-changed.ts';
import { askedWithout, findsDeleted, staysFound } from './found-deleted.ts';
import { foundInEach } from './found-in-each.ts';
import { askBy, finds, idsIn, lacking, type Made, makeOne, type ParameterOf, showsIds } from './found-records.ts';
import { foundWhole } from './found-whole.ts';
import { findsZeros, withOtherAmounts, withZeros } from './found-zeros.ts';

/**
 * Demands that a query finds what is there at the time: two new records that share the text by which they are found, and the other
 * one alone when the first was deleted. A target may refuse the second as a duplicate, and need not show ids.
 */
export async function findsWhatIsThere(
  trial: Trial,
  resource: Resource,
  parameterOf: ParameterOf,
): Promise<readonly Answer[]> {
  if (whyNotCreatable(resource) !== undefined) return [];
  const unique = trial.unique();
  const askFor = (text: string): Promise<Answer> => askBy(trial, parameterOf(text));
  const ask = (): Promise<Answer> => askFor(unique);
  // Who keeps what was found would keep this answer: that there is nothing.
  const none = await ask();
  // Told apart by their amounts, which a target may limit.
  const others = withOtherAmounts(resource.create?.sample ?? {});
  const remarked = hasFurther(resource) ? { ...(others ?? resource.create?.sample), ...REMARK } : undefined;
  const withRemark = remarked === undefined ? undefined : await makeOne(trial, resource, unique, remarked);
  const unlike = withRemark ?? (others === undefined ? undefined : await makeOne(trial, resource, unique, others));
  const first = unlike ?? (await makeOne(trial, resource, unique));
  const second = await makeOne(trial, resource, unique);
  const made = [first, second].flatMap((one) => one ?? []);
  const both = await trial.until(ask, (answer) => lacking(answer, resource, made).length === 0, PATIENCE_MS);
  const lost = lacking(both, resource, made);
  const records = recordsIn(both);
  holdsEachOnce(both, resource);
  if (lost.length > 0 && (showsIds(both, resource) || both.status === 404) && !mayBeKept(none))
    fail(
      'every new record with that text',
      `none with the id ${lost.map(({ id }) => id).join(', ')}: ${both.brief}`,
      none,
      ...made.map(({ answer }) => answer),
      both,
    );
  const views = [
    ...(mayBeKept(both) ? [] : await foundWhole(trial, { resource, made, first: both }, ask)),
    ...(await foundInEach(trial, both, records, resource)),
  ];
  if (first === undefined || second === undefined || first.id === second.id || resource.delete === undefined)
    return [both, ...views, ...(await followsOne(trial, { resource, askFor, unique, left: first }, none))];
  const asked: Asked = { resource, askFor, unique, left: second };
  const one = resource.delete.query === undefined ? await askedWithout(trial, asked, [first], [second]) : undefined;
  if (one === undefined) return [both, ...views, ...(await followsOne(trial, asked, none))];
  const stale = await seenEachTime(finds(one, resource, first) ? one : undefined, () => staysFound(trial, asked, 1));
  stale?.owes(false, `no record ${first.id}, which was deleted`);
  const further = none.status === 404 ? await followsFurtherWrites(trial, asked) : [];
  return [both, ...views, one, ...further];
}

/** The change of a record that has no other beside it, as the target takes no text twice, or deletes none. */
async function followsOne(
  trial: Trial,
  { left, ...asked }: Omit<Asked, 'left'> & { readonly left: Made | undefined },
  none: Answer,
): Promise<readonly Answer[]> {
  return left === undefined || none.status !== 404 ? [] : findsItChanged(trial, { ...asked, left });
}

/** A further parameter (document 4.1) of what is easily escaped twice. It may be refused, or read over. */
const REMARK = { assayerRemark: 'as "agreed" & <signed> in C:\\new' };

function hasFurther(resource: Resource): boolean {
  return Object.keys(furtherMembers(resource)).length > 0;
}

function holdsEachOnce(answer: Answer, resource: Resource): Answer {
  const ids = answer.status === 200 ? idsIn(answer, resource) : [];
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  return answer.owes(twice === undefined, 'each record once', `${twice ?? ''} twice`);
}

/** The records of an array (document 4.3); what is no array, or holds texts of JSON, is no result. */
function recordsIn(answer: Answer): readonly unknown[] {
  const { value, syntax } = answer.representation;
  if (answer.status !== 200 || syntax !== 'json') return [];
  answer.owes(Array.isArray(value), 'an array of records', kindOf(value));
  const records: readonly unknown[] = Array.isArray(value) ? value : [];
  holdsRecords(answer, records);
  return records;
}

/** Whether the record still shows the text by which it was found: the update of the target file may be a change of that. */
async function hasText(trial: Trial, { resource, left, unique }: Asked): Promise<boolean> {
  if (resource.item === undefined || resource.update === undefined) return true;
  const address = fillTemplate(resource.item.address, { id: left.id });
  const read = await trial.send(withFieldsOf(resource, { method: 'GET', address }));
  return read.status !== 200 || read.text.includes(unique);
}

/**
 * Demands that a query goes on to find what is there at the time (document 4.3): the record as it is after a change, others that
 * are made with its text, and nothing when all are deleted. What caches may keep is rightly old (RFC 9111 4.2).
 */
export async function followsFurtherWrites(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { resource, askFor, unique, left } = asked;
  const ask = (): Promise<Answer> => askFor(unique);
  const changed = await findsItChanged(trial, asked);
  for (const answer of changed) if (Array.isArray(answer.representation.value)) holdsEachOnce(answer, resource);
  const made = (await hasText(trial, asked)) ? [left] : [];
  const zeros = withZeros(resource.create?.sample ?? {});
  const ofNothing = zeros === undefined ? undefined : await makeOne(trial, resource, unique, zeros);
  // Who cuts results short may not do so with two. A price of 0 may be refused.
  for (const third of [ofNothing ?? (await makeOne(trial, resource, unique)), await makeOne(trial, resource, unique)])
    if (third !== undefined && made.every(({ id }) => id !== third.id)) made.push(third);
  const all = await trial.until(ask, (answer) => lacking(answer, resource, made).length === 0, PATIENCE_MS);
  if (mayBeKept(all)) return [...changed, all];
  holdsEachOnce(all, resource);
  const lost = lacking(all, resource, made);
  if (lost.length > 0 && (showsIds(all, resource) || all.status === 404))
    fail(
      'every record with that text',
      `none with the id ${lost.map(({ id }) => id).join(', ')}: ${all.brief}`,
      ...made.map(({ answer }) => answer),
      all,
    );
  const found = ofNothing === undefined ? [] : await findsZeros(trial, resource, ofNothing, ask);
  const none = await askedWithout(trial, asked, made, []);
  if (none === undefined) return [...changed, all, ...found];
  const isFound = findsDeleted(none, resource, made);
  const still = await seenEachTime(isFound ? none : undefined, () => staysFound(trial, asked, made.length));
  still?.owes(false, '404, as every record with that text was deleted');
  return [...changed, all, ...found, none];
}
