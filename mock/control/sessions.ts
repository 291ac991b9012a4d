import { CONTROL } from '../faces/control-address.ts';
import { refuse } from '../service/problems.ts';
import { COOKIE } from '../service/session.ts';
import type { MintedSession } from '../state/minted-sessions.ts';
import { wishSchema } from './body-schemas.ts';
import { bodyOf, type ControlCall, type ControlRoute, done, json } from './route.ts';
import { cookieFile, setCookie, withCookie } from './session-cookie.ts';
import { wishOf } from './session-wish.ts';

/** Sessions: minted, listed, ended. */
export const mintedSessionRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/sessions',
    title: 'Mints a session: the cookie for a browser, and its value for everybody else.',
    body: wishSchema,
    answers: { 201: '{ id, cookie, value, user, state, expiresAt, crossSite, cookieFile }' },
    async handle(call) {
      const session = call.world.sessions.mint(wishOf(await bodyOf(call, 'wish')));
      const response = json(shown(session, call), 201, { location: addressOf(session, call) });
      return withCookie(response, setCookie(session, call, call.mock.clock.now()));
    },
  },
  {
    method: 'GET',
    path: '/sessions',
    title: 'Lists the sessions that were minted, without their cookies.',
    answers: {
      200: 'an array of { id, value, user, state, expiresAt, crossSite, cookieFile }; value is its beginning',
    },
    handle: (call) => json(call.world.sessions.list().map((session) => listed(session, call))),
  },
  {
    method: 'GET',
    path: '/sessions/:id',
    title: 'Shows a session, cookie and all.',
    answers: { 200: '{ id, cookie, value, user, state, expiresAt, crossSite, cookieFile }' },
    handle: (call) => json(shown(find(call), call)),
  },
  {
    method: 'GET',
    path: '/sessions/:id/cookies.txt',
    title: 'Gives the session as a cookie file for curl -b.',
    answers: { 200: 'a cookie file in the Netscape format' },
    type: 'text/plain',
    handle(call) {
      const text = cookieFile(find(call), call.url, call.mount, call.mock.clock.now());
      return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    },
  },
  {
    method: 'POST',
    path: '/sessions/:id/expire',
    title: 'Has the session’s time be over now; its cookie is answered 401 from here on.',
    answers: { 200: 'the session as it is now' },
    handle: (call) => json(shown(call.world.sessions.end(find(call), 'expired'), call)),
  },
  {
    method: 'DELETE',
    path: '/sessions/:id',
    title: 'Revokes the session; its cookie is answered 401 from here on.',
    answers: { 204: 'it is revoked' },
    handle(call) {
      call.world.sessions.end(find(call), 'revoked');
      return done();
    },
  },
];

function find({ world, params }: ControlCall): MintedSession {
  const { id = '' } = params;
  return (
    world.sessions.get(id) ?? refuse(404, `no session has the id "${id.slice(0, 100)}"; /_mock/sessions lists them`)
  );
}

function addressOf({ id }: MintedSession, { url, mount }: ControlCall): string {
  return `${url.origin}${mount}${CONTROL}/sessions/${id}`;
}

function shown(session: MintedSession, call: ControlCall): object {
  const { id, value, user, crossSite, expiresAt } = session;
  return {
    id,
    cookie: `${COOKIE}=${value}`,
    value,
    user,
    state: call.world.sessions.stateOf(session),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    crossSite,
    cookieFile: `${addressOf(session, call)}/cookies.txt`,
  };
}

// A list is what is on a screen while others look on.
function listed(session: MintedSession, call: ControlCall): object {
  const { cookie: _, ...rest } = { cookie: '', ...shown(session, call) };
  return { ...rest, value: `${session.value.slice(0, 6)}…` };
}
