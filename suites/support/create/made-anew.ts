import type { Answer } from '../../../core/answer.ts';
import { sameAddress } from '../../../core/http/address.ts';
import { header } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { type Created, created, createRequest } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';
import { createdInEach } from './created-representations.ts';

type Addressed = Created & { readonly address: string };

/** How a creation is sent that says the same as another one. */
interface Again {
  readonly payload: JsonObject;
  readonly accept?: string | undefined;
}

/**
 * Sends a creation word for word again, with its members in another order, and one for each other representation word for word again (document
 * 4.4-c1, 4.5-2): where each is 201, each made something new. The first repeat may be refused as a duplicate, or answered 200 with what is there;
 * then the others are not sent.
 */
export async function makesAnew(trial: Trial, one: Addressed): Promise<readonly Answer[]> {
  const made: Addressed[] = [one];
  const first = await sentAgain(trial, one, { payload: one.payload }, made);
  if (first === undefined) return [];
  const answers = [first];
  // The order of members says nothing (RFC 8259 4).
  const turned: JsonObject = Object.fromEntries(Object.entries(one.payload).reverse());
  if (Object.keys(turned).length > 1) answers.push(...listed(await sentAgain(trial, one, { payload: turned }, made)));
  for (const other of (await createdInEach(trial)).slice(1)) {
    const { address, payload, answer } = other;
    if (answer.status !== 201 || address === undefined) continue;
    made.push({ ...other, address });
    const accept = header(answer.exchange.request.headers, 'Accept');
    answers.push(...listed(await sentAgain(trial, other, { payload, accept }, made)));
  }
  return answers;
}

/** Sends it, and demands an address that none of `made` has, where it is 201; undefined where it is not. */
async function sentAgain(
  trial: Trial,
  { unique }: Created,
  { payload, accept }: Again,
  made: Addressed[],
): Promise<Answer | undefined> {
  const request = createRequest(resourceOf(trial), payload, unique);
  const headers = { ...request.headers, ...(accept === undefined ? {} : { accept }) };
  const answer = await trial.send({ ...request, headers });
  const record = created(trial, answer, payload, unique);
  const { address } = record;
  if (answer.status !== 201 || address === undefined) return undefined;
  const isOld = made.some((other) => sameAddress(other.address, address));
  answer.owes(!isOld, 'another address for another creation', `${address} again`);
  made.push({ ...record, address });
  return answer;
}

function listed(answer: Answer | undefined): readonly Answer[] {
  return answer === undefined ? [] : [answer];
}
