import type { Answer } from '../../../core/answer.ts';
import { decodeSegment, lastSegment, resolveReference } from '../../../core/http/address.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { mayAsk } from '../evidence.ts';
import { areLinksTo } from './described-made.ts';
import type { MadeAs } from './every-record.ts';

/** So many links of one body are followed where none is the address itself. */
const FOLLOWED = 3;

/**
 * Demands of the 201s of form E, by every operation and in each representation, that a body which tells what was made links to it (document
 * 4.4-c3). Responses of operations are not shown (4.2), so that a link is due only where such records are linked to in that representation:
 * the record itself has one to itself, or another 201 has one to what it made. A body that tells nothing of it owes none.
 */
export async function linksToEachRecord(trial: Trial, made: readonly MadeAs[]): Promise<void> {
  const telling = made.filter(isTelling);
  const linking = telling.filter(({ answer, address }) => links(answer, linksOf(answer), address));
  for (const record of telling) {
    const { answer, read, address, name } = record;
    if (linking.includes(record)) continue;
    // A field on readings may be put there for every address alike.
    const isOwn = links(read, read.representation.links, address);
    const other = linking.find((one) => one.name === name);
    if (!isOwn && other === undefined) continue;
    if (await isLinkedOtherwise(trial, record)) continue;
    const due = `a link to ${address} in the body`;
    if (isOwn) fail(`${due}, as what is read there has one`, answer.brief, answer, read);
    fail(`${due}, as that of ${other?.address ?? ''} has one`, answer.brief, answer, ...(other ? [other.answer] : []));
  }
}

/** Whether a 201 came as was asked for and shows something of the record, as its reading does. Where links lead may be said elsewhere. */
function isTelling({ answer, read, address, text, name }: MadeAs): boolean {
  const id = decodeSegment(lastSegment(address) ?? '');
  return [answer, read].every(({ status, representation }) => {
    const { syntax, problem, strings } = representation;
    if (![200, 201].includes(status) || syntax !== name || problem !== undefined) return false;
    if (/<base\s|\sxml:base\s*=|"@base"/iu.test(representation.text)) return false;
    return strings.some((one) => one.includes(text) || one.trim() === id);
  });
}

/** Whether one of these links of an answer leads to an address, with a slash at its end or without. */
function links(answer: Answer, all: readonly string[], address: string): boolean {
  return areLinksTo(address, answer, [...all, ...all.map((link) => link.replace(/\/(?=[?#]|$)/u, ''))]);
}

/** Those of the body, and those in the Link field. */
function linksOf(answer: Answer): readonly string[] {
  const inField = [...(answer.header('Link') ?? '').matchAll(/<([^<>]*)>/gu)].map(([, link = '']) => link);
  return [...answer.representation.links, ...inField];
}

/** Whether a link leads to the record under another address: what is read there says the same. */
async function isLinkedOtherwise(trial: Trial, { answer, read }: MadeAs): Promise<boolean> {
  const places = linksOf(answer).flatMap((link) => resolveReference(link, answer.exchange.request.url) ?? []);
  const due = wordsOf(read);
  for (const address of [...new Set(places)].filter((place) => mayAsk(trial.target, place)).slice(0, FOLLOWED)) {
    const other = await trial.send({ method: 'GET', address, headers: { accept: read.mediaType } });
    if (other.status === 200 && wordsOf(other) === due) return true;
  }
  return false;
}

/** What a body says but for its links, which may call the record by the address that was asked for. */
function wordsOf({ representation: { strings, links } }: Answer): string {
  return strings
    .filter((one) => !links.includes(one))
    .sort()
    .join('\n');
}
