import { isLoopbackHost } from '../../core/http/loopback.ts';
import { askOf } from '../faces/fetch.ts';
import { EMPTY } from '../message.ts';
import { refuse } from '../service/problems.ts';
import { COOKIE, cookieValues, unquote } from '../service/session.ts';
import type { MintedSession } from '../state/minted-sessions.ts';
import { type ControlCall, type ControlRoute, done } from './route.ts';
import { clearCookie, setCookie, withCookie } from './session-cookie.ts';
import { wishOfQuery } from './session-wish.ts';

const TO = 'where to go then: an address of the mock, of this machine, or of an origin in controlOrigins';

/** Sessions as a browser gets and loses them, by a link. */
export const loginRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/login',
    title: 'Mints a session, sets its cookie and goes on to another address.',
    query: {
      user: 'who it is for',
      to: `${TO}; by default the root check`,
      lifeSeconds: 'how long it lasts',
      crossSite: 'true: the cookie is sent by pages of other sites too',
    },
    answers: { 303: 'the cookie, and where to go' },
    async handle(call) {
      const to = destination(call) ?? `${call.url.origin}${call.mount}/`;
      const session = call.world.sessions.mint(await wishOfQuery(call.url.searchParams));
      return withCookie(goTo(to), setCookie(session, call, call.mock.clock.now()));
    },
  },
  logout('GET'),
  logout('POST'),
];

function logout(method: 'GET' | 'POST'): ControlRoute {
  return {
    method,
    path: '/logout',
    title: 'Revokes the session whose cookie is sent, and takes the cookie away.',
    query: { to: TO },
    answers: { 204: 'it is over', 303: 'it is over; where to go, where `to` said so' },
    handle(call) {
      const to = destination(call);
      const sessions = sentSessions(call);
      for (const session of sessions) call.world.sessions.end(session, 'revoked');
      const crossSite = sessions.some((session) => session.crossSite);
      return withCookie(to === undefined ? done() : goTo(to), clearCookie(call, crossSite));
    },
  };
}

function sentSessions({ world, request }: ControlCall): MintedSession[] {
  return cookieValues(askOf(request, EMPTY).header('cookie') ?? '', COOKIE)
    .map((value) => world.sessions.find(unquote(value)))
    .filter((session) => session !== undefined);
}

/** Where `to` leads; undefined: nowhere was said. Anywhere else than home would let a link of the mock's lead astray. */
function destination({ url, mock }: ControlCall): string | undefined {
  const given = url.searchParams.get('to');
  if (given === null) return undefined;
  const to = URL.canParse(given, url) ? new URL(given, url) : undefined;
  const isWeb = to !== undefined && /^https?:$/u.test(to.protocol);
  const isHome = isWeb && (to.origin === url.origin || isLoopbackHost(to.hostname));
  if (isHome || (isWeb && mock.options.controlOrigins.includes(to.origin))) return to.href;
  return refuse(
    400,
    `"to" leads to ${given.slice(0, 100)}, which is neither the mock, nor this machine, nor an allowed origin; add it to controlOrigins (--control-origin)`,
  );
}

function goTo(to: string): Response {
  return new Response(null, { status: 303, headers: { location: to } });
}
