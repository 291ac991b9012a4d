import type { Answer } from '../../../core/answer.ts';
import { isReading } from '../../../core/guard/record-gate.ts';
import { idAtOrAbove } from '../../../core/ids/record-address.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { allowedBy } from '../method/allow.ts';
import { endOf, named } from '../record-histories.ts';

/** Methods that are often refused by what stands in front of a service: it has an Allow of its own. */
const IN_FRONT: readonly string[] = ['OPTIONS', 'TRACE'];

/**
 * Demands that no 405 names in Allow what another 405 at the same address refuses (RFC 9110 10.2.1, 15.5.6). Which methods a record has may
 * depend on what was done to it: nothing was, from the first of them to the last.
 */
export function namesNothingRefused(trial: Trial, refused: readonly Answer[]): void {
  const written = trial.seen.filter(({ succeeded, exchange }) => succeeded && !isReading(exchange.request));
  for (const url of new Set(refused.map(urlOf))) {
    const answers = refused.filter((answer) => urlOf(answer) === url && !IN_FRONT.includes(methodOf(answer)));
    const methods = new Set(answers.map(methodOf));
    for (const answer of answers) {
      const wrong = allowedBy(answer).find((name) => methods.has(name) && name !== methodOf(answer));
      if (wrong === undefined || isTouched(trial, url, written, answers)) continue;
      const other = `no ${wrong} in Allow on the 405 to ${methodOf(answer)} ${url}, where it is answered 405`;
      answer.owes(false, other, `Allow: ${answer.header('Allow') ?? ''}`);
    }
  }
}

/** Whether something was done meanwhile to the record that an address names or stands below. */
function isTouched({ target }: Trial, url: string, written: readonly Answer[], answers: readonly Answer[]): boolean {
  const templates = target.resources.flatMap(({ item, delete: deletion }) =>
    [item, deletion].flatMap((one) => one ?? []),
  );
  const ids = templates.flatMap(({ address }) => idAtOrAbove(target, address, url) ?? []);
  const from = Math.min(...answers.map(({ exchange }) => exchange.timings.startedAt));
  const to = Math.max(...answers.map(endOf));
  return written.some(
    (write) => endOf(write) >= from && write.exchange.timings.startedAt <= to && ids.some((id) => named(write).has(id)),
  );
}

function methodOf({ exchange }: Answer): string {
  return exchange.request.method;
}

function urlOf({ exchange }: Answer): string {
  return exchange.request.url;
}
