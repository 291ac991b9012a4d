import type { Answer } from '../core/answer.ts';
import { isRefusal } from '../core/http/status-kinds.ts';
import { notApplicable, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import { sameForOtherClients } from './support/command/other-clients.ts';
import { collection } from './support/evidence.ts';
import { isForItsClientAlone } from './support/negotiate/shared-caches.ts';
import { sameForJsonClients } from './support/session/accepting-json.ts';
import { challengePlace, challenging } from './support/session/challenge-place.ts';
import { hasChallenge } from './support/session/challenges.ts';
import { cookieValues, oddCookies, otherNames, surroundings } from './support/session/session-cookies.ts';
import { root, withoutSession, withSession } from './support/session/session-root.ts';
import { targetUnless } from './support/subjects.ts';
import { TAG_OF_NOBODY } from './support/validator/entity-tag.ts';
import { LONG_AGO } from './support/view/view-dates.ts';

type Id =
  | 'session/authorized'
  | 'session/unauthorized'
  | 'session/challenge'
  | 'session/any-value'
  | 'session/exact-name'
  | 'session/any-position'
  | 'session/cookie-file';

/** What clients accept: a page for the sign-in of browsers, or a refusal of the type, is no reason to leave out the challenge of a 401. */
const OTHER_ACCEPTS: readonly string[] = [
  'text/html',
  'application/xml',
  'text/plain',
  '*/*',
  'text/html, application/json;q=0.9',
  'application/x-assayer-none',
];

const served = targetUnless(({ claims }) =>
  claims.session === 'none' ? 'the target claims no session check (session = none)' : undefined,
);

/** The session check: document 4.4 (`GET /`) and 5. */
export const session: Suite<Id> = {
  'session/authorized': {
    level: 'must',
    reads: true,
    clause: '4.4, 5.1',
    title: 'with a session the root answers 200 and “OK”',
    why: 'It is how a client finds out whether it is signed in.',
    sends:
      "GET and HEAD of the root with the target's session; GET for clients that accept HTML or XML too, and for such as take JSON and say so in other words or not at all.",
    due: 'Status 200 and the JSON string OK; a target may refuse what it cannot answer as asked (406), but no client that takes JSON. No leave for a cache to give that to clients without a session.',
    on: served,
    async check(trial) {
      // Who is let in does not depend on the representation (document 4.5-2, 5.3).
      const within = await withSession(trial);
      const { missing, authorized } = trial.target.session;
      // What it looks for was not sent, so that the refusal is right (document 5.4).
      if (missing !== undefined && (within.status === 401 || within.status === 403)) notExercised(missing, within);
      const answer = says(within, 200, authorized);
      isForItsClientAlone(answer);
      // The length that HEAD tells is the matter of read/head.
      const head = await trial.send({ ...root(trial), method: 'HEAD' });
      const others = [
        head,
        ...(await sameForOtherClients(trial, root(trial), 200)),
        ...(await sameForJsonClients(trial, root(trial), 200, trial.target.session.authorized)),
      ];
      for (const other of others) isForItsClientAlone(other);
      return [answer, ...others];
    },
  },

  'session/unauthorized': {
    level: 'must',
    reads: true,
    clause: '5.4',
    title: 'without a session the root answers 401 and “not authorized”',
    why: 'A check that lets everybody in checks nothing.',
    sends:
      'GET of the root without any cookie; for clients that accept HTML, XML or anything too, for such as take JSON and say so in other words or not at all, with If-None-Match of the ETag that the answer with a session has, with If-Match of another, and with If-None-Match of * and If-Unmodified-Since; HEAD of it. Where the target validates sessions, with a value that it never gave out.',
    due: 'Status 401 and the JSON string not authorized; a target may refuse what it cannot answer as asked (406), but no client that takes JSON. No leave for a cache to give that to clients with a session. No 200 to HEAD (RFC 9110 9.3.2), and no 304 or 412 (13.2.1).',
    on: served,
    needs: ['session/authorized'],
    async check(trial) {
      const answer = says(await withoutSession(trial), 401, trial.target.session.unauthorized);
      isForItsClientAlone(answer);
      const head = await trial.send({ ...root(trial), method: 'HEAD', anonymous: true });
      // What HEAD is answered otherwise is the matter of read/head; 200 is the success of this check.
      head.owes(head.status !== 200, 'status 401 to HEAD as to GET');
      const bare = { ...root(trial), anonymous: true };
      const others = [
        // A health check may accept anything, and is a client like any other.
        ...(await sameForOtherClients(trial, bare, 401, ['*/*'])),
        ...(await sameForJsonClients(trial, bare, 401, trial.target.session.unauthorized)),
        head,
      ];
      for (const other of others) isForItsClientAlone(other);
      return [answer, ...others, ...(await notModifiedForNobody(trial)), ...(await withWrongSession(trial))];
    },
  },

  'session/challenge': {
    level: 'must',
    reads: true,
    clause: '5.4',
    title: 'the 401 carries a well-formed challenge',
    why: 'HTTP requires the field, and a client learns from it how to authenticate.',
    sends:
      'GET, HEAD and OPTIONS of the root without any cookie, GET for clients that accept HTML, XML, plain text or anything, prefer JSON among several, or accept a type that nobody has. Where the target has no session check: of the first collection, without any credentials.',
    due: 'WWW-Authenticate with at least one challenge on each 401, in which each parameter occurs once; several, on one line or more, are right.',
    on: challenging,
    async check(trial) {
      const answer = await refused(trial);
      hasChallenge(answer);
      // A 401 to HEAD is a 401 (RFC 9110 9.3.2, 15.5.2); what HEAD answers otherwise is another matter.
      const head = await trial.send({ method: 'HEAD', address: placeOf(trial), anonymous: true });
      // So is one to OPTIONS, which a server in front may answer to anybody.
      const options = await trial.send({ method: 'OPTIONS', address: placeOf(trial), anonymous: true, alone: true });
      const others = [head];
      for (const accept of OTHER_ACCEPTS)
        others.push(await trial.send({ method: 'GET', address: placeOf(trial), anonymous: true, headers: { accept } }));
      for (const other of [...others, options]) if (other.status === 401) hasChallenge(other);
      return [answer, ...others];
    },
  },

  'session/any-value': {
    level: 'must',
    reads: true,
    clause: '5.3',
    title: 'only the presence of the entry counts',
    why: 'The document says that the value is not looked at, so falsy, short and odd ones are as good as any.',
    sends: 'GET of the root with generated values of the cookie.',
    due: 'Status 200 for each. The empty value is sent too, and only observed.',
    on: targetUnless(({ claims }) => {
      if (claims.session === 'none') return 'the target claims no session check (session = none)';
      return claims.session === 'validated'
        ? 'the target claims that it validates sessions (session = validated)'
        : undefined;
    }),
    needs: ['session/unauthorized'],
    async check(trial) {
      const { cookieName, authorized } = trial.target.session;
      await trial.send({ ...root(trial), cookies: `${cookieName}=` });
      return trial.forAll(cookieValues, async (value) =>
        says(await trial.send({ ...root(trial), cookies: `${cookieName}=${value}` }), 200, authorized),
      );
    },
  },

  'session/exact-name': {
    level: 'must',
    reads: true,
    clause: '5.1',
    title: 'only the entry of that very name counts',
    why: 'A cookie with a name that merely resembles it belongs to somebody else.',
    sends:
      'GET of the root with cookies of other names: longer, shorter, in another case, or with the name as a value, or in one behind another mark than the semicolon and behind an encoded one, encoded or behind a dollar sign; with an empty field and with a cookie without a name. Where any value counts, without a cookie and with a query parameter of that name.',
    due: 'Status 401 for each; 400 too for what is no cookie or an odd one. No 200 for the parameter, unless a session begins with it (Set-Cookie).',
    on: served,
    needs: ['session/unauthorized'],
    async check(trial) {
      const name = trial.target.session.cookieName;
      const ask = (cookies: string): Promise<Answer> =>
        trial.send({ ...root(trial), cookies: cookies.replaceAll('{value}', sessionValue(trial)) });
      const proof = await trial.forAll(otherNames(name), async (cookies) => (await ask(cookies)).hasStatus(401));
      const odd: Answer[] = [];
      // What is no cookie-pair (RFC 6265 4.2.1) may be refused as such.
      for (const cookies of oddCookies(name)) odd.push((await ask(cookies)).hasStatus(401, 400));
      return { ...proof, witness: [...proof.witness, ...odd, ...(await asParameter(trial))] };
    },
  },

  'session/any-position': {
    level: 'must',
    reads: true,
    clause: '5.2',
    title: 'the cookie counts wherever it stands among others',
    why: 'Clients send all their cookies in one field, in an order of their own.',
    sends:
      'GET of the root with the cookie among generated others, also of names that resemble it; twice, and, where any value counts, with another value beside it.',
    due: 'Status 200. Where the target validates sessions, it may refuse a request with two of them.',
    on: served,
    needs: ['session/unauthorized'],
    async check(trial) {
      const { cookieName, authorized } = trial.target.session;
      const own = `${cookieName}=${sessionValue(trial)}`;
      const proof = await trial.forAll(surroundings(cookieName), async ({ before, after }) =>
        says(await trial.send({ ...root(trial), cookies: [...before, own, ...after].join('; ') }), 200, authorized),
      );
      return { ...proof, witness: [...proof.witness, ...(await sentTwice(trial, own))] };
    },
  },

  'session/cookie-file': {
    level: 'must',
    reads: true,
    clause: '5.5',
    title: 'a Netscape cookie file gives the session, a plain name=value line does not',
    why: 'Command-line clients keep their cookies in such files.',
    sends: 'GET of the root with a cookie file of seven tab-separated fields, then with one that holds a plain line.',
    due: 'Status 200 with the first, 401 with the second.',
    on: served,
    needs: ['session/unauthorized'],
    async check(trial) {
      const { cookieName, authorized } = trial.target.session;
      const { hostname } = new URL(trial.target.baseUrl);
      const fields = [hostname, 'FALSE', '/', 'FALSE', '0', cookieName, sessionValue(trial)].join('\t');
      const file = await trial.send({ ...root(trial), cookieFile: `# Netscape HTTP Cookie File\n${fields}\n` });
      says(file, 200, authorized);
      const plain = await trial.send({ ...root(trial), cookieFile: `${cookieName}=${sessionValue(trial)}\n` });
      return [file, plain.hasStatus(401)];
    },
  },
};

/** A condition counts only where the answer without it is a success (RFC 9110 13.2.1), and without a session it is 401. */
async function notModifiedForNobody(trial: Trial): Promise<readonly Answer[]> {
  const tag = (await withSession(trial)).header('ETag');
  const answers: Answer[] = [];
  const conditions: readonly Readonly<Record<string, string>>[] = [
    ...(tag === undefined ? [] : [{ 'if-none-match': tag }]),
    { 'if-match': TAG_OF_NOBODY },
    { 'if-none-match': '*', 'if-unmodified-since': LONG_AGO },
  ];
  for (const headers of conditions) {
    const answer = await trial.send({ ...root(trial), anonymous: true, headers });
    const isIgnored = !answer.succeeded && answer.status !== 304 && answer.status !== 412;
    answers.push(answer.owes(isIgnored, `status 401, as without ${Object.keys(headers).join(' and ')}`));
  }
  return answers;
}

/**
 * The entry counts in a cookie and nowhere else (document 5.1, 5.2). How a cookie is issued is not shown, so that a link with a
 * parameter may begin a session. The value is made up: one that counts is not to stand in an address, which servers log.
 */
async function asParameter(trial: Trial): Promise<readonly Answer[]> {
  const { claims, session } = trial.target;
  if (claims.session === 'validated') return [];
  const address = `${session.address}${session.address.includes('?') ? '&' : '?'}${session.cookieName}=${trial.unique()}`;
  const answer = await trial.send({ ...root(trial), address, anonymous: true });
  const begins = answer.header('Set-Cookie') !== undefined;
  return [answer.owes(!answer.succeeded || begins, 'no session by a query parameter: status 401')];
}

/**
 * Cookies of one name and several paths come together, and their order is not to be relied upon (RFC 6265 4.2.2, 5.4). Where any value counts
 * (document 5.3), it does not matter which of two is looked at: an entry is present. Who looks at values may find two of them suspicious.
 */
async function sentTwice(trial: Trial, own: string): Promise<readonly Answer[]> {
  const { cookieName, authorized } = trial.target.session;
  const isAny = trial.target.claims.session !== 'validated';
  const twice = await trial.send({ ...root(trial), cookies: `${own}; ${own}` });
  if (!isAny && isRefusal(twice)) return [twice];
  const other = isAny ? [await trial.send({ ...root(trial), cookies: `${own}; ${cookieName}=${trial.unique()}` })] : [];
  return [twice, ...other].map((answer) => says(answer, 200, authorized));
}

/** A value that was never given out, and an empty one, where the target claims that it validates sessions. */
async function withWrongSession(trial: Trial): Promise<readonly Answer[]> {
  const { claims, session } = trial.target;
  if (claims.session !== 'validated') return [];
  const answers: Answer[] = [];
  for (const value of [trial.unique(), ''])
    answers.push((await trial.send({ ...root(trial), cookies: `${session.cookieName}=${value}` })).hasStatus(401));
  return answers;
}

function sessionValue(trial: Trial): string {
  return trial.target.session.value ?? 'assayer';
}

/** Where this trial asks for the 401. */
function placeOf({ subject, target }: Trial): string {
  return challengePlace(subject, target);
}

/** The 401 to a reading without credentials; ends the check where there is none. */
async function refused(trial: Trial): Promise<Answer> {
  const { resource } = trial.subject;
  if (resource === undefined) {
    const control = (await withSession(trial)).asControl('GET of the root with a session');
    const { authorized } = trial.target.session;
    const saysSo = control.representation.value === authorized || control.text.trim() === JSON.stringify(authorized);
    if (control.status !== 200 || !saysSo)
      notExercised(`the root is not as it should be with a session either: ${control.brief}`, control);
    const answer = await withoutSession(trial);
    return answer.status === 401 ? answer : notExercised(`the answer was no 401 but ${answer.brief}`, answer);
  }
  const answer = await trial.send({ method: 'GET', address: placeOf(trial), anonymous: true });
  if (answer.status !== 401)
    notApplicable(`the target claims no session check, and ${resource.name} needs no credentials`);
  // Who is let in by no credentials at all is told nothing by a challenge.
  (await collection(trial)).asControl(`GET of ${resource.name} with the credentials of the target file`);
  return answer;
}

function says(answer: Answer, status: number, due: string): Answer {
  answer.hasStatus(status);
  return answer.owes(answer.json() === due, `the JSON string ${JSON.stringify(due)}`);
}
