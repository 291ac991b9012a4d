import type { Answer } from '../../../core/answer.ts';
import { idAt } from '../../../core/ids/record-address.ts';
import { idSent } from '../../../core/records/record-claim.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { idText } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { resourceOf } from '../subjects.ts';

/** A record that was read as JSON, the id by which it was asked for, and the one that it shows. */
interface Shown {
  readonly answer: Answer;
  readonly asked: string;
  readonly own: string;
}

/** How many records have to show the id of their address before it is taken for a rule. */
const LEAST = 2;

/**
 * Demands that each record of the run that came as JSON is that of its own address, whatever was asked for before it (document 4.4: one
 * user by its identifier). A record may show another identifier than its address has: only where others show that of their address, and
 * where this one shows that of another one of these, an answer is taken for one to another request.
 */
export function showsItsOwn(trial: Trial): void {
  const shown = trial.seen.flatMap((answer) => shownBy(trial, answer) ?? []);
  const known = new Map(shown.filter(({ asked, own }) => asked === own).map((one) => [one.own, one]));
  if (known.size < LEAST) return;
  for (const { answer, asked, own } of shown) {
    const other = known.get(own);
    // Where one address shows both, it names one record.
    if (asked === own || other === undefined || !known.has(asked) || wasSent(trial, asked, own)) continue;
    fail(`the record ${asked} at its address`, `the record ${own}`, other.answer, answer);
  }
}

/** Whether a creation of the run sent that identifier for the record: what is shown of it is then what was sent. */
function wasSent({ records }: Trial, asked: string, own: string): boolean {
  return records.claims.some(({ id, resource, payload }) => id === asked && idSent(resource, payload) === own);
}

function shownBy(trial: Trial, answer: Answer): Shown | undefined {
  const { item, representations, selectors } = resourceOf(trial);
  const { method, url, about } = answer.exchange.request;
  if (item === undefined || method !== 'GET' || about !== undefined || answer.status !== 200) return undefined;
  // A parameter may choose a representation (document 4.5-3); it names no record where the template has none.
  const given = idAt(trial.target, item.address, url.split('?', 1)[0] ?? url);
  if (given === undefined) return undefined;
  const { syntax, problem, value } = answer.representation;
  const own = syntax === 'json' && problem === undefined ? idText(at(at(value, item.envelope), item.id)) : undefined;
  const suffixes = selectors.includes('suffix') ? representations.map((name) => `.${name}`) : [];
  const suffix = suffixes.find((end) => given.endsWith(end)) ?? '';
  return own === undefined ? undefined : { answer, asked: given.slice(0, given.length - suffix.length), own };
}
