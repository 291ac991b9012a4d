import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Nested, Resource } from '../../../core/target.ts';
import { existing, itemAddress, listedIds } from '../evidence.ts';
import { mayBeTitle } from '../misreadings.ts';
import { resourceOf } from '../subjects.ts';
import { saysTheSame } from '../view/same-words.ts';

/** A text that begins as an identifier does, and that identifier. */
interface Begun {
  readonly text: string;
  readonly of: string;
}

/**
 * Demands that nothing is read by the beginning of an id, nor by an id with more of its kind behind it: an identifier is compared as a whole
 * (document 4.4-m1), and what it does not name is missing and not empty (4.4-m2 is about collections). They are for reading alone: what is
 * read carelessly may be anybody's. A text may be an id of its own, also beyond the page that the list shows; the record tells that.
 */
export async function beginningsMiss(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { id } = await existing(trial);
  const answers: Answer[] = [];
  for (const { text, of } of await begunBy(trial, id)) {
    const answer = await read(trial, itemAddress(resource, text));
    answers.push(answer);
    if (!answer.succeeded && answer.status < 500) continue;
    const usual = await read(trial, itemAddress(resource, of));
    answers.push(usual, answer.owes(isOther(answer, usual, { text, of }, resource), MISSING));
  }
  return answers;
}

/** The same of the owner of nested records. */
export async function ownersBegunMiss(trial: Trial, { address, owner, index }: Nested): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (owner === undefined || index === undefined) return [];
  const below = (id: string): string => fillTemplate(address, { id, index });
  const answers: Answer[] = [];
  for (const begun of await begunBy(trial, owner)) {
    const answer = await read(trial, below(begun.text));
    answers.push(answer);
    if (!answer.succeeded && answer.status < 500) continue;
    const usual = await read(trial, below(begun.of));
    answers.push(usual, answer.owes(await isOfAnother(trial, { answer, usual, begun }, resource), MISSING));
  }
  return answers;
}

/** An owner of that very id has records of its own; where owners are not read, they are told apart by what their records say. */
async function isOfAnother(
  trial: Trial,
  { answer, usual, begun }: { readonly answer: Answer; readonly usual: Answer; readonly begun: Begun },
  resource: Resource,
): Promise<boolean> {
  if (answer.status >= 500) return false;
  if (resource.item === undefined) return !saysTheSame(answer, usual);
  const own = await read(trial, itemAddress(resource, begun.text));
  return own.succeeded && isOther(own, await read(trial, itemAddress(resource, begun.of)), begun, resource);
}

const MISSING = '404 for what is only the beginning of an id, or longer than one';

function read(trial: Trial, address: string): Promise<Answer> {
  return trial.send(withFieldsOf(resourceOf(trial), { method: 'GET', address }));
}

/** The beginning of an id and an id with more behind it, as far as the list shows none of these. */
async function begunBy(trial: Trial, id: string | undefined): Promise<readonly Begun[]> {
  const listed = await listedIds(trial);
  const isFree = ({ text }: Begun): boolean => !listed.has(text);
  // The longest first: the beginning of a short number is the id of another record.
  const ids = [...(id === undefined ? [] : [id]), ...[...listed].toSorted((a, b) => b.length - a.length)];
  const plain = ids.filter((one) => PLAIN.test(one));
  const begun = plain.map((of) => ({ text: of.slice(0, -1), of }));
  const longer = plain.map((of) => ({ text: of + (/^\d+$/u.test(of) ? '7' : 'q'), of }));
  const isMeant = (one: Begun): boolean => one.text !== '' && isFree(one) && !mayBeTitle(one.of, one.text);
  return [begun, longer].flatMap((some) => some.find(isMeant) ?? []);
}

// What is cut off, or stands behind it, is no sign that a server may read as the end of an id.
const PLAIN = /^[\w-]*\w{2}$|^\w$/u;

/**
 * Whether what was read is another record than the known one, by its own id. Where records show another id than their address has, or none,
 * all that is known is whether it is the known one.
 */
function isOther(answer: Answer, usual: Answer, { text, of }: Begun, resource: Resource): boolean {
  if (!answer.succeeded || idIn(usual, resource) !== of) return answer.status < 500 && !saysTheSame(answer, usual);
  return idIn(answer, resource) === text;
}

function idIn({ representation }: Answer, { item }: Resource): string | undefined {
  const record = at(representation.value, item?.envelope ?? '');
  return isObject(record) ? idText(at(record, item?.id ?? '/id')) : undefined;
}
