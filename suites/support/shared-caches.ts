import type { Answer } from '../../core/answer.ts';
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
