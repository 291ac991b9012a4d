import type { Answer } from '../../../core/answer.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { freshValues, sentText } from '../create/creations.ts';
import { entriesOf } from '../made/made-records.ts';
import {
  type Doubled,
  doubledOf,
  failDoubled,
  LEAST,
  type Listing,
  type Making,
  twinIds,
} from '../steady/made-once.ts';
import { readyDeal } from './operation-evidence.ts';
import { isAt } from './operation-records.ts';
import { operationRequest, particulars, sampleParameters, withTexts } from './operation-requests.ts';
import type { Asked } from './operation-subjects.ts';

/** So many lists of the run have to show two records of one operation before it is tried whether they do again. */
const SEEN = 2;

/** So often it is tried: a fault may show in each fifth request. */
const TRIES = 15;

/**
 * Demands of the POSTs of form E that each made one record (document 4.2), where the list of a sub-collection shows it. Whether there is
 * such a list is not shown. A run reads few of them: what two of them show is tried on new deals, with their lists read right after.
 */
export async function makesOneRecordEach(trial: Trial, asked: Asked, done: readonly Answer[]): Promise<void> {
  const makings = done.flatMap((answer) => makingOf(trial, answer) ?? []);
  const seen = doubledOf(trial, { makings, listings: listingsOf(trial, done), idOf, within: Infinity });
  if (seen.length < SEEN) return;
  const doubled: Doubled[] = [];
  for (let nth = 0; nth < TRIES && doubled.length < LEAST; nth += 1)
    doubled.push(...(await doubledAgain(trial, asked)));
  if (doubled.length >= LEAST) failDoubled('one record of one operation', doubled);
}

async function doubledAgain(trial: Trial, asked: Asked): Promise<readonly Doubled[]> {
  const deal = await readyDeal(trial, asked);
  const parameters = withTexts(asked, sampleParameters(asked, deal.unique), `papers ${trial.unique()}`);
  const request = operationRequest(asked, particulars(asked, deal, trial.unique(), parameters));
  const answer = await trial.send(request);
  // What was refused the first time may have been carried out all the same.
  const isOne = answer.succeeded && answer.exchange.again !== true;
  const making = isOne ? makingOf(trial, answer) : undefined;
  if (making === undefined) return [];
  const list = await trial.send({ method: 'GET', address: request.address });
  const ids = list.status === 200 ? twinIds(making, entriesOf(list) ?? [], idOf) : [];
  return ids.length > 1 ? [{ making, list, ids }] : [];
}

function makingOf(trial: Trial, answer: Answer): Making | undefined {
  const [value] = freshValues(trial, sentText(answer));
  const { location } = answer;
  const isOwn = (entry: unknown): boolean => isObject(entry) && (location === undefined || isAt(entry, location));
  return value === undefined ? undefined : { value, answer, isOwn };
}

function idOf(entry: unknown): string | undefined {
  return isObject(entry) ? idText(entry['id']) : undefined;
}

/** The lists of the sub-collections, as the run read them. */
function listingsOf(trial: Trial, done: readonly Answer[]): readonly Listing[] {
  const places = new Set(done.map(({ exchange }) => exchange.request.url));
  const lists = trial.seen.filter(
    ({ exchange: { request }, status, representation }) =>
      request.method === 'GET' && status === 200 && places.has(request.url) && representation.syntax === 'json',
  );
  return lists.map((list) => ({ list, entries: () => entriesOf(list) ?? [] }));
}
