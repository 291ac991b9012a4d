import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { isThereInEach } from '../negotiate/there-in-each.ts';
import { readyDeal } from '../operation/operation-evidence.ts';
import { operationRequest, particulars, sampleParameters, withTexts } from '../operation/operation-requests.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { contradictions, isVolatile } from '../payload/payloads.ts';
import { resourceOf } from '../subjects.ts';
import { isWellFormedXml, tellsAll, toldBy, toldIn } from './equivalence.ts';
import { isNegotiated, type View } from './views.ts';
import { writesNoWord } from './words-for-nothing.ts';

/**
 * What writers forget to escape, or to write in the charset that they name, in a text that they were sent: markup, an entity, the end of
 * CDATA, quotes of every sort, letters of one to four bytes, of other scripts, and with a mark that no single letter has.
 */
export function hardText(unique: string): string {
  return `papers ${unique} <b> & "c" ]]> 'd' “e” ‘f’ – ä€q̃ 契 ש 🚀`;
}

/** Demands that JSON shows the texts as they were sent, neither escaped nor encoded twice. */
export function showsAsSent(view: Answer | undefined, shown: unknown, sent: JsonObject): void {
  const wrong = contradictions(sent, shown).filter((member) => typeof sent[member] === 'string' && !isVolatile(member));
  const told = wrong.map((member) => `${member} “${String(sent[member])}”`).join(', ');
  view?.owes(wrong.length === 0, `${told} as it was sent`);
}

/**
 * A place in each representation that Accept may ask for, as far as it came as that; where it came as JSON, it is missing in none. Unlike
 * `viewsAt` it is asked for anew.
 */
export async function ownViews(trial: Trial, address: string): Promise<readonly View[]> {
  const { representations, selectors, mediaTypes } = resourceOf(trial);
  const views: View[] = [];
  for (const name of selectors.includes('accept') ? representations : []) {
    const request = { method: 'GET', address, headers: { accept: mediaTypes[name] } };
    views.push({ place: { kind: 'made', address }, name, request, answer: await trial.send(request) });
  }
  await isThereInEach(trial, views);
  return views.filter(({ name, answer }) => answer.status === 200 && answer.representation.syntax === name);
}

/**
 * Demands of a place that came in all representations that XML is well formed (XML 1.0 2.1), and that each tells what JSON tells
 * (document 4.5-2). `inner` gives further members of the record that are looked for.
 */
export function tellAsJson(trial: Trial, views: readonly View[], inner: (record: unknown) => unknown): void {
  const json = views.find(({ name }) => name === 'json')?.answer;
  const names = views.map(({ name }) => name);
  if (json === undefined || !isNegotiated(trial, names)) return;
  const told = [...toldBy(json, ''), ...toldIn(inner(json.representation.value))];
  for (const { name, answer } of views.filter((view) => view.name !== 'json')) {
    isWellFormedXml(answer);
    if (answer.representation.problem === undefined) writesNoWord(tellsAll(answer, told, name), json);
  }
}

/** A command document with a text that is hard to write, read in each representation. */
export async function commandInEach(trial: Trial, asked: Asked): Promise<void> {
  if (!asked.operation.parameters.some(({ type }) => type === 'string')) return;
  const deal = await readyDeal(trial, asked);
  const unique = trial.unique();
  const parameters = withTexts(asked, sampleParameters(asked, unique), hardText(unique));
  const answer = await trial.send(operationRequest(asked, particulars(asked, deal, unique, parameters)));
  if (!answer.succeeded || answer.status === 202) return;
  const views = await ownViews(trial, answer.exchange.request.url);
  const json = views.find(({ name }) => name === 'json')?.answer;
  const command = json?.representation.value;
  showsAsSent(json, isObject(command) ? command['params'] : undefined, parameters);
  tellAsJson(trial, views, (record) => (isObject(record) ? record['params'] : undefined));
}
