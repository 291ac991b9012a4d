import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { PATIENCE_MS } from '../patience.ts';
import { isMark, isVolatile } from '../payload/payloads.ts';
import { changes, type State, stateOf } from './deal-state.ts';
import { operated, readyDeal } from './operation-evidence.ts';
import { isSeen } from './operation-repeats.ts';
import {
  type Deal,
  makesCommand,
  operationAddress,
  operationRequest,
  type Particulars,
  particulars,
} from './operation-requests.ts';
import { type Asked, isItsTurn } from './operation-subjects.ts';

/** A request for an operation as it would be right, of which a faulty version was refused, and the deal before it. */
export interface Refused {
  readonly deal: Deal;
  readonly before: State | undefined;
  readonly what: Particulars;
}

/** Demands that what was refused is shown nowhere as if it had been carried out, and that the request without the fault counts. */
export async function leavesNothing(
  trial: Trial,
  asked: Asked,
  refused: Refused,
  answer: Answer,
): Promise<readonly Answer[]> {
  return [
    ...(await isNoDocument(trial, asked, answer)),
    ...(await isNotListed(trial, asked, refused.deal, answer)),
    ...(await mendedIsCarriedOut(trial, asked, refused)),
  ];
}

/**
 * Sends a command without the fault for which it was refused, under the same id. The client has to change a request before it repeats
 * it (document 7, 400), so the changed one counts: it may be refused, but what is answered with success is carried out. Tried for the
 * first operation, and for others in one of forms F and G.
 */
export async function mendedIsCarriedOut(
  trial: Trial,
  asked: Asked,
  { deal, before, what }: Refused,
): Promise<readonly Answer[]> {
  if (!makesCommand(asked) || before?.shown === undefined || !isItsTurn(trial)) return [];
  if (!(await isSeen(trial, asked))) return [];
  const answer = await trial.send(operationRequest(asked, what));
  // Whether an id may come again, and which states allow the operation, is not shown (document 3, 4.2).
  if (!answer.succeeded) return [answer];
  const isDone = (after: State | undefined): boolean => after?.shown === undefined || changes(before, after).length > 0;
  let after: State | undefined;
  const look = async (): Promise<Answer> => {
    after = await stateOf(trial, deal);
    return after?.answer ?? answer;
  };
  await trial.until(look, () => isDone(after), PATIENCE_MS);
  // What was accepted alone (202) may show later.
  if (after === undefined || isDone(after) || answer.status === 202) return [answer];
  fail(
    `the command under the id ${what.commandId} to be carried out, after a faulty one was refused under it`,
    'the deal as it was',
    before.answer,
    answer,
    after.answer,
  );
}

/**
 * Demands that a command which was refused is not there as one that was carried out (document 7; RFC 9110 9.3.4). A service may keep a
 * record of what it refused, which says so. For forms F and G. It was sent with this action, where that is another one than the right one.
 */
export async function isNoDocument(
  trial: Trial,
  asked: Asked,
  refused: Answer,
  action: string = asked.operation.name,
): Promise<readonly Answer[]> {
  if (!makesCommand(asked)) return [];
  const read = await trial.send({ method: 'GET', address: refused.exchange.request.url });
  const { value } = read.representation;
  if (read.status !== 200 || !isObject(value) || value['action'] !== action) return [read];
  const { answer } = await operated(trial, asked);
  const done = await trial.send({ method: 'GET', address: answer.exchange.request.url });
  const other = done.representation.value;
  if (done.status !== 200 || !isObject(other) || tellsMore(asked, { ...value, action: other['action'] }, other))
    return [read, done];
  fail(`no command document where it was answered ${refused.status}`, read.brief, refused, read, done);
}

/**
 * Demands that what form E refused is not in the list of the deal's records, where there is one (document 7). The deal has no record
 * but what was refused; the list of another such deal says what is there from the beginning.
 */
export async function isNotListed(trial: Trial, asked: Asked, deal: Deal, refused: Answer): Promise<readonly Answer[]> {
  if (asked.spelling.method !== 'POST') return [];
  const { list, entries = [] } = await listOf(trial, asked, deal);
  if (entries.length === 0) return [list];
  const other = await readyDeal(trial, asked);
  const earlier = await listOf(trial, asked, other);
  if (earlier.entries === undefined || earlier.entries.length >= entries.length) return [list, earlier.list];
  await trial.send(operationRequest(asked, particulars(asked, other, trial.unique())));
  const later = await listOf(trial, asked, other);
  const done = later.entries?.find((entry) => !earlier.entries?.some((one) => sameValue(one, entry)));
  // What was refused need not have been an object, and such an entry says nothing.
  const records = entries.filter(isObject);
  const isTold = records.length === 0 || !isObject(done) || records.some((one) => tellsMore(asked, one, done));
  if (isTold) return [list, later.list];
  fail('no record of what was refused', `${entries.length} in ${list.brief}`, refused, list, later.list);
}

async function listOf(
  trial: Trial,
  asked: Asked,
  deal: Deal,
): Promise<{ readonly list: Answer; readonly entries?: readonly unknown[] }> {
  const address = operationAddress(asked, deal, trial.unique());
  const list = await trial.send({ method: 'GET', address });
  const { value } = list.representation;
  return list.status === 200 && Array.isArray(value) ? { list, entries: value } : { list };
}

// What differs from one command, and from one record, to the next.
const OF_EACH: readonly string[] = ['id', 'deal', 'params', 'links', '_links'];

/**
 * Whether a document says of itself anything that one of what was carried out does not say: a state, an error. What was sent is of each
 * document's own, and so are ids, links, times and marks of versions.
 */
function tellsMore(
  { operation }: Asked,
  refused: Readonly<Record<string, unknown>>,
  done: Readonly<Record<string, unknown>>,
): boolean {
  const own = new Set([...OF_EACH, ...operation.parameters.map(({ name }) => name)]);
  const names = Object.keys(refused).filter((name) => !own.has(name) && !isVolatile(name) && !isMark(name));
  const isLink = (value: unknown): boolean => typeof value === 'string' && value.includes('/');
  return names.some((name) => !isLink(refused[name]) && !(name in done && sameValue(refused[name], done[name])));
}
