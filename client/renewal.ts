import type { Exchange, HttpRequest } from '../core/http/exchange.ts';
import { messageOf } from '../core/message-of.ts';
import { isDistinctive } from '../core/redaction/secrets.ts';
import { type Session, sessionValues } from './session.ts';

/** A session that may expire while a run goes on, and is opened anew then. */
export interface Renewal {
  /** The session as it is now. */
  readonly session: Session;
  /** Those that were opened after the first one. */
  readonly opened: readonly Session[];
  /** That an expired session was opened anew, or could not be, in words; undefined while it holds. */
  readonly told: string | undefined;
  /** The request as the session that is used now would have it: cookies that rules write hold its value, not an ended one's. */
  current(request: HttpRequest): HttpRequest;
  /** Takes note of an answer to a request that was sent with this session. True: send it again, since another session is used now. */
  afterAnswer(request: HttpRequest, exchange: Exchange, sentWith: Session): Promise<boolean>;
}

/** What is needed to open a session anew. */
export interface RenewalOptions {
  readonly session: Session;
  /** Opens it anew; absent where only its owner can. */
  readonly renew?: () => Promise<Session>;
  /** Sends a request that was answered with success before once more, as a control. */
  readonly control: (request: HttpRequest) => Promise<Exchange>;
}

/** So many 401s of each session are looked into by a control: each costs a request, and most are no sign of an end. */
const MOST_CONTROLS = 10;

/** So often a session is opened anew: a run of two hours on sessions of a minute. */
const MOST_RENEWALS = 120;

/**
 * Watches for the end of a session: a request that it let in before is answered 401. Where another request is answered 401, the
 * latest GET that it let in is asked once more. Then the session is opened anew, and whatever was refused is sent again: a 401 says that
 * nothing was done. From the second time on the latest GET has to be refused as well: a target that refuses a request now and then would
 * otherwise be let in again each time, and pass.
 */
export function createRenewal({ session: first, renew, control }: RenewalOptions): Renewal {
  let session = first;
  const opened: Session[] = [];
  let failure: string | undefined;
  let firstWhy = '';
  let opening: Promise<void> | undefined;
  let controls = 0;
  let latest: HttpRequest | undefined;
  const letIn = new Set<string>();

  const open = async (why: string): Promise<void> => {
    firstWhy ||= why;
    try {
      session = (await renew?.()) ?? session;
      opened.push(session);
      letIn.clear();
      latest = undefined;
      controls = 0;
    } catch (cause) {
      failure = messageOf(cause);
    }
  };

  const told = (): string | undefined => {
    if (firstWhy === '') return undefined;
    const ended = `the session ended while the run went on (${firstWhy})`;
    const times = opened.length === 1 ? 'once' : `${opened.length} times`;
    const again = opened.length === 0 ? ended : `${ended}: it was opened again, ${times}`;
    return failure === undefined ? again : `${again}, and could not be opened again: ${failure}`;
  };

  const whyEnded = async (key: string, wasLetIn: boolean): Promise<string | undefined> => {
    const why = `${key} was answered 401, and was let in before`;
    if (wasLetIn && opened.length === 0) return why;
    if (latest === undefined || (!wasLetIn && controls >= MOST_CONTROLS)) return undefined;
    controls += 1;
    const { request, response } = await control(latest);
    if (response?.status !== 401) return undefined;
    return wasLetIn ? why : `${keyOf(request)} was answered 401, and was let in before`;
  };

  return {
    get session() {
      return session;
    },
    opened,
    get told() {
      return told();
    },
    current(request) {
      return session === first ? request : withValues(request, sessionValues(first), sessionValues(session));
    },
    async afterAnswer(request, exchange, sentWith) {
      const { response } = exchange;
      if (renew === undefined || response === null || !carries(request, sentWith)) return false;
      const key = keyOf(exchange.request);
      // Cookies that a rule wrote are let in or not by how they are written, so each writing counts for itself.
      const written = `${key} ${request.cookies ?? ''} ${request.cookieFile ?? ''}`;
      if (response.status >= 200 && response.status < 300) {
        letIn.add(written);
        if (request.method === 'GET' && !writesCookies(request)) latest = request;
        // What was changed or deleted may be refused for another reason.
        else letIn.delete(`${key.replace(/^\S+/u, 'GET')}  `);
        return false;
      }
      if (response.status !== 401) return false;
      // It left before the session was opened anew.
      if (sentWith !== session) return true;
      if (opening === undefined) {
        if (failure !== undefined || opened.length >= MOST_RENEWALS) return false;
        const why = await whyEnded(key, letIn.has(written));
        if (why === undefined) return false;
        // Another request may have had it opened meanwhile.
        if (sentWith !== session) return true;
        opening ??= open(why).finally(() => {
          opening = undefined;
        });
      }
      await opening;
      return sentWith !== session;
    },
  };
}

function keyOf({ method, url }: Exchange['request']): string {
  return `${method} ${url.split('?')[0]}`;
}

function writesCookies({ cookies, cookieFile }: HttpRequest): boolean {
  return cookies !== undefined || cookieFile !== undefined;
}

/** Whether a request carries the session as it is: by itself, or by a pair that a rule wrote as HTTP writes it. */
function carries(request: HttpRequest, session: Session): boolean {
  if (request.anonymous === true) return false;
  if (!writesCookies(request)) return true;
  const pairs = (request.cookies ?? '').split('; ');
  return [...sessionValues(session)].some(([name, value]) => pairs.includes(`${name}=${value}`));
}

function withValues(
  request: HttpRequest,
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): HttpRequest {
  const replaced = (text: string): string =>
    [...before].reduce((result, [name, value]) => {
      const next = now.get(name);
      return next === undefined || !isDistinctive(value) ? result : result.replaceAll(value, next);
    }, text);
  const { cookies, cookieFile } = request;
  return {
    ...request,
    ...(cookies === undefined ? {} : { cookies: replaced(cookies) }),
    ...(cookieFile === undefined ? {} : { cookieFile: replaced(cookieFile) }),
  };
}
