import { type Answer, answerOf } from './answer.ts';
import type { Exchange, HttpRequest, Transport } from './exchange.ts';
import { Halt, inconclusive, notExercised } from './outcome.ts';
import { forAll, type PropertyRun } from './property.ts';
import { withFieldsOf } from './resource-fields.ts';
import type { Subject } from './rule.ts';
import type { Target } from './target.ts';
import type { Trial } from './trial.ts';
import { until } from './until.ts';

/** What all trials of one run have in common. */
export interface RunContext {
  readonly target: Target;
  readonly transport: Transport;
  readonly reference?: (target: Target) => Transport;
  readonly property: PropertyRun;
  /** How long effects may take to show, in milliseconds. */
  readonly settleMs: number;
  readonly readOnly: boolean;
  /** Ends the run: nothing but cleaning up is sent after it. */
  readonly signal: AbortSignal;
  /** Starts every unique value of this run. */
  readonly nonce: string;
  /** Evidence taken so far, by key. */
  readonly shared: Map<string, Promise<unknown>>;
  /** Every answer of the run so far. */
  readonly seen: Answer[];
  /** Every answer to the questions that were asked before the rules began. */
  readonly asked: readonly Answer[];
  /** Clean-up that was sent. */
  readonly cleaned: Exchange[];
  /** Clean-up of what shared evidence made, for the end of the run. */
  readonly leftovers: Cleaning[];
  /** Counts the unique values. */
  counter: number;
}

/** A request that takes away what was made, and what its maker has sent since. */
export interface Cleaning {
  readonly request: HttpRequest;
  readonly sent: readonly Exchange[];
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
  const cleaning: Cleaning[] = [];
  const { target, transport } = run;

  const exchange = async (request: HttpRequest, how: keyof Transport): Promise<Answer> => {
    refuseUnwanted(run, subject, request);
    const answering = transport[how](about(target, subject, request));
    // A write that is under way when the run ends is waited for: what it makes can only be taken away once it is known.
    const taken = await (isSafe(request) ? untilAborted(answering, run.signal) : answering);
    sent.push(taken);
    const answer = read(taken, showsJson(target, subject));
    run.seen.push(answer);
    if (answer.status === 503)
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
    cleaned: run.cleaned,
    settleMs: run.settleMs,
    ...(run.reference === undefined ? {} : { reference: run.reference }),
    send: (request) => underWay(exchange(request, 'send')),
    probe: (request) => underWay(exchange(request, 'probe')),
    unique() {
      run.counter += 1;
      return `${run.nonce}${run.counter.toString(36)}`;
    },
    once<T>(key: string, take: (trial: Trial) => Promise<T>): Promise<T> {
      const known = run.shared.get(key);
      // Keys name one kind of evidence each, so what is stored under a key has the type that its taker gives.
      if (known !== undefined) return known as Promise<T>;
      const open = openTrial(run, subject, property);
      const taking = take({ ...open.trial, cleanUp: (request) => run.leftovers.push({ request, sent: open.sent }) });
      run.shared.set(key, taking);
      return taking;
    },
    cleanUp: (request) => cleaning.push({ request, sent }),
    forAll: (cases, check) => forAll(cases, property, check),
    until: (ask, done) => until(run.settleMs, ask, done),
  };

  const close = async (): Promise<void> => {
    await Promise.allSettled(begun);
    await takeAway(cleaning, run);
  };
  return { trial, sent, close };
}

/** Sends clean-up requests, last first; what they answer does not matter, since the run is not judged by them. */
export async function takeAway(
  cleaning: readonly Cleaning[],
  run: Pick<RunContext, 'transport' | 'target' | 'cleaned'>,
): Promise<void> {
  for (const { request, sent } of cleaning.toReversed()) {
    if (isGone(request, sent, run.target.baseUrl)) continue;
    run.cleaned.push(await run.transport.send({ ...request, alone: true }));
  }
}

// What its maker deleted itself is not deleted once more: a target that gives ids anew would lose somebody else's record.
function isGone({ method, address }: HttpRequest, sent: readonly Exchange[], baseUrl: string): boolean {
  const url = address.startsWith('/') ? baseUrl + address : address;
  return sent.some(
    ({ request, response }) =>
      request.method === method &&
      request.url === url &&
      response !== null &&
      response.status >= 200 &&
      response.status < 300,
  );
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
  if (run.signal.aborted) inconclusive(stopReason(run.signal));
  const method = request.method.toUpperCase();
  if (run.readOnly && !isSafe(request)) notExercised(`${method} would write, and this run only reads (--read-only)`);
  if (subject.resource?.never.includes(method)) {
    notExercised(`the target file says never to send ${method} to ${subject.resource.name}`);
  }
}

function untilAborted(exchange: Promise<Exchange>, signal: AbortSignal): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      try {
        inconclusive(stopReason(signal));
      } catch (halt) {
        reject(halt);
      }
    };
    signal.addEventListener('abort', stop, { once: true });
    exchange.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function stopReason(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : 'the run was stopped';
}

function read(exchange: Exchange, inJson: boolean): Answer {
  if (exchange.response !== null) return answerOf(exchange, exchange.response, inJson);
  const { method, url } = exchange.request;
  const reason = `${method} ${url}: ${exchange.failure?.message ?? 'no answer'}`;
  throw new Halt({ outcome: 'inconclusive', reason, witness: [], broken: exchange });
}
