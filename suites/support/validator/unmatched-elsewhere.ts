import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { created, createRequest, samplePayload } from '../evidence.ts';
import { aboutUnknown, plainId } from '../ids.ts';
import { onUnknownDeal } from '../operation/operation-cases.ts';
import { resourceOf } from '../subjects.ts';
import { dayBefore } from '../view/http-days.ts';
import { LONG_AGO } from '../view/view-dates.ts';
import { withFields } from '../with-fields.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';
import { isAsIfThere } from './missing-conditions.ts';
import { type OnConditions, placesAsked } from './put-conditions.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * A creation with If-Match of a tag that nobody has. Many servers look at conditions of records alone; where reading the collection is
 * answered 412 as well, that is what the condition is about (RFC 9110 13.1.1).
 */
export async function createsNone(trial: Trial): Promise<OnConditions> {
  const resource = resourceOf(trial);
  const { list, create: creation } = resource;
  if (list === undefined || creation?.method !== 'POST' || list.address !== creation.address) return NOTHING;
  const ask = (fields: Fields): Promise<Answer> =>
    trial.send(withFields({ method: 'GET', address: list.address }, fields));
  const read = await ask({ 'if-match': TAG_OF_NOBODY });
  if (read.status !== 412) return { answers: [read], unlessMatched: [] };
  const answer = await createUnder(trial, { 'if-match': TAG_OF_NOBODY });
  answer.owes(!answer.succeeded, `status 412 for If-Match: ${TAG_OF_NOBODY}, as reading the collection is answered`);
  if (answer.status !== 412) return { answers: [read, answer], unlessMatched: [] };
  // The condition is about the collection, as the one before was, and that is there (RFC 9110 13.1.2).
  const unlessMatched = [await createUnder(trial, { 'if-none-match': '*' })];
  const dayOld = dayBefore(await ask({}));
  const early = dayOld === undefined ? undefined : await ask({ 'if-unmodified-since': dayOld });
  if (dayOld === undefined || early?.status !== 412) return { answers: [read, answer], unlessMatched };
  const late = await createUnder(trial, { 'if-unmodified-since': dayOld });
  late.owes(!late.succeeded, `status 412 for If-Unmodified-Since: ${dayOld}, as reading the collection is answered`);
  return { answers: [read, answer, early, late], unlessMatched };
}

const NOTHING: OnConditions = { answers: [], unlessMatched: [] };

/** A creation of the sample under this condition. */
async function createUnder(trial: Trial, fields: Fields): Promise<Answer> {
  const unique = trial.unique();
  const payload = samplePayload(resourceOf(trial), unique);
  const answer = await trial.send(withFields(createRequest(resourceOf(trial), payload, unique), fields));
  created(trial, answer, payload, unique);
  return answer;
}

/** Whatever each of them says of what is not there. */
const IGNORED: readonly Fields[] = [
  { 'if-match': TAG_OF_NOBODY },
  { 'if-match': '*', 'if-modified-since': LONG_AGO },
  { 'if-none-match': '*', 'if-unmodified-since': LONG_AGO },
];

/**
 * What never was, deleted and operated on with conditions: a condition counts only where there would be a success without it
 * (RFC 9110 13.2.1).
 */
export async function findsNothingFirst(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const unknown = plainId(resource, trial.records.fresh);
  if (unknown === undefined || trial.records.fresh.freshnessOf(unknown.encoded) !== 'sure') return [];
  const unique = trial.unique();
  const requests = [
    ...(resource.delete === undefined
      ? []
      : [aboutUnknown({ method: 'DELETE', address: resource.delete.address }, unknown)]),
    ...placesAsked(trial).map((asked) => onUnknownDeal(asked, unknown, unique, samplePayload(resource, unique))),
  ];
  const answers: Answer[] = [];
  for (const request of requests)
    for (const fields of IGNORED) {
      const answer = await trial.send(withFields(request, fields));
      const making = await madeWithout(trial, request, fields, answer);
      if (making !== undefined) {
        answers.push(answer, making);
        break;
      }
      const told = Object.keys(fields).join(' and ');
      answers.push(answer.owes(!isAsIfThere(answer), `status 404, as without ${told}, for what never was`));
    }
  return answers;
}

/**
 * The success of the same PUT without conditions, where If-Match was refused with 412: it would have made something, and there is nothing that
 * matches (RFC 9110 13.1.1). Then something is there by now. A refusal without conditions comes first (13.2.1).
 */
async function madeWithout(
  trial: Trial,
  request: HttpRequest,
  fields: Fields,
  { status }: Answer,
): Promise<Answer | undefined> {
  if (request.method !== 'PUT' || status !== 412 || fields['if-match'] === undefined) return undefined;
  const plain = await trial.send(request);
  return plain.succeeded ? plain : undefined;
}
