import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { freshValues } from '../create/creations.ts';
import { leadsTo } from '../descriptions.ts';
import { allOrNone, haveWholeBodies, locateAlike } from '../made/told-alike.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { contradictions } from '../payload/payloads.ts';
import { toldIn } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import { hrefsIn } from '../view/self-links.ts';

/**
 * Demands of every 201 of form E, whatever rule the POST was sent for, what it has to tell of the new record (document 4.4-c2, c3). What
 * its body shows is left open, so that a link and a value that was sent are due where another 201 of that type has them.
 */
export function tellOfTheirRecords(trial: Trial, asked: Asked, done: readonly Answer[]): void {
  locateAlike(trial, done);
  haveWholeBodies(done);
  allOrNone(done, (answer) => linksToItself(answer), 'a link to what was created, as others of that type have');
  allOrNone(done, (answer) => showsItsText(trial, asked, answer), 'a text that was sent, as others of that type have');
  for (const answer of done) if (answer.status === 201) contradictsNothing(trial, asked, answer);
}

/** Whether the body of a 201 links to its Location, or to a representation of that (document 4.5-3). */
export function linksToItself(answer: Answer): boolean | undefined {
  const { location } = answer;
  if (location === undefined) return undefined;
  const { links } = answer.representation;
  const plain = hrefsIn(answer).map((href) => (href.split(/[?#]/u)[0] ?? '').replace(/\.(?:json|xml|html)$/u, ''));
  return [...links, ...plain].some((link) => leadsTo(link, location, answer));
}

function showsItsText(trial: Trial, asked: Asked, { exchange, text, representation }: Answer): boolean | undefined {
  const sent = plainIn(trial, asked, exchange.request.body);
  const [value] = freshValues(trial, JSON.stringify(sent));
  if (value === undefined) return undefined;
  return text.includes(value) || representation.strings.some((one) => one.includes(value));
}

/** What the body names of what was sent, it tells. */
function contradictsNothing(trial: Trial, asked: Asked, answer: Answer): void {
  const sent = plainIn(trial, asked, answer.exchange.request.body);
  const { value, syntax, problem } = answer.representation;
  if (problem !== undefined) return;
  const wrong = syntax === 'json' ? contradictions(sent, value) : otherOnPage(answer, sent);
  answer.owes(wrong.length === 0, 'what was sent', () => `another ${wrong.join(', ')}: ${answer.brief}`);
}

function otherOnPage(answer: Answer, sent: JsonObject): readonly string[] {
  const { untold } = readerOf(answer);
  return untold(toldIn(sent), 'labelled').map(([member]) => member);
}

/**
 * The parameters of a request as far as no server has a reason to keep them otherwise: short texts of this run with nothing odd in them,
 * and numbers of few digits. None of a body that is no JSON object, or that may say one name twice.
 */
function plainIn(trial: Trial, { operation }: Asked, body: Uint8Array | null): JsonObject {
  const text = decoder.decode(body ?? new Uint8Array());
  const names = operation.parameters.map(({ name }) => name);
  const isOnce = (name: string): boolean => text.toLowerCase().split(`"${name.toLowerCase()}"`).length === 2;
  const members = Object.entries(objectIn(text)).filter(
    (pair): pair is [string, string | number] => names.includes(pair[0]) && isOnce(pair[0]) && isPlain(trial, pair[1]),
  );
  return Object.fromEntries(members);
}

function isPlain(trial: Trial, value: unknown): value is string | number {
  if (typeof value === 'number') return Math.abs(value) < 1e6 && Number.isInteger(value);
  return typeof value === 'string' && PLAIN.test(value) && freshValues(trial, value).length > 0;
}

const PLAIN = /^\w[\w ,.-]{0,98}\w$/u;

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const decoder = new TextDecoder();
