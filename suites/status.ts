import { type Answer, answerOf } from '../core/answer.ts';
import { isUriReference } from '../core/http/address.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import { parseHttpDate } from '../core/http/http-date.ts';
import { withFieldsOf } from '../core/http/resource-fields.ts';
import { fail, notApplicable, notExercised } from '../core/results/outcome.ts';
import type { RuleBody, Suite } from '../core/rule.ts';
import type { Remark, Trial } from '../core/run/trial.ts';
import { allowedBy, isBlankAsUsual, isWholeAllow } from './support/method/allow.ts';
import { spellsMethods } from './support/method/registered-methods.ts';
import { takenByPropfind } from './support/method/unknown-methods.ts';
import { isOfChallenge } from './support/session/challenge-place.ts';
import { askAboutFreshIds } from './support/status/fresh-missing.ts';
import { inOrderOfKind, oneOfEachKind, TOLD_APART } from './support/status/kinds.ts';
import { assertNoContent } from './support/status/no-content.ts';
import { oddReadings } from './support/status/odd-requests.ts';
import { allowsOperations } from './support/status/operation-allow.ts';
import { makesNothingByReading } from './support/status/reading-statuses.ts';
import { namesNothingRefused } from './support/status/refused-everywhere.ts';
import { theTarget } from './support/subjects.ts';

type Id =
  | 'status/no-server-error'
  | 'status/unavailable'
  | 'status/401-challenge'
  | 'status/204-empty'
  | 'status/201-address'
  | 'status/202-missing'
  | 'status/405-allow'
  | 'status/in-table';

const WATCHES = 'Nothing of its own: it watches every answer of the run.';

/** Status codes: document 7, over every exchange of the run. */
export const status: Suite<Id> = {
  'status/no-server-error': passive({
    level: 'must',
    clause: '7',
    title: 'no request is answered with a server error',
    why: 'The table of codes knows one 5xx, 503; any other says that the service broke.',
    sends:
      'It watches every answer of the run, those to the questions before it and to the clean-up included, reads one collection with odd header fields and odd queries, and sends OPTIONS to it and to a record.',
    due: 'No 5xx other than 503; 501 is right for a method that the service does not know.',
    drivenBy: ['create/malformed', 'create/invalid', 'delete/status', 'session/any-value'],
    async check(trial) {
      const all = [...answersOf(trial), ...cleanUpAnswers(trial)];
      refuseBroken(trial, all);
      for (const request of oddReadings(trial.target)) refuseBroken(trial, [await trial.send(request)]);
      return remark(all, `${all.length} answers without a server error`);
    },
  }),

  'status/unavailable': passive({
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

  'status/401-challenge': passive({
    level: 'must',
    clause: '5.4',
    title: 'every 401 carries WWW-Authenticate',
    why: 'HTTP requires it of each 401, not only of the root.',
    sends: `${WATCHES} Where none was 401, one GET of a collection without any credentials.`,
    due: 'A WWW-Authenticate field on every 401. Where it is missing for a request without credentials at the address of session/challenge, that rule alone judges the 401s there, unless it is left out of the run.',
    drivenBy: ['session/unauthorized', 'session/exact-name', 'read/unknown-item'],
    watches: 'or-asks',
    // A 401 at the root to a request without credentials decides which rule judges the other 401s there.
    explainedBy: ['session/unauthorized'],
    async check(trial) {
      const met = answersOf(trial).filter((answer) => answer.status === 401);
      const refused = met.length > 0 ? met : await refusedToStrangers(trial);
      if (refused.length === 0 && trial.target.claims.session === 'none')
        notApplicable('the target claims no session (session = none)');
      if (refused.length === 0) notExercised('no 401 was met');
      const bare = inOrderOfKind(trial, refused).filter(
        (answer) => (answer.header('WWW-Authenticate') ?? '').trim() === '',
      );
      const isElsewhere = trial.isJudged('session/challenge');
      const told = new Set(bare.filter((answer) => isElsewhere && isOfChallenge(trial.target, answer)).map(urlOf));
      const other = bare.find((answer) => !told.has(urlOf(answer)));
      if (other !== undefined) fail('a WWW-Authenticate field', `none on the 401 to ${ask(other)}`, other);
      if (bare.length > 0)
        notExercised(
          'only 401s at the address of session/challenge lack it, and that rule judges them',
          ...bare.slice(0, 3),
        );
      return remark(refused, `${refused.length} answers were 401`);
    },
  }),

  'status/204-empty': passive({
    level: 'must',
    clause: '4.4-m4',
    title: 'every 204 is bare',
    why: 'A body after a 204 is read as the beginning of the next answer.',
    sends: WATCHES,
    due: 'No body, no Content-Length above 0, no Transfer-Encoding on any 204.',
    drivenBy: ['delete/status', 'read/query-any-text', 'query/empty'],
    async check(trial) {
      const empty = answersOf(trial).filter((answer) => answer.status === 204);
      if (empty.length === 0) notExercised('no 204 was met');
      for (const answer of inOrderOfKind(trial, empty)) assertNoContent(answer);
      return remark(empty, `${empty.length} answers were 204`);
    },
  }),

  'status/201-address': passive({
    level: 'must',
    clause: '4.4-c2',
    title: 'every 201 has an address',
    why: '201 says that something new can be addressed; Location says where, or else it is the address of the request.',
    sends: `${WATCHES} Where a POST was answered 201 without Location, a GET of its own address.`,
    due: 'A Location that is one URI reference; without it, a request address that answers. No 201 to GET or HEAD.',
    drivenBy: ['create/status', 'operation/status'],
    async check(trial) {
      const made = answersOf(trial).filter((answer) => answer.status === 201);
      if (made.length === 0 && trial.target.claims.create === 'full-result')
        notApplicable('the target claims create = full-result');
      if (made.length === 0) notExercised('no 201 was met');
      makesNothingByReading(inOrderOfKind(trial, made));
      const without = inOrderOfKind(trial, made).filter((answer) => !hasLocation(answer));
      await requestAddressAnswers(trial, without);
      return remark(made, `${made.length} answers were 201`);
    },
  }),

  'status/202-missing': passive({
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

  'status/405-allow': passive({
    level: 'should',
    clause: 'RFC 9110 15.5.6',
    title: 'every 405 lists Allow',
    why: 'The field tells the client what it may do instead.',
    sends: `${WATCHES} Where none was 405, PROPFIND (a method that only reads) on the session check and on collections, GET of commands.`,
    due: 'An Allow field with the names of methods as they are registered, which may be empty; not that of the method refused, nor of another one that is refused so at the same address, and that of GET where GET is answered 200, of POST where a creation or a command was, and of the method of an operation where it is taken for other records.',
    operates: true,
    drivenBy: ['session/authorized', 'read/collection'],
    watches: 'or-asks',
    async check(trial) {
      const refused = inOrderOfKind(trial, ofTheService(await methodsRefused(trial)));
      if (refused.length === 0) notExercised('no request was answered 405');
      const bare = refused.find((answer) => answer.header('Allow') === undefined);
      if (bare !== undefined) fail('an Allow field', `none on the 405 to ${ask(bare)}`, bare);
      const read = new Set(trial.seen.filter(isRead).map(({ exchange }) => exchange.request.url));
      const posted = postedTo(trial);
      for (const answer of refused) allowsTruly(answer, refused, read, posted);
      namesNothingRefused(trial, refused);
      allowsOperations(
        trial,
        refused.filter((answer) => !isBlankAsUsual(answer, refused)),
      );
      return remark(refused, `${refused.length} answers were 405`);
    },
  }),

  'status/in-table': passive({
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
        return `${code} (${met.length} times, first ${met[0] === undefined ? '' : ask(met[0])})`;
      });
      return remark(
        others.length > 0 ? others : seen,
        counts.length === 0 ? 'none was met' : `also met: ${counts.join('; ')}`,
      );
    },
  }),
};

const TABLE: readonly number[] = [200, 201, 202, 204, 400, 401, 404, 410, 503];

function passive(body: Omit<RuleBody, 'on' | 'passive'>): RuleBody {
  return { watches: 'every-answer', ...body, on: theTarget, passive: true };
}

/** Every answer of the run: what the target was asked first, to learn what it offers, is no less an answer of its own. */
function answersOf({ asked, seen }: Trial): readonly Answer[] {
  return [...asked, ...seen];
}

function cleanUpAnswers({ cleaned }: Trial): readonly Answer[] {
  return cleaned.flatMap((exchange) => (exchange.response === null ? [] : [answerOf(exchange, exchange.response)]));
}

// 501 is HTTP's answer to an unknown method (RFC 9110 15.6.2), not a breakdown.
function refuseBroken(trial: Trial, seen: readonly Answer[]): void {
  const broken = seen.filter(({ status: code }) => code >= 500 && code !== 503 && code !== 501);
  if (broken.length === 0) return;
  const shown = oneOfEachKind(trial, broken).slice(0, TOLD_APART);
  const told = shown.map((answer) => `${ask(answer)} answered ${answer.brief}`).join('; ');
  const count = broken.length > shown.length ? ` (${broken.length} answers of the run were such)` : '';
  fail('no 5xx other than 503', `${told}${count}`, ...shown);
}

function isUnavailable(answer: Answer): boolean {
  return answer.status === 503;
}

async function askUnavailable(trial: Trial): Promise<readonly Answer[]> {
  const { unavailable } = trial.target;
  return unavailable === undefined ? [] : [await trial.send({ method: 'GET', ...unavailable, about: 'unavailable' })];
}

function remark(witness: readonly Answer[], text: string): Remark {
  return { witness: witness.slice(0, 3), remark: text };
}

function urlOf({ exchange }: Answer): string {
  return exchange.request.url;
}

function ask({ exchange }: Answer): string {
  return `${exchange.request.method} ${exchange.request.url}`;
}

function hasLocation(answer: Answer): boolean {
  const lines = answer.headerLines('Location');
  const [value] = lines;
  if (value === undefined) return false;
  answer.owes(lines.length === 1, 'one Location field', `${lines.length} of them`);
  answer.owes(isUriReference(value), 'a Location that is a URI reference', `“${value}”`);
  return true;
}

// A PUT creates at its own address by definition. A POST without Location claims the same, and then the address has to be there.
async function requestAddressAnswers(trial: Trial, without: readonly Answer[]): Promise<void> {
  const posts = without.filter((answer) => answer.exchange.request.method === 'POST');
  const addresses = [...new Set(posts.map((answer) => answer.exchange.request.url))].slice(0, 5);
  for (const address of addresses) {
    const read = await trial.send({ method: 'GET', address });
    read.owes(read.status !== 404 && read.status !== 410, 'an address of what a 201 without Location created');
  }
}

function refuseFound(trial: Trial, missing: readonly Answer[]): void {
  const wrong = inOrderOfKind(trial, missing).find(({ status: code }) => [200, 202, 204, 400].includes(code));
  if (wrong !== undefined) fail('404 for what never was', `${ask(wrong)} answered ${wrong.brief}`, wrong);
}

/** What a target that needs credentials answers to a reading without any: one GET, where the run met no 401 otherwise. */
async function refusedToStrangers(trial: Trial): Promise<readonly Answer[]> {
  const resource = trial.target.resources.find(({ list, unserved }) => list !== undefined && unserved === undefined);
  if (resource?.list === undefined) return [];
  const request = { method: 'GET', address: resource.list.address, anonymous: true };
  const answer = await trial.send(withFieldsOf(resource, request));
  return answer.status === 401 ? [answer] : [];
}

function isRead({ exchange, status: code }: Answer): boolean {
  return exchange.request.method === 'GET' && code === 200;
}

/** Allow names what the resource takes (RFC 9110 10.2.1): methods are told apart by case (9.1), and stand between commas (5.6.1). */
function allowsTruly(
  answer: Answer,
  refused: readonly Answer[],
  read: ReadonlySet<string>,
  posted: ReadonlySet<string>,
): void {
  const { method, url } = answer.exchange.request;
  const allow = answer.header('Allow') ?? '';
  const methods = allowedBy(answer);
  const isList = methods.every((name) => /^[!#$%&'*+.^_`|~\w-]*$/u.test(name));
  answer.owes(isList, 'an Allow field of method names with commas between them', `Allow: ${allow}`);
  answer.owes(isWholeAllow(answer), 'an Allow field without empty members', `Allow: ${allow}`);
  spellsMethods(answer);
  answer.owes(!methods.includes(method), `an Allow field without ${method}, which it refuses`, `Allow: ${allow}`);
  // OPTIONS is often refused by what stands in front of the service.
  if (isBlankAsUsual(answer, refused) || method === 'OPTIONS') return;
  answer.owes(
    !read.has(url) || methods.includes('GET'),
    'GET in Allow, which is answered 200 there',
    `Allow: ${allow}`,
  );
  answer.owes(!posted.has(url) || methods.includes('POST'), 'POST in Allow, which works there', `Allow: ${allow}`);
}

/** Where creations and commands were taken: what may be done to one record may change with its state, this does not. */
function postedTo({ target, seen }: Trial): ReadonlySet<string> {
  const addresses = [...target.resources.flatMap(({ create }) => create ?? []), ...target.commands];
  const places = addresses.map(({ address }) => target.baseUrl + address);
  const taken = seen.filter(({ succeeded, exchange }) => succeeded && exchange.request.method === 'POST');
  return new Set(taken.map(({ exchange }) => exchange.request.url).filter((url) => places.includes(url)));
}

/** What stands in front of a service often refuses TRACE by itself, in the same way at each address and without Allow. */
function ofTheService(refused: readonly Answer[]): readonly Answer[] {
  const traced = refused.filter(({ exchange }) => exchange.request.method === 'TRACE');
  const isOfService = traced.some((answer) => answer.header('Allow') !== undefined);
  return isOfService ? refused : refused.filter((answer) => !traced.includes(answer));
}

async function methodsRefused(trial: Trial): Promise<readonly Answer[]> {
  const met = answersOf(trial).filter((answer) => answer.status === 405);
  if (met.length > 0) return met;
  if ((await takenByPropfind(trial)) !== undefined) return [];
  const { session, resources } = trial.target;
  const propfind = (address: string): HttpRequest => ({ method: 'PROPFIND', address, alone: true });
  const places = [
    propfind(session.address),
    ...resources.flatMap((resource) =>
      resource.list === undefined ? [] : [withFieldsOf(resource, propfind(resource.list.address))],
    ),
  ];
  const answers: Answer[] = [];
  for (const request of places) answers.push(await trial.send(request));
  // Many a server answers 501 to that; what is there to be written is not read, and a GET does no harm.
  for (const { address } of trial.target.commands) answers.push(await trial.send({ method: 'GET', address }));
  return answers.filter((answer) => answer.status === 405);
}
