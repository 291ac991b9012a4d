import { type Answer, answerOf } from '../answer.ts';
import { type Exchange, type HttpRequest, header, type RecordedRequest, type Transport } from '../http/exchange.ts';
import { absolute } from '../http/origins.ts';
import { isLettingNobodyIn } from '../http/status-kinds.ts';
import { listRequest, readRequest } from '../records/record-requests.ts';
import type { Records } from '../records/records.ts';
import { isSecretField } from '../redaction/redact.ts';
import type { Target } from '../target.ts';
import type { Judged } from './retry-alone.ts';

/** What a run is, to whoever asks whether its session ended. */
interface Run {
  readonly target: Pick<Target, 'resources'>;
  readonly records: Pick<Records, 'home'>;
  readonly transport: Transport;
  readonly asked: readonly Answer[];
  readonly seen: readonly Answer[];
  readonly signal: AbortSignal;
}

/** Whether the session of a run ended while it went on. */
export interface SessionEnd {
  /**
   * What came of answers that let nobody in. Where a reading that was answered with success before is refused now too, they say
   * nothing of the rule, and the check is inconclusive for that.
   */
  unlessEnded(judged: Judged): Promise<Judged>;
  /** What a reader of the report has to know of that, in a line. */
  told(): readonly string[];
}

/** A reading as it was let in, and as it was refused. */
interface Ended {
  readonly before: Answer;
  readonly now: Answer;
}

/** So often a reading is asked for: where so many checks met a refusal and it was let in each time, the rest are believed. */
const MOST_ASKED = 20;

/** One refusal alone may be a fault of each n-th answer. */
const REFUSALS = 2;

/** Opens what one run knows of it. */
export function openSessionEnd(run: Run): SessionEnd {
  let ended: Ended | undefined;
  const excusing: Ended[] = [];
  let left = MOST_ASKED;
  /** When the reading was sent last that was let in. */
  let letIn = Number.NEGATIVE_INFINITY;
  let turn: Promise<unknown> = Promise.resolve();

  const ask = async (before: Answer, request: HttpRequest): Promise<Ended | undefined> => {
    let now: Answer | undefined;
    for (let i = 0; i < REFUSALS; i += 1) {
      if (run.signal.aborted) return undefined;
      now = await answerTo(run.transport, request);
      if (now?.succeeded === true) letIn = now.exchange.timings.startedAt;
      if (now === undefined || !isLettingNobodyIn(now)) return undefined;
    }
    return now && { before, now };
  };

  /** What shows that an answer was given to nobody. */
  const lookAt = async (refused: readonly Answer[]): Promise<Ended | undefined> => {
    const reading = readingOf(run);
    if (reading === undefined) return undefined;
    const { letIn: answers, request, before } = reading;
    letIn = Math.max(letIn, ...answers.map(({ exchange }) => exchange.timings.startedAt));
    const known = ended === undefined ? answers : [...answers, ended.now];
    const isAfter = ({ exchange: { timings } }: Answer): boolean => timings.startedAt + timings.total > letIn;
    const isItsOwn = (one: Answer): boolean => known.some((other) => isAskedAlike(one, other));
    if (!refused.some((answer) => isAfter(answer) && isItsOwn(answer))) return undefined;
    if (ended !== undefined && isAfter(ended.now)) return ended;
    if (left === 0) return undefined;
    left -= 1;
    ended = await ask(before, request);
    return ended;
  };

  // One at a time: what one finds out, the next need not ask.
  const inTurn = (refused: readonly Answer[]): Promise<Ended | undefined> => {
    const mine = turn.then(() => lookAt(refused));
    turn = mine;
    return mine;
  };

  return {
    async unlessEnded(judged) {
      if (judged.outcome !== 'fail' && judged.outcome !== 'inconclusive') return judged;
      const refused = judged.witness.filter(isLettingNobodyIn);
      const found = refused.length === 0 ? undefined : await inTurn(refused);
      if (found === undefined) return judged;
      excusing.push(found);
      const { before, now } = found;
      const reason = `${inWords(found, 'now')}: ${meaning(found)} (${judged.reason})`;
      return { outcome: 'inconclusive', reason, witness: [...judged.witness, before, now] };
    },
    told() {
      const [first, ...others] = excusing;
      if (first === undefined) return [];
      const checks = others.length === 0 ? 'a check that met such an answer is' : 'checks that met such answers are';
      return [`${meaning(first)}: ${inWords(first, 'later')}; ${checks} inconclusive`];
    },
  };
}

function inWords({ before, now }: Ended, when: 'now' | 'later'): string {
  const { method, url } = before.exchange.request;
  return `${method} ${new URL(url).pathname} was answered ${before.status} at the beginning and ${now.status} ${when}`;
}

/** An ended session is answered 401 (document 5.4). 403 may come from a guard in front of the service too, which counts refusals. */
function meaning({ before, now }: Ended): string {
  const isSession = credentialsOf(before.exchange.request).length > 0;
  if (!isSession) return 'the run was let in no more';
  if (now.status !== 403) return 'the session ended meanwhile';
  return 'the session ended meanwhile, or a guard in front of the service refuses this client (--rate sends fewer requests)';
}

/** A reading that the target let in while the run went on. */
interface Reading {
  readonly before: Answer;
  readonly letIn: readonly Answer[];
  /** The same once more. */
  readonly request: HttpRequest;
}

/**
 * The first reading of a collection that was let in, or of a record that was there before. One of a record of the run may be refused for
 * what was done to it.
 */
function readingOf({ target: { resources }, records, asked, seen }: Run): Reading | undefined {
  const answers = [...asked, ...seen];
  const lists = resources.flatMap((resource) => listRequest(resource) ?? []);
  const items = resources.flatMap((resource) =>
    resource.known === undefined ? [] : (readRequest(resource, resource.known) ?? []),
  );
  for (const request of [...lists, ...items]) {
    const url = absolute(records.home, request.address);
    const letIn = answers.filter((answer) => answer.succeeded && isPlainReading(answer.exchange, url));
    const [before] = letIn;
    if (before === undefined) continue;
    const accept = header(before.exchange.request.headers, 'accept');
    return { before, letIn, request: { ...request, headers: { ...request.headers, accept } } };
  }
  return undefined;
}

/** Whether it is a GET of this, and neither of a part nor on a condition (RFC 9110 13.1, 14.2). */
function isPlainReading({ request }: Exchange, url: string): boolean {
  const isPlain = request.headers.every(([name]) => !/^(?:if-|range$)/iu.test(name));
  return request.method === 'GET' && request.url === url && isPlain;
}

/** Whether one request was sent with the credentials of another: not anonymous, and with no cookies of its own. */
function isAskedAlike({ exchange: one }: Answer, { exchange: other }: Answer): boolean {
  return credentialsOf(one.request).join('\n') === credentialsOf(other.request).join('\n');
}

function credentialsOf({ headers }: RecordedRequest): readonly string[] {
  const isCredential = (name: string): boolean => /^cookie$/iu.test(name) || isSecretField(name);
  return headers
    .filter(([name]) => isCredential(name))
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .sort();
}

async function answerTo(transport: Transport, request: HttpRequest): Promise<Answer | undefined> {
  // Traffic that others recorded is judged without requests: there nothing can be asked.
  const exchange = await transport.send(request).catch(() => undefined);
  return exchange === undefined || exchange.response === null ? undefined : answerOf(exchange, exchange.response);
}
