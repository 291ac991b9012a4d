import type { Answer } from '../../../core/answer.ts';
import { header } from '../../../core/http/exchange.ts';
import { parseHttpDate } from '../../../core/http/http-date.ts';
import { notExercised, type Witness } from '../../../core/results/outcome.ts';
import type { Remark, Trial } from '../../../core/run/trial.ts';
import { withoutSession, withSession } from '../session/session-root.ts';
import { variesBy } from './vary.ts';

/**
 * What depends on a cookie is not for others: a cache that is told to share it gives it to clients without one, or one that says that
 * nobody is signed in to those that are, unless Vary names Cookie (RFC 9110 12.5.5, RFC 9111 3, 4.1).
 */
export function isForItsClientAlone(answer: Answer): void {
  const cached = (answer.header('Cache-Control') ?? '').toLowerCase();
  const [ofShared, ofAll] = [secondsIn(cached, 's-maxage'), secondsIn(cached, 'max-age')];
  // To a shared cache s-maxage is more than max-age (RFC 9111 5.2.2.10).
  const isShared = (ofShared ?? 0) > 0 || (/\bpublic\b/u.test(cached) && (ofShared ?? ofAll) !== 0);
  answer.owes(
    !isShared || FORBIDS.test(cached) || variesBy(answer, 'cookie'),
    `Vary: Cookie beside Cache-Control: ${cached}`,
    `Vary: ${answer.header('Vary') ?? 'absent'}`,
  );
}

const FORBIDS = /private|no-store|no-cache/u;

/** The seconds of a directive; undefined where it is not there. */
function secondsIn(cached: string, name: 's-maxage' | 'max-age'): number | undefined {
  const found = cached.split(',').find((one) => one.trim().startsWith(`${name}=`));
  const seconds = Number.parseInt(found?.split('=')[1]?.trim().replace('"', '') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}

/**
 * What the session check answers with a session names Cookie in Vary, where a cache may keep it without being told more (RFC 9111 4.2), or
 * where the answer without a session shows that the target wants caches to know (RFC 9110 12.5.5).
 */
export async function variesByCookie(trial: Trial): Promise<Witness | Remark> {
  const [inside, outside] = [await withSession(trial), await withoutSession(trial)];
  const { headers } = inside.exchange.request;
  const isByCookie = header(headers, 'Cookie') !== undefined && header(headers, 'Authorization') === undefined;
  if (!isByCookie || inside.status !== 200 || outside.status === 200)
    notExercised('no cookie was seen to choose what the session check answers', inside, outside);
  // A 401 is kept only where it says for how long (RFC 9111 3, 4.2.2), and is then for whoever comes next.
  if (isTimed(outside))
    outside.owes(
      variesBy(outside, 'cookie'),
      'Vary: Cookie on what a cache may keep, as a cookie is answered otherwise',
      `Vary: ${outside.header('Vary') ?? 'absent'}`,
    );
  if (!isKept(inside) && !variesBy(outside, 'cookie'))
    return { witness: [inside, outside], remark: 'no cache keeps what the session check answers' };
  const vary = `Vary: ${inside.header('Vary') ?? 'absent'}`;
  return [inside.owes(variesBy(inside, 'cookie'), 'Vary: Cookie, which chose the answer', vary), outside];
}

/** Whether any cache may keep an answer for a while: it says how long, or when it was changed. */
function isKept(answer: Answer): boolean {
  const cached = (answer.header('Cache-Control') ?? '').toLowerCase();
  return isTimed(answer) || (!isForbidden(cached) && answer.header('Last-Modified') !== undefined);
}

/** Whether it says how long, or that anybody may keep it. */
function isTimed(answer: Answer): boolean {
  const cached = (answer.header('Cache-Control') ?? '').toLowerCase();
  if (isForbidden(cached)) return false;
  const [expires, sent] = ['Expires', 'Date'].map((name) => parseHttpDate(answer.header(name) ?? ''));
  return /\bpublic\b|max-age|s-maxage/u.test(cached) || (expires !== undefined && expires > (sent ?? expires));
}

function isForbidden(cached: string): boolean {
  return FORBIDS.test(cached) || (secondsIn(cached, 's-maxage') ?? secondsIn(cached, 'max-age')) === 0;
}
