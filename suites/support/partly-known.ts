import type { Answer } from '../../core/answer.ts';
import { fillTemplate } from '../../core/http/address.ts';
import { at } from '../../core/representation/json-pointer.ts';
import { idText, isObject } from '../../core/representation/json-value.ts';
import type { Trial } from '../../core/run/trial.ts';
import { itemAddress, listedIds } from './evidence.ts';
import { isListed } from './ids.ts';
import { type PartlyKnown, partlyKnownIds } from './made-up-parts.ts';
import { isMissing } from './missing.ts';
import { differences, movesByItself } from './payload/payloads.ts';
import { resourceOf } from './subjects.ts';

/**
 * Demands that a known id of which one part was made up is not answered with the known record, or with nothing (document 4.4-m1 and m3).
 * Somebody may have it for an id: what shows another record is rightly there. A refusal is right too, as an id may hold a check digit, or
 * the name of somebody whose records may not be read.
 */
export async function missesPartlyKnown(
  trial: Trial,
  known: string | undefined,
  control: Answer,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const one of await partlyKnown(trial, known))
    answers.push(
      ...(await missesIt(trial, itemAddress(resourceOf(trial), one.id), isKnownRecord(trial, control, one))),
    );
  return answers;
}

/** The same of the nested records of such an owner, one for each collection: `place` says which. Who is there as an owner has some. */
export async function missesBelowPartlyKnown(
  trial: Trial,
  known: string | undefined,
  { control, address, place }: { readonly control: Answer; readonly address: string; readonly place: number },
): Promise<readonly Answer[]> {
  const all = await partlyKnown(trial, known);
  const one = all[place % Math.max(1, all.length)];
  const { item } = resourceOf(trial);
  if (one === undefined || item === undefined) return [];
  const nested = fillTemplate(address, { id: one.id });
  const isGiven = (answer: Answer): boolean => isNothing(answer) || isAlike(answer, control, '');
  const answer = await readPartly(trial, nested);
  if (!answer.succeeded) return [isMissing(answer)];
  if (!isGiven(answer)) return [];
  const owner = await readPartly(trial, itemAddress(resourceOf(trial), one.id));
  return owner.status === 404 ? missesIt(trial, nested, isGiven) : [];
}

async function partlyKnown(trial: Trial, known: string | undefined): Promise<readonly PartlyKnown[]> {
  if (known === undefined) return [];
  const all: PartlyKnown[] = [];
  for (const one of partlyKnownIds(known, await listedIds(trial), trial.records.fresh))
    if (!(await isListed(trial, encodeURIComponent(one.id)))) all.push(one);
  return all;
}

/** Demands no success that `isWrong`, of this reading and, where it is one, of another. */
async function missesIt(
  trial: Trial,
  address: string,
  isWrong: (answer: Answer) => boolean,
): Promise<readonly Answer[]> {
  const first = await readPartly(trial, address);
  if (!first.succeeded) return [isMissing(first)];
  if (!isWrong(first)) return [];
  const again = await readPartly(trial, address);
  return [again.owes(!(again.succeeded && isWrong(again)), 'status 404, as one part of the id was made up')];
}

function readPartly(trial: Trial, address: string): Promise<Answer> {
  return trial.send({ method: 'GET', address, about: 'absurd' });
}

/** Whether an answer shows the known record, or no record at all. */
function isKnownRecord(trial: Trial, control: Answer, { part }: PartlyKnown): (answer: Answer) => boolean {
  const { envelope = '', id = '/id' } = resourceOf(trial).item ?? {};
  const idIn = ({ representation }: Answer): string | undefined => idText(at(at(representation.value, envelope), id));
  return (answer) => {
    if (isNothing(answer)) return true;
    if (!isAlike(answer, control, envelope)) return false;
    // Two records may be alike in all but their ids; where they show none, another one has an id by chance alone.
    return idIn(control) === undefined ? part.length >= LONG : idIn(answer) === idIn(control);
  };
}

const LONG = 6;

/** Whether a success gives nothing: no body, null, or an empty object or list. */
export function isNothing({ status, size, representation }: Answer): boolean {
  if (status === 202 || status === 204 || size === 0) return true;
  const { value, problem } = representation;
  if (representation.syntax !== 'json' || problem !== undefined) return false;
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Whether two answers show one record, but for what differs by nature and for links, which may repeat the address. */
function isAlike(answer: Answer, control: Answer, envelope: string): boolean {
  const [one, other] = [answer, control].map(({ representation }) => at(representation.value, envelope));
  if (!isObject(one) || !isObject(other)) return false;
  const plain = Object.values(one).filter((value) => typeof value === 'string' || typeof value === 'number');
  const others = differences(one, other).filter(
    (member) => !isLink(member) && !movesByItself(one[member], other[member]),
  );
  return plain.length > 0 && others.length === 0;
}

function isLink(member: string): boolean {
  return /^[_@$]|^(?:links?|self|href|url|uri)$/iu.test(member);
}
