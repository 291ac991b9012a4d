import type { Answer } from '../core/answer.ts';
import { isUriReference } from '../core/http/address.ts';
import { withFieldsOf } from '../core/http/resource-fields.ts';
import { fail, notApplicable, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import { isOfChallenge } from './support/session/challenge-place.ts';
import { assertAllow, methodsRefused } from './support/status/allow.ts';
import { inOrderOfKind } from './support/status/kinds.ts';
import { assertNoContent } from './support/status/no-content.ts';
import { makesNothingByReading } from './support/status/reading-statuses.ts';
import { answersOf, askedBy, remark, WATCHES, watching } from './support/status/watched.ts';

type Id = 'status/401-challenge' | 'status/204-empty' | 'status/201-address' | 'status/405-allow';

/** What belongs to an answer of one status code, its fields and its body, over every exchange of the run. */
export const statusParts: Suite<Id> = {
  'status/401-challenge': watching({
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
      if (other !== undefined) fail('a WWW-Authenticate field', `none on the 401 to ${askedBy(other)}`, other);
      if (bare.length > 0)
        notExercised(
          'only 401s at the address of session/challenge lack it, and that rule judges them',
          ...bare.slice(0, 3),
        );
      return remark(refused, `${refused.length} answers were 401`);
    },
  }),

  'status/204-empty': watching({
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

  'status/201-address': watching({
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

  'status/405-allow': watching({
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
      const refused = inOrderOfKind(trial, await methodsRefused(trial));
      if (refused.length === 0) notExercised('no request was answered 405');
      assertAllow(trial, refused);
      return remark(refused, `${refused.length} answers were 405`);
    },
  }),
};

function urlOf({ exchange }: Answer): string {
  return exchange.request.url;
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

/** What a target that needs credentials answers to a reading without any: one GET, where the run met no 401 otherwise. */
async function refusedToStrangers(trial: Trial): Promise<readonly Answer[]> {
  const resource = trial.target.resources.find(({ list, unserved }) => list !== undefined && unserved === undefined);
  if (resource?.list === undefined) return [];
  const request = { method: 'GET', address: resource.list.address, anonymous: true };
  const answer = await trial.send(withFieldsOf(resource, request));
  return answer.status === 401 ? [answer] : [];
}
