import type { Answer } from '../../../core/answer.ts';
import { decodeSegment, lastSegment } from '../../../core/http/address.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { mayAsk } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf } from '../subjects.ts';
import { withFields } from '../with-fields.ts';
import { isThere } from './is-there.ts';
import { readyDeal } from './operation-evidence.ts';
import {
  type Deal,
  operationAddress,
  operationRequest,
  particulars,
  sampleParameters,
  withTexts,
} from './operation-requests.ts';
import type { Asked } from './operation-subjects.ts';

/** A record of form E: the text that was sent with it, and where it is. */
interface Made {
  readonly text: string;
  readonly answer: Answer;
  readonly address: string;
}

/**
 * Demands of the records of form E that they are those of their deal (document 4.2: a sub-collection of the deal): what was made below
 * one deal is not read below another one, each is read at its own address, also after others were made, and the list of a deal, where
 * there is one, shows its own records, each with what was sent. Gives no witness where the operation takes no text, or where what it
 * makes has no address.
 */
export async function recordsOfTheDeal(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  if (!asked.operation.parameters.some(({ type }) => type === 'string')) return [];
  const [one, other] = [await readyDeal(trial, asked), await readyDeal(trial, asked)];
  // That two creations are one record is the matter of other rules.
  if (one.id === other.id) return [];
  const own = await make(trial, asked, one);
  if (own === undefined) return [];
  const read = await trial.send({ method: 'GET', address: own.address });
  if (read.status !== 200) return [read];
  const apart = await isNotBelow(trial, asked, own, other);
  const made = [await make(trial, asked, other), await make(trial, asked, other)].flatMap((record) => record ?? []);
  const [first, second] = made;
  // Whoever keeps one record for each deal has one address for it.
  const isApart = first !== undefined && second !== undefined && first.address !== second.address;
  const each = isApart ? await areReadApart(trial, first, second) : [];
  if (isApart) {
    await isAnotherEachTime(trial, asked, other, first);
    await isAnotherInEach(trial, asked, other, made);
  }
  const latest = made.at(-1);
  // However many records other deals have by now: the latest one of each deal is there.
  const newer = latest && (await isThere(trial, latest, other.address, read));
  const older = newer?.status === 200 ? await isThere(trial, own, one.address, newer) : undefined;
  return [
    read,
    ...apart,
    ...each,
    ...[newer, older].flatMap((answer) => answer ?? []),
    ...(await listsItsOwn(trial, asked, other, { made, foreign: own })),
  ];
}

async function make(
  trial: Trial,
  asked: Asked,
  deal: Deal,
  text = `papers ${trial.unique()}`,
  accept?: string,
): Promise<Made | undefined> {
  const parameters = withTexts(asked, sampleParameters(asked, deal.unique), text);
  const request = operationRequest(asked, particulars(asked, deal, trial.unique(), parameters));
  const answer = await trial.send(accept === undefined ? request : withFields(request, { accept }));
  const { location: address, exchange } = answer;
  const below = `${exchange.request.url.replace(/\/$/u, '')}/`;
  const isBelow = answer.status === 201 && address?.startsWith(below) === true && mayAsk(trial.target, address);
  return isBelow ? { text, answer, address } : undefined;
}

/** The record of one deal, asked for below another one that has none (document 4.4-m1). */
async function isNotBelow(trial: Trial, asked: Asked, own: Made, other: Deal): Promise<readonly Answer[]> {
  const address = operationAddress(asked, other, trial.unique());
  const place = `${address.replace(/\/$/u, '')}/${lastSegment(own.address)}`;
  const answer = await trial.send({ method: 'GET', address: place, about: 'missing' });
  const isRead = answer.status === 200 && answer.text.includes(own.text);
  if (isRead) fail('404 below a deal that has no such record', answer.brief, own.answer, answer);
  return [answer];
}

/** Two records of one deal are read with what was sent for each (document 4.4-c2). One of before may be gone. */
async function areReadApart(trial: Trial, first: Made, second: Made): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const answer = await trial.send({ method: 'GET', address: own.address });
    const isOther = answer.status === 200 && answer.text.includes(other.text) && !answer.text.includes(own.text);
    if (isOther) fail(`what was sent for ${own.address}`, `what was sent for ${other.address}`, own.answer, answer);
    answers.push(answer);
  }
  return answers;
}

/** The same request again may be refused, or answered 200 or 204. A 201 says that a new record was made (RFC 9110 15.3.2). */
async function isAnotherEachTime(trial: Trial, asked: Asked, deal: Deal, first: Made): Promise<void> {
  const again = await make(trial, asked, deal, first.text);
  if (again?.address === first.address)
    fail(
      'the Location of a new record, with 201',
      `${again.address}, which was made before`,
      first.answer,
      again.answer,
    );
}

/** The same for a client that accepts another representation: a Location that names none of before, and leads to what was sent now. */
async function isAnotherInEach(trial: Trial, asked: Asked, deal: Deal, made: readonly Made[]): Promise<void> {
  const { representations, selectors, mediaTypes } = resourceOf(trial);
  const all = [...made];
  for (const name of selectors.includes('accept') ? representations : []) {
    if (name === 'json') continue;
    const own = await make(trial, asked, deal, `papers ${trial.unique()}`, mediaTypes[name]);
    if (own === undefined) continue;
    const { address, answer, text } = own;
    const earlier = all.find((one) => one.address === address);
    if (earlier !== undefined)
      fail('the Location of a new record, with 201', `${address}, which was made before`, earlier.answer, answer);
    const read = await trial.send({ method: 'GET', address });
    const other = all.find((one) => read.text.includes(one.text));
    if (read.status === 200 && other !== undefined && !read.text.includes(text))
      fail(`what was sent for ${address}`, `what was sent for ${other.address}`, answer, read);
    all.push(own);
  }
}

/** A list of the records that shows none, though one that was made is read (document 4.4-m2). It may follow a little later. */
async function isNotEmpty(trial: Trial, list: Answer, made: readonly Made[]): Promise<void> {
  const last = made.at(-1);
  const isEmpty = ({ status, representation: { value } }: Answer): boolean =>
    status === 200 && Array.isArray(value) && value.length === 0;
  if (last === undefined || !isEmpty(list)) return;
  const address = list.exchange.request.url;
  const later = await trial.until(
    () => trial.send({ method: 'GET', address }),
    (answer) => !isEmpty(answer),
    PATIENCE_MS,
  );
  const read = await trial.send({ method: 'GET', address: last.address });
  if (isEmpty(later) && !mayBeKept(later) && read.status === 200)
    fail(`${last.address} in the list, as it is read`, later.brief, last.answer, read, later);
}

/** The sub-collection as a list, where there is one (the document shows no such reading). It may be a part, in a shape of its own. */
async function listsItsOwn(
  trial: Trial,
  asked: Asked,
  deal: Deal,
  { made, foreign }: { readonly made: readonly Made[]; readonly foreign: Made },
): Promise<readonly Answer[]> {
  const address = operationAddress(asked, deal, trial.unique());
  const list = await trial.send({ method: 'GET', address });
  const { value } = list.representation;
  if (list.status !== 200 || !Array.isArray(value)) return isAbsent(list) ? [] : [list];
  await isNotEmpty(trial, list, made);
  list.owes(!list.text.includes(foreign.text), `the records of ${deal.address} alone`, 'one of another deal');
  const texts = made.map(({ text }) => text);
  for (const { text, address: own } of made) {
    const entry: unknown = value.find((one) => isObject(one) && isAt(one, own));
    if (entry === undefined) continue;
    const wrong = texts.find((other) => other !== text && JSON.stringify(entry).includes(other));
    list.owes(
      wrong === undefined,
      `“${text}” in the listed record ${own}`,
      `“${wrong ?? ''}”, which was sent with another`,
    );
  }
  return [list];
}

/** Whether an entry is that of this address: by its id, or by a link to it. */
export function isAt(entry: Readonly<Record<string, unknown>>, address: string): boolean {
  const segment = lastSegment(address) ?? '';
  const { pathname } = new URL(address);
  return (
    idText(entry['id']) === decodeSegment(segment) ||
    Object.values(entry).some((value) => value === address || value === pathname)
  );
}
