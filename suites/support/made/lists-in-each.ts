import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isAt } from '../operation/operation-records.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { toldIn } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import type { Told } from '../view/telling.ts';
import { recordsInEach } from './every-record.ts';
import { entriesOf, otherNames } from './made-records.ts';

/**
 * Demands of the list of each sub-collection of form E, where there is one (document 4.2 shows none), that it tells the same in each
 * representation in which it comes (4.5-2). It may show less of each record than JSON does: what it names, it tells, and a text that was
 * sent with one record is due where it tells that of another.
 */
export async function listsAlike(trial: Trial, operations: readonly Asked[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const asked of operations) {
    const { made, list } = await recordsInEach(trial, asked);
    const entries = list.status === 200 ? (entriesOf(list) ?? []).filter(isObject) : [];
    const own = entries.filter((entry) => made.some(({ address }) => isAt(entry, address)));
    if (own.length === 0) continue;
    for (const name of otherNames(trial)) {
      const address = list.exchange.request.url;
      const view = await trial.send({
        method: 'GET',
        address,
        headers: { accept: resourceOf(trial).mediaTypes[name] },
      });
      answers.push(view);
      const { syntax, problem } = view.representation;
      const isWhole = view.header('Link') === undefined && problem === undefined;
      if (view.status === 200 && syntax === name && isWhole)
        tellsEach(list, view, own.map(toldIn), textsIn(own, asked));
    }
  }
  return answers;
}

function textsIn(entries: readonly Readonly<Record<string, unknown>>[], { operation }: Asked): readonly Told[] {
  const names = operation.parameters.filter(({ type }) => type === 'string').map(({ name }) => name);
  return entries.flatMap((entry) => toldIn(entry).filter(([member]) => names.includes(member)));
}

function tellsEach(json: Answer, view: Answer, records: readonly (readonly Told[])[], texts: readonly Told[]): void {
  const { untold } = readerOf(view);
  const lost = untold(texts);
  const missing = lost.length === texts.length ? [] : lost;
  const wrong = [...missing, ...records.flatMap((told) => untold(told, 'labelled'))];
  const shown = wrong.map(([member, value]) => `${member} ${String(value)}`).join(', ');
  if (wrong.length > 0) fail('what the JSON of the list tells', `no ${shown}: ${view.brief}`, json, view);
}
