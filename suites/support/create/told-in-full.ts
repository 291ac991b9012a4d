import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, mayAsk } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';
import { toldBy } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import type { Told } from '../view/telling.ts';

/** A summary names few members; what names so many shows the record. */
const MANY = 6;
/** What lacks more of them than a record that it shows has lost is of another shape, which is left open (document 4.4-c3). */
const FEW = 2;

/**
 * Demands that the XML or HTML of a 201 which shows the record as a reading of it does (document 4.4-c3, 4.5-2) lacks no member and no
 * part of a list: flags that are false and empty texts are members too. A body of another shape, such as a summary, is let pass.
 */
export async function toldInFull(trial: Trial, record: Created, name: RepresentationName): Promise<readonly Answer[]> {
  const { answer, address, payload } = record;
  const { item, mediaTypes } = resourceOf(trial);
  if (item === undefined || address === undefined || !mayAsk(trial.target, address) || answer.status !== 201) return [];
  const read = (accept: RepresentationName): Promise<Answer> =>
    trial.send({ method: 'GET', address, headers: { accept: mediaTypes[accept] } });
  const [json, view] = [await read('json'), await read(name)];
  const shown = at(json.representation.value, item.envelope);
  const { syntax, problem } = view.representation;
  if (json.status !== 200 || view.status !== 200 || syntax !== name || problem !== undefined || !isObject(shown))
    return [json, view];
  const [made, later] = [readerOf(answer), readerOf(view)];
  const members = Object.keys(payload).filter((member) => member in shown && later.names(member));
  const named = members.filter((member) => made.names(member));
  const lost = members.filter((member) => !made.names(member));
  const isRecord = named.length >= MANY && lost.length <= FEW;
  answer.owes(!isRecord || lost.length === 0, `${lost.join(', ')}, as a reading shows it`, `none: ${answer.brief}`);
  const due = [...toldBy(json, item.envelope), ...partsIn(shown)].filter(([member]) => named.includes(member));
  const isToldLater = new Set(due.filter((one) => !later.untold(due).includes(one)));
  const untold = made.untold(due).filter((one) => isToldLater.has(one));
  const inWords = untold.map(([member, value]) => `${member} ${String(value)}`).join(', ');
  answer.owes(untold.length === 0, `${inWords}, as a reading shows it`, `other values: ${answer.brief}`);
  return [json, view];
}

/** The texts of the lists of a record. */
function partsIn(record: Readonly<Record<string, unknown>>): readonly Told[] {
  return Object.entries(record).flatMap(([member, value]): Told[] =>
    Array.isArray(value) ? value.filter((one) => typeof one === 'string').map((one): Told => [member, one]) : [],
  );
}
