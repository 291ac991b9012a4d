import pLimit from 'p-limit';
import { fillTemplate, lastSegment } from '../core/address.ts';
import { type Answer, answerOf } from '../core/answer.ts';
import type { FailureKind, HttpRequest, Transport } from '../core/exchange.ts';
import { at } from '../core/json-pointer.ts';
import { idText } from '../core/json-value.ts';
import { fillUnique } from '../core/placeholders.ts';
import { withFieldsOf } from '../core/resource-fields.ts';
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
}

/** One round of questions to a target. */
export interface Inquiry {
  readonly mayWrite: boolean;
  /**
   * Sends, with the fields of the resource that it is about; undefined when there is no answer, or when the request would
   * write and may not, or go to another host.
   */
  ask(request: HttpRequest, resource?: DraftResource): Promise<Answer | undefined>;
  /** Sends a creation; whatever it makes is deleted at the end. */
  create(resource: DraftResource): Promise<{ answer: Answer; made: Made | undefined } | undefined>;
  /** Asks until the answer is as hoped, or effects have had their time to show. */
  until<T>(ask: () => Promise<T>, done: (answer: T) => boolean): Promise<T>;
  /** A fresh value of lower-case letters and digits. */
  unique(): string;
  /**
   * Whether a GET of this address got no answer, or could not be sent since too many others got none. Nothing is known then,
   * least of all that the target does not offer it.
   */
  isSilent(address: string): boolean;
  /** Why the target was not asked everything, in words; undefined when it was. */
  readonly gaveUp: string | undefined;
  /** Ids of what this inquiry made. */
  readonly ids: ReadonlySet<string>;
  /** Deletes what was made. */
  tidy(): Promise<void>;
}

const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
// Enough to hide latency, few enough to be no load.
const AT_ONCE = 8;
// A target that leaves so many questions in a row unanswered is not asked further: each may have cost a time limit.
const PATIENCE = 3;

/** How to ask. */
export interface InquiryOptions {
  readonly readOnly: boolean;
  /** Milliseconds that effects may take to show; none by default. */
  readonly settleMs?: number;
  readonly signal?: AbortSignal;
}

/** Opens a round of questions. */
export function openInquiry(draft: Draft, transport: Transport, how: InquiryOptions): Inquiry {
  const { readOnly, settleMs = 0, signal } = how;
  const mayWrite = !readOnly;
  const limit = pLimit(AT_ONCE);
  const nonce = crypto.randomUUID().replaceAll('-', '').slice(0, 10);
  const ids = new Set<string>();
  const leftovers: HttpRequest[] = [];
  let counter = 0;
  let unanswered = 0;
  let tidying = false;
  let gaveUp: string | undefined;
  const silent = new Set<string>();

  const inquiry: Inquiry = {
    mayWrite,
    ids,
    isSilent: (address) => silent.has(address),
    get gaveUp() {
      return gaveUp;
    },
    async ask(request, resource) {
      if (!mayWrite && !SAFE.includes(request.method)) return undefined;
      if (!isHome(request.address, draft.baseUrl)) return undefined;
      return limit(async () => {
        // Who asked has gone; only what was made is still taken away.
        if (signal?.aborted === true && !tidying) return undefined;
        if (unanswered >= PATIENCE) {
          silent.add(request.address);
          return undefined;
        }
        const exchange = await transport.send(resource === undefined ? request : withFieldsOf(resource, request));
        const { response } = exchange;
        unanswered = response === null || response.status === 503 ? unanswered + 1 : 0;
        if (response === null) silent.add(request.address);
        if (unanswered === PATIENCE) gaveUp ??= `the last was ${request.method} ${request.address}`;
        return response === null ? undefined : answerOf(exchange, response);
      });
    },
    async create(resource) {
      const { create } = resource;
      if (create === undefined || resource.never.includes(create.method)) return undefined;
      const unique = inquiry.unique();
      const address = fillTemplate(create.address, { unique });
      const json = fillUnique(create.sample, unique);
      const answer = await inquiry.ask({ method: create.method, address, json }, resource);
      if (answer === undefined) return undefined;
      const made = readMade(resource, answer, unique, draft.baseUrl);
      if (made !== undefined) {
        ids.add(made.id);
        const deletion = deletionOf(resource, made);
        if (deletion !== undefined) leftovers.push(deletion);
      }
      return { answer, made };
    },
    until: (ask, done) => until(settleMs, ask, done),
    unique() {
      counter += 1;
      return `${nonce}${counter.toString(36)}`;
    },
    async tidy() {
      unanswered = 0;
      tidying = true;
      await Promise.all(leftovers.splice(0).map((request) => inquiry.ask(request)));
    },
  };
  return inquiry;
}

/** Whether an address is the target's own: questions go nowhere else. */
function isHome(address: string, baseUrl: string): boolean {
  return address.startsWith('/') || (URL.canParse(address) && new URL(address).origin === new URL(baseUrl).origin);
}

function readMade(resource: DraftResource, answer: Answer, unique: string, baseUrl: string): Made | undefined {
  if (!answer.succeeded) return undefined;
  const location = answer.location !== undefined && isHome(answer.location, baseUrl) ? answer.location : undefined;
  const id = createdId(resource, answer, unique, location);
  return id === undefined ? undefined : { answer, id, location };
}

function createdId(
  resource: DraftResource,
  answer: Answer,
  unique: string,
  location: string | undefined,
): string | undefined {
  if (resource.idFrom === 'request') return unique;
  if (resource.idFrom !== 'location') return idText(at(answer.representation.value, resource.idFrom));
  if (location !== undefined) return lastSegment(location);
  return idText(at(at(answer.representation.value, resource.create?.envelope ?? ''), '/id'));
}

function deletionOf(resource: DraftResource, { id, answer }: Made): HttpRequest | undefined {
  const place = resource.delete;
  if (place === undefined || resource.never.includes('DELETE')) return undefined;
  const address = fillTemplate(place.address, { id });
  const found = Object.entries(place.query ?? {}).map(([name, pointer]) => {
    const value = idText(at(answer.representation.value, pointer)) ?? '';
    return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  });
  const search = found.length === 0 ? '' : `${address.includes('?') ? '&' : '?'}${found.join('&')}`;
  return { method: 'DELETE', address: address + search, headers: resource.headers, alone: true };
}

/**
 * Whether the target broke down over a request that it was asked: a server error, or a body that is not what it says it is.
 * That is a fault to be judged (document 7, 4.4-c3), never evidence that something is not offered.
 */
export function isBroken(answer: Answer | undefined): answer is Answer {
  if (answer === undefined) return false;
  const { status, succeeded, representation } = answer;
  return isServerError(status) || (succeeded && representation.problem !== undefined);
}

// 501 is HTTP's answer to an unknown method, and 503 says that the component is not running (document 7).
function isServerError(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 503;
}

/** Whether a status says that the address or the method is not served at all. */
export function isNotServed(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}
