import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { notExercised } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { createRecord, existing } from '../evidence.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import { isChosen, readBy, tellsAll, tellsIt, toldBy, waysByAddress } from '../view/equivalence.ts';
import { linksAlike } from '../view/self-links.ts';
import type { Told } from '../view/telling.ts';
import { wordForNothing, writesNoWord } from '../view/words-for-nothing.ts';
import { readAs } from './negotiation-evidence.ts';

interface View {
  readonly name: RepresentationName;
  readonly answer: Answer;
}

/** A record in JSON, and in the other representations: by Accept, and by each way to choose them by the address. */
interface Readings {
  readonly address: string;
  readonly json: Answer;
  readonly told: readonly Told[];
  readonly others: readonly View[];
  readonly chosen: readonly View[];
}

/**
 * Demands that every view of one record tells what its JSON does (document 4.5-2). Others may change a record that was there before
 * between its readings; one that they changed says nothing, and a new one is read instead.
 */
export async function recordAlike(trial: Trial): Promise<readonly Answer[]> {
  const { address } = await existing(trial);
  const first = await readingsOf(trial, address, (name) => readAs(trial, name));
  if (first.told.length === 0) notExercised('the JSON record shows no value to look for', first.json);
  if (areAlike(first)) return judged(first);
  const read = (place: string, name: RepresentationName): Promise<Answer> =>
    trial.send({ method: 'GET', address: place, headers: { accept: resourceOf(trial).mediaTypes[name] } });
  const now = await read(address, 'json');
  if (sameValue(toldIn(trial, now), first.told)) return judged(first);
  if (whyNotCreatable(resourceOf(trial)) !== undefined)
    notExercised('somebody changed the record between its readings', first.json, now);
  const own = await createRecord(trial);
  return judged(await readingsOf(trial, own.address, (name) => read(own.address, name)));
}

async function readingsOf(
  trial: Trial,
  address: string,
  read: (name: RepresentationName) => Promise<Answer>,
): Promise<Readings> {
  const json = (await read('json')).asControl('GET as JSON');
  const told = toldIn(trial, json);
  const others: View[] = [];
  for (const name of resourceOf(trial).representations.filter((other) => other !== 'json'))
    others.push({ name, answer: (await read(name)).asControl(`GET as ${name}`) });
  const chosen: View[] = [];
  for (const way of waysByAddress(trial))
    chosen.push({ name: way.name, answer: await readBy(trial, way, address, told) });
  return { address, json, told, others, chosen };
}

function toldIn(trial: Trial, json: Answer): readonly Told[] {
  return toldBy(json, resourceOf(trial).item?.envelope ?? '');
}

function areAlike({ json, told, others, chosen }: Readings): boolean {
  const isOne = ({ name, answer }: View): boolean => !isChosen(answer, name) || tellsIt(answer, told);
  const hasNoWord = ({ answer }: View): boolean => wordForNothing(answer, json.text) === undefined;
  return others.every(hasNoWord) && [...others, ...chosen].every(isOne);
}

function judged({ address, json, told, others, chosen }: Readings): readonly Answer[] {
  const views = others.map(({ name, answer }) => writesNoWord(tellsAll(answer, told, name), json));
  linksAlike([json, ...views].map((view) => ({ view, address })));
  const byAddress = chosen.map(({ name, answer }) => (isChosen(answer, name) ? tellsAll(answer, told, name) : answer));
  return [json, ...views, ...byAddress];
}
