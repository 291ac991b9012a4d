import type { Answer } from '../../../core/answer.ts';
import { decodeSegment, lastSegment, resolveReference } from '../../../core/http/address.ts';
import { header } from '../../../core/http/exchange.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { leadsTo } from '../descriptions.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { toldIn } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import { hrefsIn, linksAlike } from '../view/self-links.ts';
import type { Told } from '../view/telling.ts';
import { describesWhatItMade } from './described-made.ts';
import { type MadeAs, recordsInEach } from './every-record.ts';
import { linksToEachRecord } from './linked-made.ts';
import { beginsWithItself } from './told-alike.ts';

type Shown = Readonly<Record<string, unknown>>;

/**
 * Demands of the 201s of form E, for each operation and each type that Accept may ask for, that what they show of the new record is as the
 * record itself shows it (document 4.4-c3, which leaves the shape open), in a body that begins with it, and links to it. An empty body says
 * nothing.
 */
export async function describesEachRecord(trial: Trial, operations: readonly Asked[]): Promise<void> {
  const all: MadeAs[] = [];
  for (const asked of operations) {
    const { made } = await recordsInEach(trial, asked);
    all.push(...made);
    for (const record of made) {
      beginsWithItself(record.answer);
      agreesWithRecord(record);
    }
    const json = made.find(({ name }) => name === 'json');
    if (json === undefined) continue;
    describesWhatItMade(json);
    describedAsInJson(json, made);
  }
  await linksToEachRecord(trial, all);
}

/**
 * Demands of each 201 that came in the representation that was asked for that it has a body where the one in JSON describes the record, that
 * it is one document, and that it links to what was made where the JSON does, as far as it links to such records at all (4.4-c2, c3).
 */
function describedAsInJson(json: MadeAs, made: readonly MadeAs[]): void {
  const isDescribed = recordIn(json.answer.representation.value) !== undefined;
  linksAlike(made.map(({ answer, address }) => ({ view: answer, address })));
  for (const { answer, address, name } of made) {
    if (name === 'json' || answer.mediaType !== acceptedBy(answer)) continue;
    if (isDescribed && answer.body.length === 0)
      fail('a body that describes what was created, as in JSON', `no body as ${answer.mediaType}`, json.answer, answer);
    answer.owes(!readerOf(answer).isTwice, 'one document', 'two pages in one body');
    if (leads(json.answer, json.address)) linksThere(answer, address);
  }
}

/** The type that was asked for by the request of an answer. */
function acceptedBy({ exchange }: Answer): string | undefined {
  return header(exchange.request.headers, 'Accept');
}

function leads(answer: Answer, address: string): boolean {
  return answer.representation.links.some((link) => leadsTo(link, address, answer));
}

/** Links to the list, to the deal, or to other places of the service may stand there besides. */
function linksThere(answer: Answer, address: string): void {
  const { url } = answer.exchange.request;
  const hrefs = hrefsIn(answer);
  // A page may lead to the page of the record (document 4.5-3).
  const plain = hrefs.map((href) => (href.split(/[?#]/u)[0] ?? '').replace(/\.(?:json|xml|html)$/u, ''));
  if (plain.some((href) => leadsTo(href, address, answer))) return;
  const collection = `${pathOf(url).replace(/\/$/u, '')}/`;
  const wrong = hrefs.find((href) => {
    const place = href.trim() === '' ? undefined : resolveReference(href, url);
    return href.trim() === '' || (place !== undefined && pathOf(place).startsWith(collection));
  });
  answer.owes(wrong === undefined, `a link to ${address}, as in JSON`, `one to “${wrong ?? ''}”`);
}

function pathOf(address: string): string {
  return new URL(address).pathname;
}

function agreesWithRecord({ answer, read, address, sent }: MadeAs): void {
  if (read.status !== 200 || answer.body.length === 0) return;
  const [own, other] = [answer, read].map(({ representation: { value } }) => recordIn(value));
  const members = ['id', ...Object.keys(sent)];
  if (own !== undefined && other !== undefined) {
    const wrong = members.filter((name) => name in own && name in other && !sameValue(own[name], other[name]));
    if (wrong.length > 0) fail(`${wrong.join(', ')} as ${address} shows it`, answer.brief, answer, read);
    return;
  }
  if (answer.mediaType !== read.mediaType || answer.representation.syntax === 'json') return;
  const id = decodeSegment(lastSegment(address) ?? '');
  const due: readonly Told[] = [['id', id], ...toldIn(sent)];
  const [made, kept] = [readerOf(answer), readerOf(read)];
  const shown = due.filter((one) => made.names(one[0]) && kept.names(one[0]) && kept.untold([one]).length === 0);
  const wrong = made.untold(shown, 'labelled').map(([member, value]) => `no ${member} ${String(value)}`);
  if (wrong.length > 0) fail(`what ${address} shows`, `${wrong.join(', ')}: ${answer.brief}`, answer, read);
}

/** The record itself, or the one object in an envelope around it. */
function recordIn(value: unknown): Shown | undefined {
  if (!isObject(value)) return undefined;
  const [only, ...others] = Object.values(value);
  return isObject(only) && others.length === 0 ? only : value;
}
