import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Operation } from '../../../core/target.ts';
import { updateRequest } from '../changes.ts';
import { asksForDeal, commandRequest, payloadAbout } from '../command/command-evidence.ts';
import { addressed, create, created, createRequest, samplePayload } from '../evidence.ts';
import { changes, type State, stateIn } from '../operation/deal-state.ts';
import {
  type Deal,
  makesCommand,
  operationRequest,
  particulars,
  referenceTo,
} from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { listsNone } from '../payload/malformed.ts';
import { resourceOf } from '../subjects.ts';
import { asStranger, isShut } from './as-stranger.ts';
import { isMade } from './read-by-strangers.ts';

/**
 * Writes without credentials to a record of the run, once a stranger was not let in to that very record: where a cookie chooses whose data
 * is met, the same id may be somebody else's record. A record that strangers are shown is not written to.
 */
export async function refusesStrangers(trial: Trial, list: Answer | undefined): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (resource.item === undefined || !isMade(resource)) return [];
  const { id, ...record } = addressed(await create(trial));
  if (id === undefined) return [];
  const deal: Deal = { ...record, id };
  const before = (await read(trial, deal)).asControl('reading a new record');
  const door = await asStranger(trial, { method: 'GET', address: deal.address });
  if (!isShut(door)) return [];
  const isListShut = list === undefined || isShut(list);
  const operated = operations(trial, deal, isListShut);
  const requests = [
    ...(await updates(trial, deal)),
    ...operated.map(({ request }) => request),
    ...(isListShut ? commands(trial, deal) : []),
    ...(deal.deletion === undefined || resource.never.includes('DELETE') ? [] : [deal.deletion]),
  ];
  const answers: Answer[] = [];
  for (const request of requests) answers.push(await refused(trial, request, deal, door));
  for (const { asked, request } of operated)
    if (isPlace(asked)) answers.push(...(await readAt(trial, request.address)));
  return [before, door, ...answers, await isAsItWas(trial, deal, before, answers)];
}

function read(trial: Trial, { address }: Deal): Promise<Answer> {
  return trial.send({ method: 'GET', address });
}

/** Whether something is read where an operation is asked for: a command document, or the list of what was made (document 4.2). */
function isPlace(asked: Asked): boolean {
  return makesCommand(asked) || asked.spelling.method === 'POST';
}

/** What is there to a stranger. */
async function readAt(trial: Trial, address: string): Promise<readonly Answer[]> {
  const methods = ['GET', 'HEAD'].filter((method) => !resourceOf(trial).never.includes(method));
  const answers: Answer[] = [];
  for (const method of methods) answers.push(await asStranger(trial, { method, address }));
  return answers;
}

/** Sends one write, and demands that it is no success. */
async function refused(trial: Trial, request: HttpRequest, deal: Deal, door: Answer): Promise<Answer> {
  const answer = await asStranger(trial, request);
  if (!answer.succeeded) return answer;
  // What was deleted may be another record, and this one still there: it goes the usual way.
  const isLeft = request === deal.deletion && (await read(trial, deal)).succeeded;
  if (isLeft) await trial.send(request);
  const due = `a refusal, as no credentials were sent and GET of the record is answered ${door.status}`;
  fail(due, `${request.method} was answered ${answer.brief}`, door, answer);
}

async function updates(trial: Trial, deal: Deal): Promise<readonly HttpRequest[]> {
  const { update, never, mediaTypes } = resourceOf(trial);
  if (update === undefined || never.includes(update.method)) return [];
  return [await updateRequest(trial, { update, mediaTypes }, deal)];
}

/** A request for an operation. */
interface Operated {
  readonly asked: Asked;
  readonly request: HttpRequest;
}

/** Each operation once, in another form each time, and each form once at least. */
function operations(trial: Trial, deal: Deal, isListShut: boolean): readonly Operated[] {
  const { target } = trial;
  const { name, never } = resourceOf(trial);
  const own = target.operations.filter(({ resource }) => resource === name);
  return own
    .flatMap((operation, i) => waysOf(trial, operation, i).map((form) => askedIn(target, operation, form)))
    .filter(({ spelling }) => !never.includes(spelling.method) && (isListShut || spelling.payload !== 'deal-action'))
    .map((asked) => ({ asked, request: operationRequest(asked, particulars(asked, deal, trial.unique())) }));
}

function waysOf({ target }: Trial, operation: Operation, i: number): ReturnType<typeof formsOf> {
  const forms = formsOf(target, operation);
  return i === 0 ? forms : forms.slice(i % Math.max(forms.length, 1)).slice(0, 1);
}

/** Each command about the record, where commands are about records of this resource (document 4.3). */
function commands(trial: Trial, deal: Deal): readonly HttpRequest[] {
  const { claims, operations: all, commands: sent } = trial.target;
  const resource = resourceOf(trial);
  if (!claims.commandQuery || (all[0]?.resource ?? 'deals') !== resource.name) return [];
  const reference = referenceTo(deal, resource);
  return sent
    .filter(asksForDeal)
    .map((command) => commandRequest(command.address, payloadAbout(command, reference, trial.unique())));
}

/** Demands that the record is there, and shows what it showed before. */
async function isAsItWas(trial: Trial, deal: Deal, before: Answer, writes: readonly Answer[]): Promise<Answer> {
  const after = await read(trial, deal);
  const { computed = [], update } = resourceOf(trial);
  const besides = Object.keys(update?.payload ?? {});
  const stateOf = (answer: Answer): State => {
    const { shown, ...state } = stateIn(trial, answer, besides);
    const kept = Object.entries(shown ?? {}).filter(([member]) => !computed.includes(member));
    return { ...state, shown: shown && Object.fromEntries(kept) };
  };
  const other = changes(stateOf(before), stateOf(after));
  if (other.length > 0) fail('the record as before what was refused', other.join('; '), before, ...writes, after);
  return after;
}

/**
 * A creation without credentials, where the collection is shown to nobody without them. To sign up, or to leave something, nobody needs any:
 * only what operations are done to is somebody's (document 1). What is made all the same is the run's.
 */
export async function createdByStranger(trial: Trial, list: Answer | undefined): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (list === undefined || !isShut(list) || !isMade(resource)) return [];
  const unique = trial.unique();
  const payload = samplePayload(resource, unique);
  const answer = await asStranger(trial, createRequest(resource, payload, unique));
  created(trial, answer, payload, unique);
  const isOperated = trial.target.operations.some((operation) => operation.resource === resource.name);
  if (answer.succeeded && isOperated)
    fail(
      `a refusal, as no credentials were sent and GET of the collection is answered ${list.status}`,
      answer.brief,
      list,
      answer,
    );
  return answer.succeeded ? [answer] : [answer, ...(await listsNone(trial, [unique]))];
}
