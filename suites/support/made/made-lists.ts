import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { sameByAddress } from '../negotiate/same-by-address.ts';
import { variesBy } from '../negotiate/vary.ts';
import { readyDeal } from '../operation/operation-evidence.ts';
import { isAt } from '../operation/operation-records.ts';
import { type Deal, operationAddress, otherParameters } from '../operation/operation-requests.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { contradictions } from '../payload/payloads.ts';
import { lengthAsGet } from '../read/head-lengths.ts';
import { unchangedOnce } from '../validator/view-conditions.ts';
import { toldIn } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import { ownViews, showsAsSent, tellAsJson } from '../view/treacherous-views.ts';
import { isNegotiated, type View } from '../view/views.ts';
import { entriesOf, isListed, type Made, make, otherNames, staysAsMade } from './made-records.ts';
import { listsSeveral } from './made-several.ts';
import { validatorsAsMade } from './made-validators.ts';

/**
 * Demands of a sub-collection of form E (document 4.2) that its list, where there is one, is that of its records: with the
 * newest one, of those of its own kind, each with what was sent, alike in each representation, and none below a deleted deal.
 * Whether there is a list, and in which shape, is shown nowhere: only what is seen to name one of the records is judged by them.
 */
export async function listsWhatWasMade(trial: Trial, asked: Asked, other?: Asked): Promise<readonly Answer[]> {
  if (!asked.operation.parameters.some(({ type }) => type === 'string')) return [];
  const deal = await readyDeal(trial, asked);
  const address = operationAddress(asked, deal, trial.unique());
  const first = await make(trial, asked, deal);
  if (first === undefined) return [];
  await settles(trial, address, first);
  const one = await ownViews(trial, address);
  const [name = 'json'] = otherNames(trial);
  const second = (await make(trial, asked, deal, name)) ?? (await make(trial, asked, deal));
  if (second === undefined || second.address === first.address) return [];
  await settles(trial, address, second);
  const views = await ownViews(trial, address);
  const [before, list] = [jsonOf(one), jsonOf(views)];
  const own = await ownViews(trial, second.address);
  const read = await trial.send({ method: 'GET', address: first.address });
  for (const { answer } of own) await validatorsAsMade(trial, second.answer, answer);
  if (trial.settleMs === 0) staysAsMade(first, read, list);
  if (read.status === 200 && jsonOf(own) !== undefined) {
    if (before !== undefined && list !== undefined) holdNewest([before, list], [first, second]);
    if (trial.settleMs === 0) growAlike(one, views, [first, second]);
  }
  showsAsSent(jsonOf(own), jsonOf(own)?.representation.value, second.sent);
  tellAsJson(trial, own, (record) => record);
  variesByAccept(trial, views);
  if (
    isNegotiated(
      trial,
      views.map(({ name: own }) => own),
    )
  )
    await sameByAddress(trial, address, { views, texts: [first.text, second.text] });
  if (list === undefined) return [first.answer];
  for (const record of [first, second])
    showsAsSent(
      list,
      (entriesOf(list) ?? []).find((entry) => isObject(entry) && isAt(entry, record.address)),
      record.sent,
    );
  await lengthAsGet(trial, { method: 'GET', address }, list, await trial.send({ method: 'HEAD', address }));
  for (const view of trial.target.claims.validators === false ? [] : views.slice(0, 1))
    await unchangedOnce(trial, view);
  const several = isListed(list, second) ? await listsSeveral(trial, asked, deal, address, [first, second]) : [];
  if (other !== undefined) await areOfTheirKind(trial, deal, [asked, other], [first, second]);
  return [list, ...several, ...(await areGoneWithTheDeal(trial, deal, [address, ...below(second)]))];
}

/** What comes in every representation from one address says what chose it (RFC 9110 12.5.5). */
function variesByAccept(trial: Trial, views: readonly View[]): void {
  const names = views.map(({ name }) => name);
  for (const { answer } of isNegotiated(trial, names) ? views : [])
    answer.owes(variesBy(answer, 'accept'), 'Vary: Accept', `Vary: ${answer.header('Vary') ?? 'absent'}`);
}

/** Where effects may take a while to show, the list is waited for before it is judged. */
async function settles(trial: Trial, address: string, record: Made): Promise<void> {
  if (trial.settleMs === 0) return;
  await trial.until(
    () => trial.send({ method: 'GET', address }),
    (list) => isListed(list, record),
  );
}

function jsonOf(views: readonly View[]): Answer | undefined {
  return views.find(({ name }) => name === 'json')?.answer;
}

/**
 * The newest record of each list: a list may be of what holds now, and leave an earlier one out (document 4.2 shows no list). One that
 * names none of the records in a way that is known is judged only where it is empty.
 */
function holdNewest(lists: readonly [Answer, Answer], made: readonly [Made, Made]): void {
  const isNamed = lists.some((list) => made.some((record) => isListed(list, record)));
  for (const [list, due] of [
    [lists[0], made[0]],
    [lists[1], made[1]],
  ] as const) {
    const entries = entriesOf(list);
    if (entries === undefined || list.header('Link') !== undefined || (!isNamed && entries.length > 0)) continue;
    if (!isListed(list, due)) fail(`${due.address} in the list, where it is read`, list.brief, due.answer, list);
  }
}

/** A list that told the first record in a representation tells the second one in it too. */
function growAlike(before: readonly View[], after: readonly View[], [first, second]: readonly [Made, Made]): void {
  const json = jsonOf(after);
  if (json === undefined || !isListed(json, second)) return;
  for (const { name, answer } of after.filter((view) => view.name !== 'json')) {
    const earlier = before.find((view) => view.name === name)?.answer;
    if (earlier === undefined || answer.header('Link') !== undefined) continue;
    const tells = (view: Answer, { text }: Made): boolean => readerOf(view).untold([['', text]]).length === 0;
    const { untold } = readerOf(answer);
    // A list may show less of each record; what it names, it tells.
    const named = untold(toldIn(second.sent), 'labelled').filter(([, value]) => value === second.text);
    const isLacking = named.length > 0 || (tells(earlier, first) && !tells(answer, second));
    if (isLacking) fail(`${second.address} in the ${name} of the list, as in its JSON`, answer.brief, json, answer);
  }
}

/** Records of another kind are in a list of their own, each with what was sent for it. */
async function areOfTheirKind(
  trial: Trial,
  deal: Deal,
  [asked, other]: readonly [Asked, Asked],
  made: readonly Made[],
): Promise<void> {
  const one = await make(trial, other, deal);
  const before = one === undefined ? undefined : await trial.send({ method: 'GET', address: one.address });
  const others = [one, await make(trial, other, deal, 'json', otherParameters)];
  const known = others.flatMap((record) => record ?? []);
  if (before?.status === 200 && one !== undefined) {
    const read = await trial.send({ method: 'GET', address: one.address });
    const list = await trial.send({ method: 'GET', address: operationAddress(other, deal, trial.unique()) });
    staysAsMade(one, read, list.status === 200 ? list : undefined);
  }
  if (known.length === 0) return;
  for (const [kind, own, foreign] of [
    [asked, made, known],
    [other, known, made],
  ] as const) {
    const list = await trial.send({ method: 'GET', address: operationAddress(kind, deal, trial.unique()) });
    const entries = list.status === 200 ? (entriesOf(list) ?? []).filter((entry) => isObject(entry)) : [];
    for (const entry of entries) {
      const texts = Object.values(entry);
      const stray = foreign.find(({ text }) => texts.includes(text));
      if (stray !== undefined) fail(`records of ${kind.operation.name} alone`, stray.address, stray.answer, list);
      const record = own.find(({ text }) => texts.includes(text));
      const wrong = record === undefined ? [] : contradictions(plain(record.sent), entry);
      if (wrong.length > 0)
        list.owes(false, `what was sent for ${record?.address ?? ''}`, `another ${wrong.join(', ')}`);
    }
  }
}

/** Numbers and texts; a date may be shown in a notation of its own. */
function plain(sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => !/^\d{4}-\d\d-\d\d/u.test(String(value))));
}

/** The address of a record, where it stands below the list. */
function below({ address, answer }: Made): readonly string[] {
  return address.startsWith(`${answer.exchange.request.url.replace(/\/$/u, '')}/`) ? [address] : [];
}

/** Where the identifier in the path names no resource any more, nothing is listed or read below it (document 4.4-m1). */
async function areGoneWithTheDeal(trial: Trial, deal: Deal, places: readonly string[]): Promise<readonly Answer[]> {
  if (deal.deletion === undefined || !(await trial.send(deal.deletion)).succeeded) return [];
  const reading = { method: 'GET', address: deal.address };
  const gone = await trial.until(() => trial.send(reading), isAbsent);
  if (!isAbsent(gone)) return [];
  const answers: Answer[] = [];
  for (const address of places) {
    const answer = await trial.until(
      () => trial.send({ method: 'GET', address }),
      ({ status }) => status !== 200,
    );
    // The id may be given to a later record.
    if (answer.status === 200 && isAbsent(await trial.send(reading)))
      fail('404 below a deal that was deleted', answer.brief, gone, answer);
    answers.push(answer);
  }
  return answers;
}
