import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { isVolatile } from '../payload/payloads.ts';
import { idOf } from '../query/read-as-found.ts';
import { queriesAbout, resourceOf } from '../subjects.ts';
import type { Done } from './seen-change.ts';

/**
 * A query of document 4.3 for the text of a record that was changed finds it as it is then, whatever form the operation had (4.2). A
 * result may show less than the record, and follow a little later, but it goes on to show nothing of before.
 */
export async function queriesFollow(trial: Trial, { record, before, json }: Done): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const [old, now] = [before, json].map((answer) => answer?.representation.value);
  if (json === undefined || resource.item?.envelope !== '' || !isObject(old) || !isObject(now)) return [];
  const moved = Object.keys(now).filter((name) => !isVolatile(name) && !sameValue(old[name], now[name]));
  const answers: Answer[] = [];
  for (const { address, found = '' } of queriesAbout(trial.target, resource)) {
    if (!found.includes('{unique}')) continue;
    const parameter = found.replaceAll('{unique}', record.unique);
    const oldIn = (answer: Answer): readonly string[] => {
      const { value } = answer.representation;
      const entries: readonly unknown[] = answer.status === 200 && Array.isArray(value) ? value : [];
      const entry = entries.filter(isObject).find((one) => idOf(one, resource) === record.id);
      return entry === undefined ? [] : moved.filter((name) => name in entry && sameValue(entry[name], old[name]));
    };
    const answer = await trial.until(
      () => trial.send({ method: 'GET', address: fillTemplate(address, { parameter }) }),
      (one) => oldIn(one).length === 0,
      PATIENCE_MS,
    );
    answers.push(answer);
    const behind = mayBeKept(answer) ? [] : oldIn(answer);
    if (behind.length > 0)
      fail('the record found as it is read', `${behind.join(', ')} as before the change`, json, answer);
  }
  return answers;
}
