import type { Answer } from '../../../core/answer.ts';
import { resolveReference, sameAddress } from '../../../core/http/address.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { leadsTo } from '../descriptions.ts';
import { mayAsk } from '../evidence.ts';
import { namesEachRecord } from '../made/every-record.ts';
import { isOfItself } from '../marked-address.ts';
import { contradictions } from '../payload/payloads.ts';
import { resourceOf } from '../subjects.ts';
import { toldIn } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import { isAddressable } from './made-addressable.ts';
import { type Operated, operated, readyDeal } from './operation-evidence.ts';
import { recordsOfTheDeal } from './operation-records.ts';
import { makesCommand, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';

/** An operation that was carried out, as far as it says what was sent and what came of it. */
type Done = Pick<Operated, 'answer' | 'request' | 'deal'> & {
  /** What its client accepts, where that is not JSON. */
  readonly accept?: string;
};

/** How often the first operation's record is read: one of several servers, or every third answer, may be wrong. */
const READINGS = 8;

/**
 * Demands that what an operation created (a record of form E, a command document of forms F and G) is named and described
 * truthfully: document 4.4-c2, c3, RFC 9110 15.3.2. Neither its body nor its reading is shown (4.2), so an empty body says
 * nothing, and what is not read with 200 is not judged.
 */
export async function namesWhatItMade(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  if (asked.spelling.method !== 'POST' && !makesCommand(asked)) return [];
  const witness = await judgeMade(trial, asked, await operated(trial, asked), isFirst(trial) ? READINGS : 1);
  const isPost = asked.spelling.method === 'POST';
  const each = isPost ? await namesEachRecord(trial, asked) : [];
  if (isPost) await isAddressable(trial, asked);
  if (!isFirst(trial)) return [...witness, ...each];
  const records = isPost ? await recordsOfTheDeal(trial, asked) : [];
  return [...witness, ...each, ...(await madeOtherwise(trial, asked)), ...records];
}

/** The same for each other representation that Accept may ask for. A target may refuse to answer in it. */
async function madeOtherwise(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { representations, selectors, mediaTypes } = resourceOf(trial);
  if (!selectors.includes('accept')) return [];
  const answers: Answer[] = [];
  for (const name of representations.filter((other) => other !== 'json')) {
    const deal = await readyDeal(trial, asked);
    const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
    const accept = mediaTypes[name];
    const answer = await trial.send({ ...request, headers: { ...request.headers, accept } });
    answers.push(...(await judgeMade(trial, asked, { answer, request, deal, accept }, 1)));
  }
  return answers;
}

async function judgeMade(trial: Trial, asked: Asked, done: Done, times: number): Promise<readonly Answer[]> {
  const { answer } = done;
  // What was answered 202 may be made later, and elsewhere.
  if (!answer.succeeded || answer.status === 202) return [];
  const made = answer.status === 201;
  if (made) describesIt(answer, done, asked);
  const { url } = answer.exchange.request;
  const isPost = asked.spelling.method === 'POST';
  if (isPost && !made) return isAddressed(trial, answer);
  const address = (made ? answer.location : undefined) ?? (isPost ? undefined : url);
  if (address === undefined) return [];
  answer.owes(mayAsk(trial.target, address), "a Location under the target's own origin", address);
  if (isPost) answer.owes(!sameAddress(address, url), 'a Location of what was created', `${address}, the collection`);
  const { accept } = done;
  const reading = { method: 'GET', address, ...(accept === undefined ? {} : { headers: { accept } }) };
  const first = await trial.until(
    () => trial.send(reading),
    ({ status }) => status === 200,
  );
  await agreesWithLinks(trial, asked, answer, first);
  if (first.status !== 200) return [answer];
  if (made) hasOneId(answer, first);
  if (made && !isPost) await isOfItself(trial, answer, address);
  const readings = [first];
  while (readings.length < times) readings.push(await trial.send(reading));
  return [answer, ...steadily(readings, done, asked)];
}

/**
 * A POST that names a record below its own address made one with an address, and owes 201 (document 4.4-c1). Without such a
 * Location, 200 and 204 say that there is none (4.4-c5).
 */
async function isAddressed(trial: Trial, answer: Answer): Promise<readonly Answer[]> {
  const { location: address, exchange } = answer;
  const below = `${exchange.request.url.replace(/\/$/u, '')}/`;
  if (address?.startsWith(below) !== true || address === below || !mayAsk(trial.target, address)) return [];
  const read = await trial.send({ method: 'GET', address });
  if (read.status === 200)
    fail(`status 201, as ${address} was made and is read`, `status ${answer.brief}`, answer, read);
  return [answer, read];
}

/** What was made is called by one identifier where it is made and where it is read. */
function hasOneId(answer: Answer, read: Answer): void {
  const [told, own] = [answer, read].map(({ representation: { value } }) =>
    isObject(value) ? idText(value['id']) : undefined,
  );
  if (told === undefined || own === undefined || sameValue(told, own)) return;
  fail(`the id ${own} in the answer, as what was made has it`, `the id ${told}`, answer, read);
}

/** Demands that each reading shows what was sent. What is gone for good may be gone; what comes back was there all along. */
function steadily(readings: readonly Answer[], done: Done, asked: Asked): readonly Answer[] {
  const last = readings.findLastIndex(({ status }) => status === 200);
  const [first] = readings;
  for (const read of readings.slice(0, last + 1)) {
    read.hasStatus(200);
    read.owes(
      read.mediaType === first?.mediaType,
      `the type ${first?.mediaType ?? ''} each time`,
      `${read.mediaType} once`,
    );
    read.owes((read.body.length === 0) === (first?.body.length === 0), 'a body each time or never');
    describesIt(read, done, asked);
    const { problem } = read.representation;
    read.owes(problem === undefined && !isNothing(read), 'what was created', () => problem ?? read.brief);
  }
  return readings.slice(0, 1);
}

/** Demands a body that parses as its Content-Type says and contradicts nothing that was sent. */
function describesIt(answer: Answer, { request, deal }: Done, asked: Asked): Answer {
  if (answer.body.length === 0) return answer;
  const { problem, mediaType, value } = answer.representation;
  answer.owes(problem === undefined, `a body that parses as ${mediaType}`, problem ?? '');
  if (!isObject(value)) return tellsWhatItNames(answer, request.json, makesCommand(asked));
  const other = otherThanSent(value, request.json, deal.id, makesCommand(asked));
  return answer.owes(other.length === 0, 'what was sent', () => `${other.join(', ')}: ${answer.brief}`);
}

/** XML and HTML may show less than was sent. What they name, they tell. */
function tellsWhatItNames(answer: Answer, sent: JsonObject, isCommand: boolean): Answer {
  const { untold, names } = readerOf(answer);
  const named = toldIn(isCommand ? sent['params'] : sent).filter(([member]) => names(member));
  const lost = untold(named, 'labelled').map(([member, value]) => `${member} ${String(value)}`);
  return answer.owes(lost.length === 0, 'what was sent', () => `no ${lost.join(', ')}: ${answer.brief}`);
}

/** What differs from what was sent, in words. */
function otherThanSent(
  shown: Readonly<Record<string, unknown>>,
  sent: JsonObject,
  dealId: string,
  isCommand: boolean,
): string[] {
  // A record of form E holds its parameters itself; one of a command holds them in `params`.
  const [given, own] = isCommand ? [sent['params'], shown['params']] : [sent, shown];
  const others = isObject(given) && isObject(own) ? contradictions(comparable(given, own), own) : [];
  // The params of a command record hold the parameters of the operation, and nothing else does (document 2).
  const lost = isCommand && isObject(given) && isObject(own) ? Object.keys(given).filter((name) => !(name in own)) : [];
  const isOther = isCommand && typeof shown['action'] === 'string' && shown['action'] !== sent['action'];
  const deal = idText(shown['deal']);
  // The identifier of the deal (document 2) may be its address too. Of form E the document names no such member.
  const isElse = isCommand && deal !== undefined && !deal.includes('/') && !sameValue(deal, dealId);
  const differing = [...others, ...(isOther ? ['action'] : []), ...(isElse ? ['deal'] : [])];
  return [...differing.map((member) => `another ${member}`), ...lost.map((name) => `no ${name} in params`)];
}

/** The members that are plain values on both sides: others, and dates, may be shown in a notation of their own. */
function comparable(sent: Readonly<Record<string, unknown>>, shown: Readonly<Record<string, unknown>>): JsonObject {
  const isPlain = (value: unknown): value is string | number | boolean =>
    ['string', 'number', 'boolean'].includes(typeof value) && !/^\d{4}-\d\d-\d\d/u.test(String(value));
  // A member that is shown as null holds nothing of what was sent.
  const isShown = (value: unknown): boolean => isPlain(value) || value === null;
  return Object.fromEntries(
    Object.entries(sent).filter(
      (pair): pair is [string, string | number | boolean] => isPlain(pair[1]) && isShown(shown[pair[0]]),
    ),
  );
}

function isNothing({ representation: { syntax, value } }: Answer): boolean {
  if (syntax !== 'json') return false;
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/**
 * Location and links lead to one thing. Where one of them can be read and the other one cannot, the other one is wrong; where
 * none can be read, it is not known whether what was created can be read at all.
 */
async function agreesWithLinks(trial: Trial, asked: Asked, answer: Answer, read: Answer): Promise<void> {
  const { url } = answer.exchange.request;
  if (answer.location === undefined) return;
  const isRead = read.status === 200;
  const places = asked.spelling.method === 'POST' ? linksBeside(answer) : isRead ? [] : [url];
  for (const address of places.filter((place) => mayAsk(trial.target, place)).slice(0, 2)) {
    const other = await trial.send({ method: 'GET', address });
    if (isRead && isAbsent(other))
      fail(`a link to ${answer.location}, where it is read`, `${address}: ${other.brief}`, answer, read, other);
    if (other.status === 200 && isAbsent(read))
      fail(`a Location of what is read at ${address}`, `${answer.location}: ${read.brief}`, answer, read, other);
  }
}

/** Links in the body to a record of the same collection's name that are not the Location; none where some link is it. */
function linksBeside(answer: Answer): readonly string[] {
  const { location = '', exchange, representation } = answer;
  if (representation.links.some((link) => leadsTo(link, location, answer))) return [];
  const collection = new URL(exchange.request.url).pathname.split('/').findLast((segment) => segment !== '') ?? '';
  const places = representation.links.flatMap((link) => resolveReference(link, exchange.request.url) ?? []);
  return [...new Set(places)].filter((place) => new URL(place).pathname.split('/').at(-2) === collection);
}
