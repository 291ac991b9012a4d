import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { unknownQueries } from '../command/command-evidence.ts';
import { createRecord, existing, samplePayload } from '../evidence.ts';
import { aboutUnknown, plainId, unknownIds } from '../ids.ts';
import { noOperations, onUnknownDeal } from '../operation/operation-cases.ts';
import { particulars } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { queriesAbout, resourceOf } from '../subjects.ts';
import { LONG_AGO } from '../view/view-dates.ts';
import { fieldsInWords, withFields } from '../with-fields.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';
import { isAsIfThere, missesOnConditions } from './missing-conditions.ts';
import { underVersion } from './other-versions.ts';

type Fields = Readonly<Record<string, string>>;

/** No number. */
const WORD = 'assayer';

/**
 * What names nothing though a part of it does, read under conditions: nested records of an owner that never was, and at a word in place
 * of an index; a query of no name; the record and the collection under a version that nobody serves. A condition counts only where the
 * answer without it is a success (RFC 9110 13.2.1). At each place some of them are tried.
 */
export async function missesElsewhere(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [i, request] of (await namingNothing(trial)).entries()) {
    const plain = await trial.send(request);
    answers.push(plain, ...(await missesOnConditions(trial, request, plain, i)));
  }
  return answers;
}

async function namingNothing(trial: Trial): Promise<readonly HttpRequest[]> {
  const resource = resourceOf(trial);
  const [unknown] = unknownIds(resource, trial.records.fresh).always ?? [];
  const nested = resource.nested.flatMap(({ address, owner, index }) => {
    const atWord = owner === undefined ? [] : [absurd(fillTemplate(address, { id: owner, index: WORD }))];
    if (unknown === undefined || index === undefined) return atWord;
    return [aboutUnknown({ method: 'GET', address: fillTemplate(address, { index }) }, unknown), ...atWord];
  });
  const queries = queriesAbout(trial.target, resource).flatMap((query) => {
    const [address] = unknownQueries(query);
    return address === undefined ? [] : [fillTemplate(address, { parameter: query.found ?? WORD })];
  });
  const places = [(await existing(trial)).address, ...(resource.list === undefined ? [] : [resource.list.address])];
  const version = `${trial.target.version}${trial.unique()}`;
  const versions = places.flatMap((place) => underVersion(trial, place, version) ?? []);
  return [...nested, ...[...queries, ...versions].map((address): HttpRequest => ({ method: 'GET', address }))];
}

function absurd(address: string): HttpRequest {
  return { method: 'GET', address, about: 'absurd' };
}

/** It fails for the deal, which is there. A server may look for a tag at the address of any verb, and find none for If-Match. */
const OF_WHAT_IS_THERE: Fields = { 'if-none-match': '*', 'if-unmodified-since': LONG_AGO };

/** Whatever each of them says of what is not there. */
const IGNORED: readonly Fields[] = [
  { 'if-match': TAG_OF_NOBODY },
  OF_WHAT_IS_THERE,
  { 'if-match': '*', 'if-modified-since': LONG_AGO },
];

/**
 * The same of writes: an operation that does not exist, by another verb in the path of a new record; and one that adds to a
 * sub-collection or makes a command document, below an id that never was.
 */
export async function writesToNothing(trial: Trial): Promise<readonly Answer[]> {
  const { target } = trial;
  const operation = target.operations.find(({ resource }) => resource === resourceOf(trial).name);
  if (operation === undefined) return [];
  const all = formsOf(target, operation).map((form) => askedIn(target, operation, form));
  const answers: Answer[] = [];
  for (const requestOf of await misspelt(trial, all)) {
    const answer = await trial.send(withFields(requestOf(), OF_WHAT_IS_THERE));
    answers.push(answer);
    if (!isAsIfThere(answer)) continue;
    const plain = await trial.send(requestOf());
    const told = fieldsInWords(OF_WHAT_IS_THERE);
    answer.owes(!isAbsent(plain), `${plain.status}, as without ${told}, for what is no operation`);
  }
  for (const requestOf of below(trial, all))
    for (const fields of IGNORED) {
      const answer = await trial.send(withFields(requestOf(), fields));
      const due = `status 404, as without ${fieldsInWords(fields)}, below what never was`;
      answers.push(answer.owes(!isAsIfThere(answer), due));
    }
  return answers;
}

async function misspelt(trial: Trial, all: readonly Asked[]): Promise<readonly (() => HttpRequest)[]> {
  const { id, ...record } = await createRecord(trial);
  if (id === undefined) return [];
  return all.flatMap((asked) => {
    const [misspelling] = noOperations(trial, asked).filter(({ due, isOdd }) => due === 404 && isOdd !== true);
    if (misspelling === undefined) return [];
    return [() => misspelling.requestOf(particulars(asked, { ...record, id }, trial.unique()))];
  });
}

/** A PUT to the address of the deal may make it, and a verb below it is tried by others. */
const BELOW: readonly Asked['form'][] = ['E', 'F'];

function below(trial: Trial, all: readonly Asked[]): readonly (() => HttpRequest)[] {
  const resource = resourceOf(trial);
  const unknown = plainId(resource, trial.records.fresh);
  if (unknown === undefined || trial.records.fresh.freshnessOf(unknown.encoded) !== 'sure') return [];
  return all
    .filter(({ form }) => BELOW.includes(form))
    .map((asked) => () => {
      const unique = trial.unique();
      return onUnknownDeal(asked, unknown, unique, samplePayload(resource, unique));
    });
}
