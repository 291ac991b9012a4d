import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { allowedBy } from './allow.ts';

/**
 * Which methods there are is not shown (document 4.2): one that succeeds is wrong only where the Allow of a 405 right before it does not
 * name it (RFC 9110 10.2.1). One list for all addresses comes from what stands in front of the service. A DELETE that deletes is there,
 * whatever Allow says.
 */
export async function succeedsAsNamed(
  trial: Trial,
  answers: readonly Answer[],
  read: () => Promise<Answer>,
): Promise<void> {
  // What a success changed may have other methods.
  const at = answers.findIndex(({ succeeded }) => succeeded);
  const [done, before] = [answers[at], answers.slice(0, Math.max(at, 0)).find(({ status }) => status === 405)];
  const named = before === undefined ? [] : allowedBy(before);
  const lists = trial.seen.filter(isRefusedPropfind).map((answer) => answer.header('Allow'));
  if (named.every((name) => name === '') || new Set(lists).size < 2) return;
  const { method = '' } = done?.exchange.request ?? {};
  const isGone = ({ status }: Answer): boolean => status !== 200;
  if (method === '' || (method === 'DELETE' && isGone(await trial.until(read, isGone)))) return;
  const allow = `Allow: ${before?.header('Allow') ?? ''}`;
  done?.owes(named.includes(method), `${method} refused, or named in Allow on the 405 before it`, allow);
}

function isRefusedPropfind({ status, exchange }: Answer): boolean {
  return status === 405 && exchange.request.method === 'PROPFIND';
}
