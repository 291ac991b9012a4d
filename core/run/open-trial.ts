import pLimit from 'p-limit';
import { type Answer, answerOf } from '../answer.ts';
import type { Leftover, StrayLeft } from '../cleanup/leftover.ts';
import type { Aimless } from '../guard/aimless.ts';
import {
  type Aimed,
  about,
  createdBy,
  isSafe,
  mayBeSent,
  refuseMore,
  refuseUnwanted,
  showsJson,
} from '../guard/before-sending.ts';
import { refuseMisled } from '../guard/misled.ts';
import { isReading, recordAt } from '../guard/record-gate.ts';
import { straysOf } from '../guard/strays.ts';
import type { Exchange, HttpRequest, Transport } from '../http/exchange.ts';
import { absolute } from '../http/origins.ts';
import type { RecordResource } from '../records/record-claim.ts';
import type { Sending } from '../records/records.ts';
import { inconclusive } from '../results/outcome.ts';
import type { Subject } from '../rule.ts';
import { pause } from './clock.ts';
import { forAll, type PropertyRun } from './property.ts';
import { demandJudgeable, readAnswer } from './read-answer.ts';
import type { OpenTrial, RunContext } from './run-context.ts';
import type { Trial } from './trial.ts';
import { until } from './until.ts';
import { reasonOf, untilStopped } from './until-stopped.ts';

/** Opens a trial of one rule on one subject. `lanes`: so much of what it does may be under way side by side. */
export function openTrial(run: RunContext, subject: Subject, property: PropertyRun, lanes = 1): OpenTrial {
  const inLanes = pLimit(lanes);
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
    for (;;) {
      const aimed = await mayBeSent(run, subject, request, aimlessDone);
      try {
        const answer = await carry(request, how, aimed);
        if (answer !== undefined) return answer;
      } finally {
        aimed.turn?.end();
      }
    }
  };

  /** Undefined where the request has to wait for its turn again. */
  const carry = async (
    request: HttpRequest,
    how: keyof Transport,
    { aimless, turn }: Aimed,
  ): Promise<Answer | undefined> => {
    const full = about(target, subject, request);
    const resource = createdBy(records, target, subject, full);
    if (resource !== undefined) await refuseMore(run, resource);
    if (turn?.isOverdue?.() === true) return undefined;
    const creation = resource && { resource, sending: await records.beforeCreation(resource, full) };
    // The run may have ended meanwhile.
    if (run.signal.aborted) creation?.sending.notSent();
    refuseUnwanted(run, subject, request);
    if (creation === undefined) tellOfWrite(run, full);
    if (isSafe(request)) {
      await untilStopped(untilSettled(run), run.signal);
      const answer = take(request, await answered(transport[how](full), run.signal));
      if (turn !== undefined) await untilStopped(turn.answered(answer), run.signal);
      return answer;
    }
    const answer = await write(full, transport[how](full), creation);
    if (run.sinceWrite !== undefined) run.sinceWrite.endedAt = run.clock.now();
    if (aimless !== undefined && answer.succeeded) {
      aimlessDone.push(aimless);
      await untilStopped(records.aimless.succeeded(aimless), run.signal);
    }
    const misled = turn && (await untilStopped(turn.answered(answer), run.signal));
    if (misled !== undefined) refuseMisled(target, subject, misled);
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
    else for (const stray of straysOf(records, target, request, answer)) keepStray(stray);
  };

  const keepStray = (stray: StrayLeft): void => {
    records.mayBeMade(stray);
    keep(stray);
  };

  const take = (request: HttpRequest, taken: Exchange): Answer => {
    sent.push(taken);
    const answer = readAnswer(request, taken, { showsJson: showsJson(target, subject), inCheck: true, hide: run.hide });
    if (request.aside !== true) run.seen.push(answer);
    if (request.aside !== true || !isSafe(request)) records.observe(answer);
    demandJudgeable(request, answer);
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
    atOnce: (tasks) => Promise.all(tasks.map((task) => inLanes(task))),
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

/** Waits until the last write may be read, where a check is tried again since it read too soon. */
async function untilSettled({ sinceWrite, clock, settleMs }: RunContext): Promise<void> {
  if (sinceWrite?.endedAt === undefined) return;
  const left = sinceWrite.endedAt + settleMs - clock.now();
  if (left > 0) await pause(clock, left);
}

/** Lets the log know of a change, or of what a PUT may make at an address that the run made up, before it is sent. */
function tellOfWrite({ records, target }: RunContext, request: HttpRequest): void {
  if (isReading(request)) return;
  const place = recordAt(records, target, absolute(records.home, request.address));
  if (place !== undefined) records.beforeWrite(place.resource, place.id, request);
}
