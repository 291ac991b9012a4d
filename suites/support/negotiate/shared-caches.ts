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
  const isShared =
    /\bpublic\b|s-maxage="?0*[1-9]/u.test(cached) &&
    !/private|no-store|no-cache|(?:max-age|s-maxage)="?0+\b/u.test(cached);
  answer.owes(
    !isShared || variesBy(answer, 'cookie'),
    `Vary: Cookie beside Cache-Control: ${cached}`,
    `Vary: ${answer.header('Vary') ?? 'absent'}`,
  );
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
  if (!isKept(inside) && !variesBy(outside, 'cookie'))
    return { witness: [inside, outside], remark: 'no cache keeps what the session check answers' };
  const vary = `Vary: ${inside.header('Vary') ?? 'absent'}`;
  return [inside.owes(variesBy(inside, 'cookie'), 'Vary: Cookie, which chose the answer', vary), outside];
}

/** Whether any cache may keep an answer for a while: it says how long, or when it was changed. */
function isKept(answer: Answer): boolean {
  const cached = (answer.header('Cache-Control') ?? '').toLowerCase();
  if (/private|no-store|no-cache|(?:max-age|s-maxage)="?0+\b/u.test(cached)) return false;
  const [expires, sent] = ['Expires', 'Date'].map((name) => parseHttpDate(answer.header(name) ?? ''));
  const isTimed = /\bpublic\b|max-age|s-maxage/u.test(cached) || (expires !== undefined && expires > (sent ?? expires));
  return isTimed || answer.header('Last-Modified') !== undefined;
}
