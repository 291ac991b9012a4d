import { type Aimless, aimlessOf } from './aimless.ts';
import { type Answer, answerOf, type Reading } from './answer.ts';
import type { Clock } from './clock.ts';
import type { Exchange, HttpRequest, Transport } from './exchange.ts';
import { addressOf, type Leftover } from './leftover.ts';
import { absolute } from './origins.ts';
import { fail, Halt, inconclusive, notExercised } from './outcome.ts';
import { forAll, type PropertyRun } from './property.ts';
import type { RecordResource } from './record-claim.ts';
import type { CleanUp } from './record-cleanup.ts';
import { createsOn, isReading, namedInBodyOf, recordAt, whyNotSent } from './record-gate.ts';
import type { Records, Sending } from './records.ts';
import type { Redactor } from './redact.ts';
import { withFieldsOf } from './resource-fields.ts';
import type { Subject } from './rule.ts';
import type { RunSettings } from './run-settings.ts';
import type { Target } from './target.ts';
import type { EvidenceScope, Trial } from './trial.ts';
import { until } from './until.ts';
import { reasonOf, type StopSignals, untilStopped } from './until-stopped.ts';

/** What all trials of one run have in common. */
export interface RunContext extends RunSettings, StopSignals {
  readonly target: Target;
  readonly transport: Transport;
  readonly reference?: (target: Target) => Transport;
  /** Takes out the secrets that are known by now, before an answer is quoted in part. */
  readonly hide?: Redactor;
  readonly clock: Clock;
  /** Whether the run as a whole gives a verdict on a rule. */
  readonly isJudged: (rule: string) => boolean;
  /** Everything that this run made. */
  readonly records: Records;
  readonly cleanUp: CleanUp;
  /** Evidence taken so far. */
  readonly scope: EvidenceScope;
  /** Every answer of the run so far. */
  readonly seen: Answer[];
  /** Every answer to the questions that were asked before the rules began. */
  readonly asked: readonly Answer[];
  /** Trials that took shared evidence: what they made is deleted at the end of the run. */
  readonly shelved: OpenTrial[];
}

/** A trial and what the runner needs of it when it has ended. */
export interface OpenTrial {
  readonly trial: Trial;
  /** Exchanges that this trial sent itself. */
  readonly sent: readonly Exchange[];
  /** Takes away what the trial made, last first. Never rejects. */
  close(): Promise<void>;
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** Opens a trial of one rule on one subject. `seed` is the rule's own, so that rules do not depend on their order. */
export function openTrial(run: RunContext, subject: Subject, property: PropertyRun): OpenTrial {
  const sent: Exchange[] = [];
  const made: Leftover[] = [];
  let isClosed = false;
  const aimlessDone: Aimless[] = [];
  // What is answered when the trial is over is left for the end of the run.
  const keep = (leftover: Leftover): void => void (isClosed ? run.cleanUp.later(leftover) : made.push(leftover));
  const { target, transport, records } = run;

  const answered = async (answering: Promise<Exchange>, signal: AbortSignal): Promise<Exchange> =>
    (await untilStopped(answering, signal)) ?? inconclusive(reasonOf(run.signal));

  const exchange = async (request: HttpRequest, how: keyof Transport): Promise<Answer> => {
    refuseUnwanted(run, subject, request);
    const why = await whyNotSent(records, target, request);
    if (why !== undefined) notExercised(`not sent: ${why}`);
    const aimless = aimlessAt(run, request);
    const whyNot = aimless && records.aimless.whyNot(aimless, aimlessDone);
    if (whyNot !== undefined) notExercised(`not sent: ${whyNot}`);
    const named = namedInBodyOf(records, target, request);
    const whyHeld = named && (await records.wrong.whyNot(named));
    if (whyHeld !== undefined) inconclusive(`not sent: ${whyHeld}`);
    const full = about(target, subject, request);
    const resource = createdBy(records, target, subject, full);
    if (resource !== undefined) refuseMore(run, resource);
    const creation = resource && { resource, sending: await records.beforeCreation(resource, full) };
    refuseUnwanted(run, subject, request);
    if (creation === undefined) tellOfWrite(run, full);
    const answering = transport[how](full);
    if (isSafe(request)) return take(request, await answered(answering, run.signal));
    const answer = await write(full, answering, creation);
    if (aimless !== undefined && answer.succeeded) {
      aimlessDone.push(aimless);
      await untilStopped(records.aimless.succeeded(aimless), run.signal);
    }
    if (named !== undefined && answer.succeeded) await untilStopped(records.wrong.succeeded(named), run.signal);
    return answer;
  };

  // A write that is under way when the run ends is waited for: what it makes can only be deleted once it is known.
  const write = async (
    request: HttpRequest,
    answering: Promise<Exchange>,
    creation: Creation | undefined,
  ): Promise<Answer> => {
    let isAnswered = false;
    const noted = answering.then((exchange) => {
      isAnswered = true;
      noteWrite(request, exchange, creation);
      return exchange;
    });
    const taken = await answered(noted, run.writesSignal).finally(() => {
      // It may still make something, which only the collection can show.
      if (!isAnswered && creation !== undefined) run.cleanUp.search(creation.resource, request);
    });
    const answer = take(request, taken);
    const claim = records.claimOf(answer);
    // Now, so that a run that is killed has it in its ledger.
    if (claim !== undefined) await untilStopped(records.showNew(claim), run.signal);
    return answer;
  };

  const noteWrite = (request: HttpRequest, exchange: Exchange, creation: Creation | undefined): void => {
    if (exchange.response === null) {
      if (creation === undefined) return;
      creation.sending.unanswered();
      run.cleanUp.search(creation.resource, request);
      return;
    }
    const answer = answerOf(exchange, exchange.response);
    const claim = creation?.sending.answered(answer);
    if (claim !== undefined) keep({ kind: 'record', claim });
    else if (creation !== undefined) run.cleanUp.search(creation.resource, request, answer);
    else straysOf(run, request, answer).forEach(keep);
  };

  const take = (request: HttpRequest, taken: Exchange): Answer => {
    sent.push(taken);
    const answer = read(taken, { showsJson: showsJson(target, subject), inCheck: true, hide: run.hide });
    run.seen.push(answer);
    records.observe(answer);
    if (answer.status === 503 && request.about !== 'unavailable')
      inconclusive(`${request.method} ${request.address} was answered 503: the component is not running`, answer);
    // It was sent again as often as the target asked for: a limit says nothing of what is behind it (RFC 6585 4).
    if (answer.status === 429)
      inconclusive(`${request.method} ${request.address} was answered 429: the target takes no more requests`, answer);
    return answer;
  };

  // A check may end while others of its requests are under way; what they make is known only when they are answered.
  const begun: Promise<Answer>[] = [];
  const underWay = (answering: Promise<Answer>): Promise<Answer> => {
    begun.push(answering);
    return answering;
  };

  const trial: Trial = {
    target,
    subject,
    seen: run.seen,
    asked: run.asked,
    cleaned: run.cleanUp.sent,
    records,
    settleMs: run.settleMs,
    isJudged: run.isJudged,
    ...(run.reference === undefined ? {} : { reference: run.reference }),
    send: (request) => underWay(exchange(request, 'send')),
    probe: (request) => underWay(exchange(request, 'probe')),
    unique: () => records.fresh.unique(),
    scope: run.scope,
    apart: (take) => {
      const open = openTrial(run, subject, property);
      run.shelved.push(open);
      return take(open.trial);
    },
    forAll: (cases, check) => forAll(cases, property, check),
    until: (ask, done, leastMs = 0) => until({ ...run, settleMs: Math.max(leastMs, run.settleMs) }, ask, done),
  };

  const close = async (): Promise<void> => {
    await Promise.allSettled(begun);
    isClosed = true;
    await run.cleanUp.now(made.splice(0));
  };
  return { trial, sent, close };
}

/** A creation that is being sent. */
interface Creation {
  readonly resource: RecordResource;
  readonly sending: Sending;
}

/** The resource of which a request creates a record; undefined where it creates nothing. */
function createdBy(
  records: Records,
  target: Target,
  subject: Subject,
  request: HttpRequest,
): RecordResource | undefined {
  if (isReading(request)) return undefined;
  // A creation at an address of another version is one of the trial's own resource.
  return createsOn(records, target, request) ?? (request.aim === 'collection' ? creatableOf(subject) : undefined);
}

/** Ends the check where it would create a record, and nobody knows of what, or those of before cannot be deleted. */
function refuseMore({ cleanUp }: RunContext, resource: RecordResource): void {
  if (resource.create?.refused !== undefined) inconclusive(resource.create.refused);
  const why = cleanUp.whyNoMore(resource);
  if (why !== undefined) notExercised(`not sent: ${why}`);
}

function creatableOf({ resource }: Subject): RecordResource | undefined {
  return resource?.create === undefined ? undefined : resource;
}

/** Lets the log know of a change, or of what a PUT may make at an address that the run made up, before it is sent. */
function tellOfWrite({ records, target }: RunContext, request: HttpRequest): void {
  if (isReading(request)) return;
  const place = recordAt(records, target, absolute(records.home, request.address));
  if (place !== undefined) records.beforeWrite(place.resource, place.id, request);
}

/** What a request deletes that is not there, as far as the run knows. */
function aimlessAt({ records, target }: RunContext, request: HttpRequest): Aimless | undefined {
  const place = recordAt(records, target, absolute(records.home, request.address));
  return place && aimlessOf(request, place.resource, records.claimOfId(place.resource, place.id));
}

/** What a PUT may have made at an address that the run made up, or made again where a record of the run is gone. */
function straysOf({ records, target }: RunContext, { method }: HttpRequest, answer: Answer): Leftover[] {
  const { url } = answer.exchange.request;
  if (method !== 'PUT' || !answer.succeeded) return [];
  const place = recordAt(records, target, url);
  if (place === undefined) return [];
  const { resource, id } = place;
  const claim = records.claimOfId(resource, id);
  if (claim === undefined) return [{ kind: 'stray', resource, address: url }];
  if (!claim.gone) return [];
  return [{ kind: 'stray', resource, address: addressOf(records.home, resource, id), id }];
}

function about(target: Target, { resource, ...subject }: Subject, request: HttpRequest): HttpRequest {
  if (resource === undefined) return request;
  const [first] = target.claims.representations;
  // A client that says nothing else asks for JSON, which a target that claims other representations may rightly refuse (406).
  const isOther = first !== undefined && !showsJson(target, { ...subject, resource });
  const accept = isOther ? { accept: resource.mediaTypes[first] } : {};
  return withFieldsOf(resource, { ...request, headers: { ...accept, ...resource.headers, ...request.headers } });
}

// The session check and the queries of 4.3 are owed in JSON whatever is claimed; they are about no resource.
function showsJson({ claims }: Target, { resource }: Subject): boolean {
  return resource === undefined || claims.representations.length === 0 || claims.representations.includes('json');
}

function isSafe({ method }: HttpRequest): boolean {
  return SAFE_METHODS.includes(method.toUpperCase());
}

function refuseUnwanted(run: RunContext, subject: Subject, request: HttpRequest): void {
  if (run.signal.aborted) inconclusive(reasonOf(run.signal));
  const method = request.method.toUpperCase();
  if (run.readOnly && !isSafe(request))
    notExercised(
      `${method} would write, and this run only reads (--read-only, or writes: "forbidden" in the target file)`,
    );
  if (subject.resource?.never.includes(method)) {
    notExercised(`the target file says never to send ${method} to ${subject.resource.name}`);
  }
}

function read(exchange: Exchange, how: Reading): Answer {
  if (exchange.response !== null) return answerOf(exchange, exchange.response, how);
  const { method, url } = exchange.request;
  const { kind, message = 'no answer' } = exchange.failure ?? {};
  // No client can read such a body, whatever is being judged (RFC 9110 8.4).
  if (kind === 'miscoded') fail('a body in the coding that its Content-Encoding names', `${method} ${url}: ${message}`);
  const reason = `${method} ${url}: ${message}`;
  throw new Halt({ outcome: 'inconclusive', reason, witness: [], broken: exchange });
}
