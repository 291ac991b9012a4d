import { fillTemplate, partsOf } from '../core/address.ts';
import { type Answer, answerOf } from '../core/answer.ts';
import { changeOn } from '../core/change.ts';
import { type Clock, pause, SYSTEM_CLOCK } from '../core/clock.ts';
import type { Exchange, FailureKind, HttpRequest, Transport } from '../core/exchange.ts';
import { openLanes } from '../core/lanes.ts';
import type { Leftover } from '../core/leftover.ts';
import { absolute, mayAsk } from '../core/origins.ts';
import { fillUnique } from '../core/placeholders.ts';
import type { Claim } from '../core/record-claim.ts';
import type { CleanUp } from '../core/record-cleanup.ts';
import { isReading } from '../core/record-gate.ts';
import type { Records } from '../core/records.ts';
import type { Redactor } from '../core/redact.ts';
import { withFieldsOf } from '../core/resource-fields.ts';
import type { RunSettings } from '../core/run-settings.ts';
import { namedBeside } from '../core/strays.ts';
import { until } from '../core/until.ts';
import type { Draft, DraftResource } from './draft.ts';

/** The target did not answer the first request, so nothing can be judged. */
export class Unreachable extends Error {
  readonly kind: FailureKind;
  constructor(url: string, kind: FailureKind, cause: string) {
    super(`The target is not reachable: GET ${url}: ${cause}`);
    this.name = 'Unreachable';
    this.kind = kind;
  }
}

/** A record that was made to ask about it. */
export interface Made {
  readonly answer: Answer;
  readonly id: string;
  /** Its Location, where it has one that leads back to the target. */
  readonly location: string | undefined;
  readonly claim: Claim;
}

/** One round of questions to a target. */
export interface Inquiry {
  readonly mayWrite: boolean;
  /**
   * Sends what only reads, with the fields of the resource that it is about; undefined when there is no answer, or when the
   * request would write, or go to another host.
   */
  ask(request: HttpRequest, resource?: DraftResource): Promise<Answer | undefined>;
  /**
   * Writes to a record that was made, or to an id that was made up; undefined as for `ask`, and where it is not shown to be ours.
   * `alone` waits until nothing else is under way.
   */
  write(on: Made | 'fresh', request: HttpRequest, resource?: DraftResource, how?: How): Promise<Answer | undefined>;
  /** Sends a creation, and another one alone where the target broke down; whatever they make is deleted at the end. */
  create(resource: DraftResource): Promise<{ answer: Answer; made: Made | undefined } | undefined>;
  /** Why no more is written to records of a resource: a write came to another record. Undefined where it is. */
  whyNoMore(resource: DraftResource): string | undefined;
  /** Asks until the answer is as hoped, or effects have had their time to show. */
  until<T>(ask: () => Promise<T>, done: (answer: T) => boolean): Promise<T>;
  /** Waits so many milliseconds. */
  pause(milliseconds: number): Promise<void>;
  /** A fresh value of lower-case letters and digits. */
  unique(): string;
  /** What every fresh value begins with. */
  readonly nonce: string;
  /**
   * Whether a GET of this address got no answer, or could not be sent since too many others got none. Nothing is known then,
   * least of all that the target does not offer it.
   */
  isSilent(address: string): boolean;
  /** Why the target was not asked everything, in words; undefined when it was. */
  readonly gaveUp: string | undefined;
  /** Ids of what this inquiry made. */
  readonly ids: ReadonlySet<string>;
  /** Deletes what was made. What is not deleted is tried again at the end of the run. */
  tidy(): Promise<void>;
}

/** Whether other requests may be under way at the same time. */
export type How = 'beside' | 'alone';

// Enough to hide latency, few enough to be no load.
const AT_ONCE = 8;
// A target that leaves so many questions in a row unanswered is not asked further: each may have cost a time limit.
const PATIENCE = 3;

// Where deletions fail, most of what may stay is left to the rules.
const SHARE = 0.4;

/** How to ask. */
export interface InquiryOptions extends Pick<RunSettings, 'readOnly'>, Partial<Pick<RunSettings, 'settleMs'>> {
  readonly records: Records;
  readonly cleanUp: CleanUp;
  readonly signal?: AbortSignal;
  /** Takes out the secrets that are known by now, before an answer is quoted in part. */
  readonly hide?: Redactor;
  /** The clock of this machine by default. */
  readonly clock?: Clock;
  /** Whether the forms of operations are asked for; by default they are. */
  readonly operates?: boolean;
}

/** Opens a round of questions. */
export function openInquiry(draft: Draft, transport: Transport, how: InquiryOptions): Inquiry {
  const { readOnly, settleMs = 0, signal, hide, clock = SYSTEM_CLOCK, records, cleanUp } = how;
  const mayWrite = !readOnly;
  const lanes = openLanes(AT_ONCE);
  const ids = new Set<string>();
  const leftovers: Leftover[] = [];
  let unanswered = 0;
  let gaveUp: string | undefined;
  const silent = new Set<string>();

  const send = (request: HttpRequest, how: How = 'beside'): Promise<Exchange | undefined> =>
    lanes[how](async () => {
      if (signal?.aborted === true) return undefined;
      if (unanswered >= PATIENCE) {
        silent.add(request.address);
        return undefined;
      }
      const exchange = await transport.send(request);
      const { response } = exchange;
      unanswered = response === null || response.status === 503 ? unanswered + 1 : 0;
      if (response === null) silent.add(request.address);
      if (unanswered === PATIENCE) gaveUp ??= `the last was ${request.method} ${request.address}`;
      return exchange;
    });
  const isHome = ({ address }: HttpRequest): boolean => mayAsk(records.home, absolute(records.home, address));
  const answerTo = async (
    request: HttpRequest,
    resource: DraftResource | undefined,
    how?: How,
  ): Promise<Answer | undefined> => {
    if (!isHome(request)) return undefined;
    const exchange = await send(resource === undefined ? request : withFieldsOf(resource, request), how);
    if (exchange?.response == null) return undefined;
    const answer = answerOf(exchange, exchange.response, { hide });
    records.observe(answer);
    return answer;
  };

  const inquiry: Inquiry = {
    mayWrite,
    ids,
    isSilent: (address) => silent.has(address),
    get gaveUp() {
      return gaveUp;
    },
    async ask(request, resource) {
      if (!isReading(request)) return undefined;
      const answer = await answerTo(request, resource);
      // A server may break down where requests meet. Only what breaks down alone as well says something of what was asked.
      return answer !== undefined && isServerError(answer.status) ? answerTo(request, resource, 'alone') : answer;
    },
    async write(on, request, resource, how) {
      if (!mayWrite || (await lanes.beside(() => whyNotWritten(records, on, request))) !== undefined) return undefined;
      const of = resource ?? draft.resources[0];
      const answer = await writeInTurn(on, request, resource, how);
      // What was not there before may have been made by being put there.
      if (on === 'fresh' && request.method === 'PUT' && answer?.succeeded === true) {
        if (of !== undefined) leftovers.push({ kind: 'stray', resource: of, address: answer.exchange.request.url });
      }
      return answer;
    },
    async create(resource) {
      const first = await createOnce(resource);
      return first !== undefined && isServerError(first.answer.status) ? createOnce(resource, 'alone') : first;
    },
    whyNoMore: (resource) => records.wrong.whyNoMore(resource),
    until: (ask, done) => until({ clock, settleMs }, ask, done),
    pause: (milliseconds) => pause(clock, milliseconds),
    unique: () => records.fresh.unique(),
    nonce: records.fresh.nonce,
    tidy: () => cleanUp.now(leftovers.splice(0)),
  };
  return inquiry;

  async function writeInTurn(
    on: Made | 'fresh',
    request: HttpRequest,
    resource: DraftResource | undefined,
    how: How | undefined,
  ): Promise<Answer | undefined> {
    const of = resource ?? (on === 'fresh' ? draft.resources[0] : on.claim.resource);
    if (of === undefined) return answerTo(request, resource, how);
    const id = on === 'fresh' ? undefined : on.id;
    const turn = await records.wrong.begin(changeOn(records, request, of, id), lanes.beside);
    try {
      if (turn.whyNot !== undefined) return undefined;
      records.beforeWrite(of, id ?? '', request);
      const answer = await answerTo(request, resource, how);
      if (answer === undefined) return undefined;
      await turn.answered(answer);
      if (answer.succeeded)
        for (const stray of namedBeside(records, of, id, answer)) {
          records.mayBeMade(stray);
          leftovers.push(stray);
        }
      return answer;
    } finally {
      turn.end();
    }
  }

  async function createOnce(resource: DraftResource, how?: How): ReturnType<Inquiry['create']> {
    const { create } = resource;
    if (create === undefined || !mayWrite || resource.never.includes(create.method)) return undefined;
    const unique = records.fresh.unique();
    const json = fillUnique(create.sample, unique);
    const request = { method: create.method, address: fillTemplate(create.address, { unique }), json };
    if (!isHome(request) || cleanUp.whyNoMore(resource, SHARE) !== undefined) return undefined;
    const turn = await records.creations.begin(resource, lanes.beside);
    try {
      if (turn.whyNot !== undefined) return undefined;
      const created = await sendCreation(resource, request, how);
      if (created?.answer.succeeded === true) await turn.done();
      return created;
    } finally {
      turn.end();
    }
  }

  async function sendCreation(
    resource: DraftResource,
    request: HttpRequest,
    how: How | undefined,
  ): ReturnType<Inquiry['create']> {
    // What records ask themselves is a request beside others as well.
    const sending = await lanes.beside(() => records.beforeCreation(resource, request));
    const exchange = await send(withFieldsOf(resource, request), how);
    if (exchange?.response == null) {
      sending.unanswered();
      if (exchange !== undefined) cleanUp.search(resource, request);
      return undefined;
    }
    const answer = answerOf(exchange, exchange.response, { hide });
    const claim = sending.answered(answer);
    if (claim !== undefined) leftovers.push({ kind: 'record', claim });
    else cleanUp.search(resource, request, answer);
    // An id that leads nowhere gives way to another one of the answer, where that one leads to the record.
    if (claim !== undefined) await lanes.beside(() => records.whyNotOurs(claim));
    if (claim?.id === undefined) return { answer, made: undefined };
    ids.add(claim.id);
    const isOwn = answer.location !== undefined && answer.location === claim.address && !claim.existed;
    return { answer, made: { answer, id: claim.id, location: isOwn ? answer.location : undefined, claim } };
  }
}

/** Why a request may not write there: the record is not shown to be ours, or the address names another one. */
async function whyNotWritten(records: Records, on: Made | 'fresh', request: HttpRequest): Promise<string | undefined> {
  const segments = partsOf(absolute(records.home, request.address))?.segments ?? [];
  const isFresh = segments.some((segment) => records.fresh.freshnessOf(segment) === 'sure');
  if (on === 'fresh') return isFresh ? undefined : 'the address names nothing that was made up';
  const body = JSON.stringify(request.json ?? '');
  const isNamed = segments.some((segment) => segment.includes(on.id)) || body.includes(on.id);
  return isNamed ? records.whyNotOurs(on.claim) : 'the request does not name the record';
}

/**
 * Whether the target broke down over a request that it was asked: a server error, or a body that is not what it says it is.
 * That is a fault to be judged (document 7, 4.4-c3), never evidence that something is not offered.
 */
export function isBroken(answer: Answer | undefined): answer is Answer {
  if (answer === undefined) return false;
  const { status, succeeded, representation } = answer;
  // A 204 has no content, whatever its fields say of one (RFC 9110 15.3.5).
  return isServerError(status) || (succeeded && status !== 204 && representation.problem !== undefined);
}

/**
 * Whether a reading succeeded with another status than 200 (4.4-m3): the address is served, and what it answers is to be judged. 203
 * and 206 are ways to say 200 (RFC 9110 15.3).
 */
export function isOddSuccess({ succeeded, status }: Answer): boolean {
  return succeeded && ![200, 203, 206].includes(status);
}

// 501 is HTTP's answer to an unknown method, and 503 says that the component is not running (document 7).
function isServerError(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 503;
}

/** How the target broke down over a request: `GET /users was answered 500`. */
export function toldBroken({ exchange, status, representation }: Answer): string {
  const { method, url } = exchange.request;
  const { pathname, search } = new URL(url);
  const problem = representation.problem === undefined || status >= 500 ? '' : ` with ${representation.problem}`;
  return `${method} ${pathname}${search} was answered ${status}${problem}`;
}

/** Whether a status says that the address or the method is not served at all. */
export function isNotServed(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}
