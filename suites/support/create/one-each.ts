import type { Answer } from '../../../core/answer.ts';
import { samePath } from '../../../core/ids/record-address.ts';
import { foundIn, listedIn } from '../../../core/representation/entries.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { entryId } from '../evidence.ts';
import { doubledOf, failDoubled, LEAST, type Listing } from '../steady/made-once.ts';
import { queriesAbout, resourceOf } from '../subjects.ts';
import { sentValue } from './creations.ts';

/** Of more requests between the creation and the list, others may have copied the record meanwhile. */
const FEW = 5;

/** Demands of the creations of the run that each made one record (document 4.1), wherever a list or a query showed it right after. */
export function makesOneEach(trial: Trial, made: readonly Answer[]): void {
  const resource = resourceOf(trial);
  if (resource.list?.entries === 'ids') return;
  const idOf = (entry: unknown): string | undefined => entryId(entry, resource);
  const makings = made.flatMap((answer) => {
    const value = sentValue(trial, answer);
    const id = trial.records.claimOf(answer)?.id;
    if (value === undefined || id === undefined) return [];
    return [{ value, answer, isOwn: (entry: unknown) => idOf(entry) === id }];
  });
  const doubled = doubledOf(trial, { makings, listings: listingsOf(trial), idOf, within: FEW });
  if (doubled.length >= LEAST) failDoubled('one record of one creation', doubled);
}

/** The answers of the run that list records of the resource: its collection, and queries for them. */
function listingsOf(trial: Trial): readonly Listing[] {
  const { target } = trial;
  const resource = resourceOf(trial);
  const { list, query } = resource;
  const templates = [query, ...queriesAbout(target, resource)].flatMap((one) => one?.address ?? []);
  const places = templates.map((address) => target.baseUrl + (address.split('{')[0] ?? ''));
  return trial.seen.flatMap((answer) => {
    const { method, url } = answer.exchange.request;
    const { representation } = answer;
    if (method !== 'GET' || answer.status !== 200 || representation.syntax !== 'json') return [];
    if (places.some((place) => url.startsWith(place)))
      return [{ list: answer, entries: () => foundIn(representation.value, resource) ?? [] }];
    if (list === undefined || !samePath(target, list.address, url)) return [];
    return [{ list: answer, entries: () => listedIn(representation.value, resource) ?? [] }];
  });
}
