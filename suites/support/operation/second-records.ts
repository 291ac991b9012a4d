import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Doubled, doubledIn } from '../create/listed-creations.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { resourceOf } from '../subjects.ts';
import { readyDeal } from './operation-evidence.ts';
import { type Deal, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';

/**
 * Demands that an operation that was sent twice made no second deal (RFC 9110 9.2.2): the collection shows one with the text of its deal. Gives
 * no witness where deals are not listed, or where the run itself made several with that text.
 */
export async function makesNoSecond(trial: Trial, asked: Asked, deal: Deal): Promise<readonly Answer[]> {
  const { list } = resourceOf(trial);
  if (!isFirst(trial) || list === undefined || list.entries === 'ids' || isMadeAgain(trial, deal)) return [];
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: list.address });
  const seen = await read();
  // Somebody else may have copied it.
  const doubled = await seenEachTime(doubledIn(trial, seen, [deal]), () => twiceOnAnother(trial, asked, read));
  if (doubled !== undefined)
    fail('one deal, whose operation was sent twice', doubled.told, doubled.creation, doubled.list);
  return seen.status === 200 ? [seen] : [];
}

async function twiceOnAnother(trial: Trial, asked: Asked, read: () => Promise<Answer>): Promise<Doubled | undefined> {
  const deal = await readyDeal(trial, asked);
  const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
  await trial.send(request);
  await trial.send(request);
  return doubledIn(trial, await read(), [deal]);
}

/** Whether the run sent several creations with the text of this deal. */
function isMadeAgain(trial: Trial, { unique, answer }: Deal): boolean {
  const { url, method } = answer.exchange.request;
  const sent = trial.seen.filter(({ exchange: { request } }) => request.url === url && request.method === method);
  return (
    sent.filter(({ exchange }) => decoder.decode(exchange.request.body ?? new Uint8Array()).includes(unique)).length > 1
  );
}

const decoder = new TextDecoder();
