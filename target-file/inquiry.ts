import { type Answer, answerOf } from '../core/answer.ts';
import type { Leftover } from '../core/cleanup/leftover.ts';
import type { CleanUp } from '../core/cleanup/record-cleanup.ts';
import { isReading } from '../core/guard/record-gate.ts';
import type { Exchange, FailureKind, HttpRequest, Transport } from '../core/http/exchange.ts';
import { absolute, mayAsk } from '../core/http/origins.ts';
import { withFieldsOf } from '../core/http/resource-fields.ts';
import type { Records } from '../core/records/records.ts';
import type { Redactor } from '../core/redaction/redact.ts';
import { type Clock, pause, SYSTEM_CLOCK } from '../core/run/clock.ts';
import { openLanes } from '../core/run/lanes.ts';
import type { RunSettings } from '../core/run/run-settings.ts';
import { until } from '../core/run/until.ts';
import type { Command, Operation } from '../core/target.ts';
import { isServerError } from './broken-answer.ts';
import type { Draft, DraftResource } from './draft.ts';
import { type How, type InquiryWrites, openInquiryWrites } from './inquiry-writes.ts';

/** The target did not answer the first request, so nothing can be judged. */
export class Unreachable extends Error {
  readonly kind: FailureKind;
  constructor(url: string, kind: FailureKind, cause: string) {
    super(`The target is not reachable: GET ${url}: ${cause}`);
    this.name = 'Unreachable';
    this.kind = kind;
  }
}

/** One round of questions to a target. */
export interface Inquiry extends InquiryWrites {
  readonly mayWrite: boolean;
  /** Names the collections of the target, before anything is written: a write to one may reach records of another one. */
  knowCollections(resources: readonly DraftResource[]): void;
  /** Names operations and commands as they are likely spelt: what they do to a record may keep it from being deleted. */
  knowOperations(operations: readonly Operation[], commands: readonly Command[]): void;
  /**
   * Sends what only reads, with the fields of the resource that it is about; undefined when there is no answer, or when the
   * request would write, or go to another host.
   */
  ask(request: HttpRequest, resource?: DraftResource): Promise<Answer | undefined>;
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
  /** Whether an id was given to this run, also for a record that only shows that creations make new ones: it is deleted again. */
  isOwn(id: string): boolean;
  /** Deletes what was made. What is not deleted is tried again at the end of the run. */
  tidy(): Promise<void>;
}

// Enough to hide latency, few enough to be no load.
const AT_ONCE = 8;
// A target that leaves so many questions in a row unanswered is not asked further: each may have cost a time limit.
const PATIENCE = 3;

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

  const writes = openInquiryWrites({
    draft,
    mayWrite,
    records,
    cleanUp,
    lanes,
    hide,
    leftovers,
    ids,
    send,
    answerTo,
    isHome,
  });
  return {
    mayWrite,
    ids,
    isOwn: (id) => ids.has(id) || records.claims.some((claim) => claim.id === id),
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
    ...writes,
    knowCollections: records.knowCollections,
    knowOperations: records.undoing.know,
    whyNoMore: (resource) => records.wrong.whyNoMore(resource),
    until: (ask, done) => until({ clock, settleMs }, ask, done),
    pause: (milliseconds) => pause(clock, milliseconds),
    unique: () => records.fresh.unique(),
    nonce: records.fresh.nonce,
    tidy: () => cleanUp.now(leftovers.splice(0)),
  };
}
