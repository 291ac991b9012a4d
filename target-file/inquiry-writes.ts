import { type Answer, answerOf } from '../core/answer.ts';
import type { Leftover } from '../core/cleanup/leftover.ts';
import type { CleanUp } from '../core/cleanup/record-cleanup.ts';
import { changeOn } from '../core/guard/change.ts';
import { namedBeside } from '../core/guard/strays.ts';
import { fillTemplate, partsOf } from '../core/http/address.ts';
import type { Exchange, HttpRequest } from '../core/http/exchange.ts';
import { absolute } from '../core/http/origins.ts';
import { withFieldsOf } from '../core/http/resource-fields.ts';
import { fillUnique } from '../core/ids/placeholders.ts';
import type { Claim } from '../core/records/record-claim.ts';
import type { Records } from '../core/records/records.ts';
import type { Redactor } from '../core/redaction/redact.ts';
import type { Lanes } from '../core/run/lanes.ts';
import { isServerError } from './broken-answer.ts';
import type { Draft, DraftResource } from './draft.ts';

// Where deletions fail, most of what may stay is left to the rules.
const SHARE = 0.4;

/** A record that was made to ask about it. */
export interface Made {
  readonly answer: Answer;
  readonly id: string;
  /** Its Location, where it has one that leads back to the target. */
  readonly location: string | undefined;
  readonly claim: Claim;
}

/** Whether other requests may be under way at the same time. */
export type How = 'beside' | 'alone';

/** The writes of an inquiry. */
export interface InquiryWrites {
  /**
   * Writes to a record that was made, or to an id that was made up; undefined as for `Inquiry.ask`, and where it is not shown to be ours.
   * `alone` waits until nothing else is under way.
   */
  write(on: Made | 'fresh', request: HttpRequest, resource?: DraftResource, how?: How): Promise<Answer | undefined>;
  /** Sends a creation, and another one alone where the target broke down; whatever they make is deleted at the end. */
  create(resource: DraftResource): Promise<Created | undefined>;
}

/** What was created, where the answer names it. */
export interface Created {
  readonly answer: Answer;
  readonly made: Made | undefined;
}

/** What they are sent and noted with. */
export interface InquiryWritesOptions {
  readonly draft: Draft;
  readonly mayWrite: boolean;
  readonly records: Records;
  readonly cleanUp: CleanUp;
  readonly lanes: Lanes;
  readonly hide: Redactor | undefined;
  /** Is given what was made, to be deleted. */
  readonly leftovers: Leftover[];
  /** Is given the ids of that. */
  readonly ids: Set<string>;
  readonly send: (request: HttpRequest, how?: How) => Promise<Exchange | undefined>;
  readonly answerTo: (
    request: HttpRequest,
    resource: DraftResource | undefined,
    how?: How,
  ) => Promise<Answer | undefined>;
  readonly isHome: (request: HttpRequest) => boolean;
}

/** Opens the writes of one inquiry. */
export function openInquiryWrites(options: InquiryWritesOptions): InquiryWrites {
  const { draft, mayWrite, records, cleanUp, lanes, hide, leftovers, ids, send, answerTo, isHome } = options;
  const writeInTurn = async (
    on: Made | 'fresh',
    request: HttpRequest,
    resource: DraftResource | undefined,
    how: How | undefined,
  ): Promise<Answer | undefined> => {
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
  };

  const sendCreation = async (
    resource: DraftResource,
    request: HttpRequest,
    how: How | undefined,
  ): Promise<Created | undefined> => {
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
    const isOwn = answer.location !== undefined && answer.location === claim.address && claim.existed === undefined;
    return { answer, made: { answer, id: claim.id, location: isOwn ? answer.location : undefined, claim } };
  };

  const createOnce = async (resource: DraftResource, how?: How): Promise<Created | undefined> => {
    const { create } = resource;
    if (create === undefined || !mayWrite || resource.never.includes(create.method)) return undefined;
    const unique = records.fresh.unique();
    const json = fillUnique(create.sample, unique);
    const request = { method: create.method, address: fillTemplate(create.address, { unique }), json };
    if (!isHome(request) || cleanUp.whyNoMore(resource, SHARE) !== undefined) return undefined;
    const nameless = namelessOf(records, resource);
    if (nameless !== undefined) return { answer: nameless, made: undefined };
    const turn = await records.creations.begin(resource, lanes.beside);
    try {
      if (turn.whyNot !== undefined) return undefined;
      const created = await sendCreation(resource, request, how);
      if (created?.answer.succeeded === true) await turn.done();
      return created;
    } finally {
      turn.end();
    }
  };

  return {
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
  };
}

/** So many creations without an id are enough to know that there is none: none of them can be deleted. */
const NAMELESS = 2;

/** The last answer to a creation, where so many were answered with success and none of them named its record. */
function namelessOf({ claims }: Records, { name }: DraftResource): Answer | undefined {
  const made = claims.filter(({ resource }) => resource.name === name);
  const isNameless = made.length >= NAMELESS && made.every(({ id }) => id === undefined);
  return isNameless ? made.at(-1)?.answer : undefined;
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
