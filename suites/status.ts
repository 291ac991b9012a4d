import { type Answer, answerOf } from '../core/answer.ts';
import { parseHttpDate } from '../core/http/http-date.ts';
import { fail, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import { type Evidence, evidence } from '../core/run/shared-evidence.ts';
import type { Trial } from '../core/run/trial.ts';
import { askAboutFreshIds } from './support/status/fresh-missing.ts';
import { inOrderOfKind, oneOfEachKind, TOLD_APART } from './support/status/kinds.ts';
import { oddReadings } from './support/status/odd-requests.ts';
import { oddSelectors } from './support/status/odd-selectors.ts';
import { sendOdd } from './support/status/refused-ranges.ts';
import { answersOf, askedBy, remark, WATCHES, watching } from './support/status/watched.ts';
import { targetUnless } from './support/subjects.ts';

type Id =
  | 'status/no-server-error'
  | 'status/not-running'
  | 'status/unavailable'
  | 'status/202-missing'
  | 'status/in-table';

/** Which status codes are met: document 7, over every exchange of the run. */
export const status: Suite<Id> = {
  'status/no-server-error': watching({
    level: 'must',
    clause: '7',
    title: 'no request is answered with a server error',
    why: 'The table of codes knows one 5xx, 503; any other says that the service broke.',
    sends:
      'It watches every answer of the run, those to the questions before it and to the clean-up included, reads one collection with odd header fields, with rare ones that are right, and with odd queries, it and a record with suffixes and format parameters for types that there may not be, and sends OPTIONS to both. What is answered 503 with a Range is read again by turns without it and with it.',
    due: 'No 5xx other than 503; 501 is right for a method that the service does not know.',
    drivenBy: ['create/malformed', 'create/invalid', 'delete/status', 'session/any-value'],
    async check(trial) {
      const all = [...answersOf(trial), ...cleanUpAnswers(trial)];
      refuseBroken(trial, all);
      for (const request of [...oddReadings(trial.target), ...oddSelectors(trial.target)])
        refuseBroken(trial, [await sendOdd(trial, request)]);
      return remark(all, `${all.length} answers without a server error`);
    },
  }),

  'status/not-running': {
    level: 'must',
    reads: true,
    clause: '7 (503)',
    title: 'what is known to be unavailable is answered 503',
    why: 'A client takes a 404 for an answer about the record, and tries again after a 503.',
    sends: 'One GET of what the target file says to be unavailable.',
    due: 'Status 503.',
    on: targetUnless(({ unavailable }) =>
      unavailable === undefined ? 'the target file names nothing that is unavailable (unavailable)' : undefined,
    ),
    async check(trial) {
      const answer = await unavailableAnswer(trial);
      const hint = 'the target file says that what should answer is not running';
      return answer.owes(isUnavailable(answer), '503', `${answer.brief}; ${hint}`);
    },
  },

  'status/unavailable': watching({
    level: 'may',
    clause: '7 (503)',
    title: 'a 503 says when to come back',
    why: 'A client that knows when to retry does not hammer a service that is down.',
    sends: `${WATCHES} Where none was 503, one GET of what the target file says to be unavailable.`,
    due: 'Retry-After, where it is sent, is a number of seconds or an HTTP-date. What met a 503 is inconclusive, never failed.',
    drivenBy: ['read/head', 'command/status', 'session/authorized'],
    watches: 'or-asks',
    async check(trial) {
      const met = answersOf(trial).filter(isUnavailable);
      const away = met.length > 0 ? met : (await askUnavailable(trial)).filter(isUnavailable);
      if (away.length === 0) notExercised('no 503 was met');
      for (const answer of away) {
        const after = answer.header('Retry-After');
        const known = after === undefined || /^\d+$/u.test(after.trim()) || parseHttpDate(after.trim()) !== undefined;
        answer.owes(known, 'a Retry-After of seconds or an HTTP-date', after ?? '');
      }
      return remark(away, `${away.length} answers were 503`);
    },
  }),

  'status/202-missing': watching({
    level: 'must',
    clause: '4.4-m3',
    title: 'a missing resource is never answered 200, 202, 204 or 400',
    why: 'The document considered these codes for a missing resource and rejected them.',
    sends:
      'It watches every answer of the run, and asks for, deletes and operates on one id that is fresh in this run.',
    due: 'None of these codes on a request for what never was.',
    operates: true,
    drivenBy: ['read/unknown-item', 'delete/unknown'],
    async check(trial) {
      const asked = trial.seen.filter((answer) => answer.exchange.request.about === 'missing');
      refuseFound(trial, asked);
      const own = await askAboutFreshIds(trial);
      refuseFound(trial, own);
      const missing = [...asked, ...own];
      if (missing.length === 0) notExercised('the run asked for nothing that was missing');
      return remark(missing, `${missing.length} requests were for what never was`);
    },
  }),

  'status/in-table': watching({
    level: 'may',
    clause: '7',
    title: "codes outside the document's table are told",
    why: 'They are no fault, since the document leans on HTTP, but a reader of the report will want to know.',
    sends: WATCHES,
    due: 'Nothing: the rule reports.',
    drivenBy: ['create/status', 'delete/status', 'read/item', 'read/collection', 'session/unauthorized'],
    async check(trial) {
      const seen = answersOf(trial);
      if (seen.length === 0) notExercised('the run saw no answer');
      const others = seen.filter((answer) => !TABLE.includes(answer.status));
      const counts = [...new Set(others.map((answer) => answer.status))].sort().map((code) => {
        const met = others.filter((answer) => answer.status === code);
        return `${code} (${met.length} times, first ${met[0] === undefined ? '' : askedBy(met[0])})`;
      });
      return remark(
        others.length > 0 ? others : seen,
        counts.length === 0 ? 'none was met' : `also met: ${counts.join('; ')}`,
      );
    },
  }),
};

const TABLE: readonly number[] = [200, 201, 202, 204, 400, 401, 404, 410, 503];

function cleanUpAnswers({ cleaned }: Trial): readonly Answer[] {
  return cleaned.flatMap((exchange) => (exchange.response === null ? [] : [answerOf(exchange, exchange.response)]));
}

// 501 is HTTP's answer to an unknown method (RFC 9110 15.6.2), not a breakdown.
function refuseBroken(trial: Trial, seen: readonly Answer[]): void {
  const broken = seen.filter(({ status: code }) => code >= 500 && code !== 503 && code !== 501);
  if (broken.length === 0) return;
  const shown = oneOfEachKind(trial, broken).slice(0, TOLD_APART);
  const told = shown.map((answer) => `${askedBy(answer)} answered ${answer.brief}`).join('; ');
  const count = broken.length > shown.length ? ` (${broken.length} answers of the run were such)` : '';
  fail('no 5xx other than 503', `${told}${count}`, ...shown);
}

function isUnavailable(answer: Answer): boolean {
  return answer.status === 503;
}

/** What the target file says to be unavailable, read once for the rules about it. */
const unavailableAnswer: Evidence<Answer> = evidence(
  () => 'unavailable',
  async (shared) => {
    const { unavailable } = shared.target;
    if (unavailable === undefined) notExercised('the target file names nothing that is unavailable (unavailable)');
    return shared.send({ method: 'GET', ...unavailable, about: 'unavailable' });
  },
);

async function askUnavailable(trial: Trial): Promise<readonly Answer[]> {
  return trial.target.unavailable === undefined ? [] : [await unavailableAnswer(trial)];
}

function refuseFound(trial: Trial, missing: readonly Answer[]): void {
  const wrong = inOrderOfKind(trial, missing).find(({ status: code }) => [200, 202, 204, 400].includes(code));
  if (wrong !== undefined) fail('404 for what never was', `${askedBy(wrong)} answered ${wrong.brief}`, wrong);
}
