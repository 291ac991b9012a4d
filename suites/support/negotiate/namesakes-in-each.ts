import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { changesOf } from '../changes.ts';
import { type Created, createRecord, entryId } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { missingIn } from '../query/missing-in-list.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import { tellsAll, tellsIt, toldBy } from '../view/equivalence.ts';
import { namesakeOf } from '../view/namesakes.ts';
import { readerOf } from '../view/reader.ts';
import type { Told } from '../view/telling.ts';
import { asking, type View } from '../view/views.ts';

type Readable = Created & { readonly address: string };

/**
 * Two records with the very same members, of which the second is then changed: each representation tells each of them as its JSON does
 * (document 4.5-2), and of the first nothing that the second one alone has; the collection shows both. Nothing makes a name unique (2),
 * and a target that wants it so refuses the second one.
 */
export async function namesakesAlike(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (whyNotCreatable(resource) !== undefined || resource.item === undefined) return [];
  const first = await createRecord(trial);
  const second = await namesakeOf(trial, first);
  if (second === undefined) return [];
  // Where somebody said that effects take time, one view may show the change before the other.
  const [change] = trial.settleMs === 0 ? changesOf(trial, resource, second) : [];
  await change?.();
  const [one, other] = [await readIn(trial, first, 'json'), await readIn(trial, second, 'json')];
  if (one === undefined || other === undefined) return [];
  const answers: Answer[] = [one, other];
  for (const name of resource.representations.filter((own) => own !== 'json')) {
    const own = await readIn(trial, first, name, told(trial, one));
    const changed = await readIn(trial, second, name, told(trial, other));
    if (own !== undefined) answers.push(tellsNothingOf(trial, tellsAll(own, told(trial, one), name), one, other));
    if (changed !== undefined) answers.push(tellsAll(changed, told(trial, other), name));
  }
  return [...answers, ...(await listedBoth(trial, [first, second]))];
}

/** The record as this, where it came so: as soon as it tells all of it, or when the time that somebody said is over. */
async function readIn(
  trial: Trial,
  { address }: Readable,
  name: View['name'],
  due: readonly Told[] = [],
): Promise<Answer | undefined> {
  const answer = await trial.until(
    () => trial.send(asking(trial, { kind: 'item', address }, name)),
    (view) => name === 'json' || tellsIt(view, due),
  );
  const { syntax, problem } = answer.representation;
  return answer.status === 200 && syntax === name && problem === undefined ? answer : undefined;
}

function told(trial: Trial, json: Answer): readonly Told[] {
  return toldBy(json, resourceOf(trial).item?.envelope ?? '');
}

/**
 * A text that the JSON of the other record alone shows stands in no view of this one under the same name. An address may: a page links to
 * others.
 */
function tellsNothingOf(trial: Trial, view: Answer, own: Answer, other: Answer): Answer {
  const record = at(own.representation.value, resourceOf(trial).item?.envelope ?? '');
  const shown = JSON.stringify(record);
  const { names, untold } = readerOf(view);
  const others = told(trial, other).filter(
    ([member, value]) =>
      typeof value === 'string' &&
      !value.includes('/') &&
      member !== 'id' &&
      !shown.includes(JSON.stringify(value)) &&
      names(member),
  );
  const wrong = others.filter((one) => isObject(record) && untold([one], 'labelled').length === 0);
  const inWords = wrong.map(([member, value]) => `${member} ${String(value)}`).join(', ');
  return view.owes(wrong.length === 0, 'nothing of another record of the same name', inWords);
}

/** The collection as each representation shows both, where its JSON does. A view may come in pages, and follow a little later. */
async function listedBoth(trial: Trial, records: readonly Readable[]): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { list } = resource;
  if (list === undefined) return [];
  const ids = records.map(({ id }) => id);
  const read = (name: View['name']): Promise<Answer> =>
    trial.send(asking(trial, { kind: 'list', address: list.address }, name));
  const entriesIn = (json: Answer): readonly unknown[] =>
    entriesOf(json, resource).filter((entry) => ids.includes(entryId(entry, resource)));
  const before = await read('json');
  const entries = entriesIn(before);
  if (entries.length !== records.length || ids.includes(undefined)) return [before];
  const answers: Answer[] = [before];
  for (const name of resource.representations.filter((own) => own !== 'json')) {
    const faultIn = (view: Answer): string | undefined => {
      const { syntax, problem, links } = view.representation;
      const isPaged = view.header('Link') !== undefined || links.some((link) => link.includes('?'));
      // A script may fill a page when it is shown.
      const isFilledLater = name === 'html' && view.text.includes('<script');
      const isWhole = !isPaged && !isFilledLater && !mayBeKept(view);
      const isRead = view.status === 200 && syntax === name && problem === undefined && isWhole;
      return isRead ? missingIn(view, entries, resource) : undefined;
    };
    const view = await trial.until(
      () => read(name),
      (one) => faultIn(one) === undefined,
      PATIENCE_MS,
    );
    answers.push(view);
    const fault = faultIn(view);
    if (fault === undefined) continue;
    const after = await read('json');
    if (sameValue(entriesIn(after), entries))
      fail(`both records of one name in the ${name}`, fault, before, view, after);
  }
  return answers;
}
