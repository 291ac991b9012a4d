import type { Answer } from '../../core/answer.ts';
import type { Trial } from '../../core/trial.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';
import { created, createRequest, samplePayload } from './evidence.ts';
import { aboutUnknown, plainId } from './ids.ts';
import { onUnknownDeal } from './operation-cases.ts';
import { placesAsked } from './put-conditions.ts';
import { resourceOf } from './subjects.ts';
import { LONG_AGO } from './view-dates.ts';
import { withFields } from './with-fields.ts';

/**
 * A creation with If-Match of a tag that nobody has. Many servers look at conditions of records alone; where reading the collection is
 * answered 412 as well, that is what the condition is about (RFC 9110 13.1.1).
 */
export async function createsNone(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { list, create: creation } = resource;
  if (list === undefined || creation?.method !== 'POST' || list.address !== creation.address) return [];
  const read = await trial.send({ method: 'GET', address: list.address, headers: { 'if-match': TAG_OF_NOBODY } });
  if (read.status !== 412) return [read];
  const unique = trial.unique();
  const payload = samplePayload(resource, unique);
  const answer = await trial.send(withFields(createRequest(resource, payload, unique), { 'if-match': TAG_OF_NOBODY }));
  created(trial, answer, payload, unique);
  return [
    read,
    answer.owes(!answer.succeeded, `status 412 for If-Match: ${TAG_OF_NOBODY}, as reading the collection is answered`),
  ];
}

/** Whatever each of them says of what is not there. */
const IGNORED: readonly Readonly<Record<string, string>>[] = [
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
      const told = Object.keys(fields).join(' and ');
      const isIgnored = answer.status !== 304 && answer.status !== 412;
      answers.push(answer.owes(isIgnored, `status 404, as without ${told}, for what never was`));
    }
  return answers;
}
