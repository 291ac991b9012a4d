import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { mayBeAsked } from '../../../core/ids/query-values.ts';
import { fail, notExercised } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isPartOfIt } from '../create/listed-creations.ts';
import { createRecord } from '../evidence.ts';
import { KEEPING } from '../keeping-writes.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { entriesOf } from '../query/queries.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { resourceOf } from '../subjects.ts';
import { entryOf } from './listed-effect.ts';
import { readyDeal } from './operation-evidence.ts';
import { type Deal, operationRequest, particulars } from './operation-requests.ts';
import type { Asked } from './operation-subjects.ts';

/** Where a deal is found among others; undefined where it is not. */
export type Place = (trial: Trial, deal: Deal) => HttpRequest | undefined;

/** What shows that a deal left a place when an operation was done to it. */
interface Lost {
  readonly deal: Deal;
  readonly witness: readonly Answer[];
}

/**
 * Demands that a deal which was put on hold, or has another price or date, is where it was found before (document 4.2, 4.4): these end no
 * deal. `first` is what the place gave after the operation on a deal: where that is in it, nothing more is sent. Otherwise other deals are
 * looked for before and after the operation, beside others to which nothing is done, since a list may come in pages, in an order that
 * the operation changes, and a query may not find new deals at all.
 */
export async function staysListed(
  trial: Trial,
  asked: Asked,
  place: Place,
  { answer: first, deal }: { readonly answer: Answer; readonly deal: Deal },
): Promise<void> {
  if (!KEEPING.includes(asked.operation.name) || mayBeKept(first) || isPartOfIt(first)) return;
  if (isShown(trial, first, deal) || !(await showsNewOnes(trial, place))) return;
  const lose = (): Promise<Lost | undefined> => lostBy(trial, asked, place);
  const lost = await seenEachTime(await lose(), lose);
  if (lost === undefined) return;
  const what = `${asked.operation.name} in form ${asked.form}`;
  fail(`the deal ${lost.deal.id} found after ${what} as before it`, 'no such deal', ...lost.witness);
}

/** Whether new deals are found there at all, which may be the first page of many; shared by all operations. */
const showsNewOnes: Evidence<boolean, [place: Place]> = evidence(
  (trial, place) => `${resourceOf(trial).name} by ${place.name}`,
  async (shared, place) => {
    const { id, ...record } = await createRecord(shared);
    return id !== undefined && isShown(shared, await lookFor(shared, place, { ...record, id }), { ...record, id });
  },
);

/** Looks for a deal until it is shown, or the time is over that lists may take. */
async function lookFor(trial: Trial, place: Place, deal: Deal): Promise<Answer> {
  const request = place(trial, deal) ?? notExercised('the deal is not found there');
  return trial.until(
    () => trial.send(request),
    (seen) => isShown(trial, seen, deal),
    PATIENCE_MS,
  );
}

/** One operation on a deal that lies between two others, each of which was found before it. */
async function lostBy(trial: Trial, asked: Asked, place: Place): Promise<Lost | undefined> {
  const earlier = await readyDeal(trial, asked);
  const deal = await readyDeal(trial, asked);
  const others = [earlier, await readyDeal(trial, asked)];
  const before = await lookFor(trial, place, deal);
  // What comes before an operation may be a hold, and take it away already: that is the matter of a hold.
  if (!isShown(trial, before, deal) || !others.every((one) => isBeside(trial, before, one))) return undefined;
  const done = await trial.send(operationRequest(asked, particulars(asked, deal, trial.unique())));
  if (!done.succeeded || done.status === 202) return undefined;
  const after = await lookFor(trial, place, deal);
  if (after.status >= 500 || isShown(trial, after, deal) || isPartOfIt(after)) return undefined;
  // What a page has no room for is not there: one that is longer with another deal was not full.
  const { id, ...record } = await createRecord(trial);
  if (id === undefined) return undefined;
  const control = await lookFor(trial, place, { ...record, id });
  const hasRoom = isShown(trial, control, { ...record, id }) && others.every((one) => isBeside(trial, control, one));
  const isLonger = !isList(trial, control) || sizeOf(trial, control) > sizeOf(trial, after);
  const read = await trial.send({ method: 'GET', address: deal.address });
  const isThere = read.status === 200 && read.text.includes(deal.unique);
  const isLost = hasRoom && isLonger && isThere && !isShown(trial, control, deal);
  return isLost ? { deal, witness: [before, done, after, control, read] } : undefined;
}

function isList(trial: Trial, { exchange }: Answer): boolean {
  return exchange.request.url.endsWith(resourceOf(trial).list?.address ?? '\n');
}

function sizeOf(trial: Trial, list: Answer): number {
  return entriesOf(list, resourceOf(trial)).length;
}

/** Whether it is shown in the same list; a query finds one deal alone, and says nothing of others. */
function isBeside(trial: Trial, answer: Answer, deal: Deal): boolean {
  return !isList(trial, answer) || isShown(trial, answer, deal);
}

function isShown(trial: Trial, answer: Answer, { id, unique }: Deal): boolean {
  return answer.succeeded && (entryOf(trial, answer, id) !== undefined || answer.text.includes(unique));
}

/** The query of a collection by the text that the deal was created with (document 4.4). */
export function naming(trial: Trial, { payload, unique }: Deal): HttpRequest | undefined {
  const { query } = resourceOf(trial);
  const [, member = ''] = /^\/([^/~]+)$/u.exec(query?.field ?? '') ?? [];
  const value = payload[member];
  if (query === undefined || typeof value !== 'string' || !value.includes(unique) || !mayBeAsked(query, value))
    return undefined;
  return { method: 'GET', address: fillTemplate(query.address, { value }) };
}
