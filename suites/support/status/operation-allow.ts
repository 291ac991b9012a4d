import type { Answer } from '../../../core/answer.ts';
import { isReading } from '../../../core/guard/record-gate.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { allowedBy } from '../method/allow.ts';
import { endOf } from '../record-histories.ts';

/** A kind of address below a record, and the methods that were seen to work at one of them. */
interface Kind {
  readonly pattern: RegExp;
  readonly record: RegExp;
  readonly methods: ReadonlySet<string>;
}

/**
 * Demands of a 405 at the address of an operation that Allow names the method which the operation is asked for by, where that works for
 * other records (RFC 9110 10.2.1). What a record takes may depend on what was done to it: only such are looked at to which nothing was before.
 */
export function allowsOperations(trial: Trial, refused: readonly Answer[]): void {
  const written = trial.seen.filter(({ succeeded, exchange }) => succeeded && !isReading(exchange.request));
  const kinds = kindsOf(trial, written);
  // The records to which something was done, or to what is below them.
  const records = [...new Map(kinds.map(({ record }) => [record.source, record])).values()];
  const first = new Map<string, number>();
  for (const write of written)
    for (const record of records) {
      const [own] = record.exec(urlOf(write)) ?? [];
      if (own !== undefined) first.set(own, Math.min(first.get(own) ?? Infinity, write.exchange.timings.startedAt));
    }
  for (const answer of refused) {
    const url = urlOf(answer);
    const { method } = answer.exchange.request;
    const kind = kinds.find(({ pattern }) => pattern.test(url));
    const own = kind?.record.exec(url)?.[0];
    if (kind === undefined || own === undefined || method === 'OPTIONS') continue;
    if ((first.get(own) ?? Infinity) <= endOf(answer)) continue;
    const lacking = [...kind.methods].find((due) => due !== method && !allowedBy(answer).includes(due));
    const due = `${lacking ?? ''} in Allow on the 405 to ${method} ${url}, which works there`;
    answer.owes(lacking === undefined, due, `Allow: ${answer.header('Allow') ?? ''}`);
  }
}

function kindsOf({ target }: Trial, taken: readonly Answer[]): readonly Kind[] {
  const spelt = target.operations.flatMap(({ forms }) => Object.values(forms).map(({ address }) => address));
  const templates = [...new Set(spelt)].filter((address) => /\{id\}\/[^{]+$/u.test(address));
  return templates.map((template) => {
    const whole = target.baseUrl + template;
    const pattern = new RegExp(`^${asPattern(whole)}$`, 'u');
    const methods = taken
      .filter((answer) => pattern.test(urlOf(answer)))
      .map(({ exchange }) => exchange.request.method);
    return {
      pattern,
      record: new RegExp(`^${asPattern(whole.replace(/\{id\}.*$/u, '{id}'))}`, 'u'),
      methods: new Set(methods),
    };
  });
}

function asPattern(template: string): string {
  return template.replace(/[.*+?^$()|[\]\\]/gu, '\\$&').replace('{id}', '[^/?]+');
}

function urlOf({ exchange }: Answer): string {
  return exchange.request.url;
}
