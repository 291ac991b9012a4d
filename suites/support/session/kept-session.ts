import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';

/**
 * Demands that no answer to a client that is signed in tells it to throw its cookie away: to ask is a GET, which is safe (RFC 9110 9.2.1),
 * and the session goes on. A cookie with another value, or with a new date, goes on as well. Nor may browsers be told to forget all cookies.
 */
export function keepsTheSession({ target }: Trial, answers: readonly Answer[]): void {
  const { cookieName } = target.session;
  for (const answer of answers.filter(({ status }) => status === 200)) {
    const ours = answer.headerLines('Set-Cookie').filter((line) => nameIn(line) === cookieName);
    // One that is thrown away beside one that is set is an old one of another path or domain (RFC 6265 5.3).
    const isSetAnew = ours.some((line) => whyEnded(line, answer) === undefined);
    const [why] = isSetAnew ? [] : ours.flatMap((line) => whyEnded(line, answer) ?? []);
    answer.owes(
      why === undefined,
      `the cookie ${cookieName} left to the client`,
      `a Set-Cookie that ends it: ${why ?? ''}`,
    );
    const cleared = answer.header('Clear-Site-Data') ?? '';
    answer.owes(!/"(?:cookies|\*)"/u.test(cleared), 'the cookies left to the client', `Clear-Site-Data: ${cleared}`);
  }
}

function nameIn(line: string): string {
  return (line.split('=')[0] ?? '').trim();
}

/**
 * By what a Set-Cookie field ends the cookie that was sent; undefined where it does not. Max-Age counts before Expires, and of each the last one
 * (RFC 6265 5.3). One for a domain, or for a path below, is another cookie than the one that a server gave without (5.3 step 11).
 */
function whyEnded(line: string, answer: Answer): string | undefined {
  if (attribute(line, 'domain') !== undefined || !isAt(attribute(line, 'path'), answer)) return undefined;
  const age = attribute(line, 'max-age');
  if (age !== undefined && /^-?\d+$/u.test(age)) return Number(age) <= 0 ? `Max-Age=${age}` : undefined;
  const expires = attribute(line, 'expires');
  const [end, now] = [Date.parse(expires ?? ''), Date.parse(answer.header('Date') ?? '')];
  // A day apart, whatever the clocks and the zones are.
  const isPast = expires !== undefined && end < (Number.isNaN(now) ? YEAR_2000 : now) - DAY_MS;
  return isPast ? `Expires=${expires}` : undefined;
}

const DAY_MS = 86_400_000;
const YEAR_2000 = Date.UTC(2000, 0, 1);

/** The last attribute of that name, which has no case (RFC 6265 5.2). */
function attribute(line: string, name: string): string | undefined {
  const [, ...attributes] = line.split(';');
  const values = attributes.flatMap((one) => {
    const [key = '', ...value] = one.split('=');
    return key.trim().toLowerCase() === name ? [value.join('=').trim()] : [];
  });
  return values.at(-1);
}

/** Whether a cookie of that path is sent to the address of the answer (RFC 6265 5.1.4). */
function isAt(path: string | undefined, { exchange }: Answer): boolean {
  if (path === undefined || !path.startsWith('/')) return true;
  const { pathname } = new URL(exchange.request.url);
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
