import type { Answer } from '../../../core/answer.ts';
import { header } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { freshValues } from '../create/creations.ts';
import { isMarked } from '../marked-address.ts';
import { readerOf } from '../view/reader.ts';

/**
 * Demands of every 201 to a POST one Location at most (RFC 9110 5.3), which is an address, and none that is marked by a representation
 * where others are not: an address does not depend on the representation (document 4.5-2).
 */
export function locateAlike(trial: Trial, answers: readonly Answer[]): void {
  const located = created(answers).filter((answer) => answer.header('Location') !== undefined);
  for (const answer of located) {
    const lines = answer.headerLines('Location');
    const told = lines.join(' | ');
    answer.owes(lines.length === 1, 'one Location field', `${lines.length} of them: ${told}`);
    answer.owes(answer.location !== undefined, 'a Location that resolves to an http address', told);
  }
  const marked = located.filter((answer) => isMarked(answer.location ?? '', answer));
  if (marked.length === located.length) return;
  for (const answer of marked) {
    const { location = '' } = answer;
    // Whoever makes an address of a text that was sent keeps what looks like a mark in it.
    const isOfText = freshValues(trial, location).length > 0;
    answer.owes(isOfText, 'an address without a mark of the representation, as others have', location);
  }
}

/**
 * Demands of every 201 to a POST that its body is one whole thing, and that there is one where another client that accepts the same has
 * one (document 4.4-c3). Whether there are bodies at all is for other rules.
 */
export function haveWholeBodies(answers: readonly Answer[]): void {
  const made = created(answers);
  const described = new Set(made.filter(({ size }) => size > 0).map(acceptOf));
  const pages = made.filter(({ representation: { syntax } }) => syntax === 'html');
  const isClosed = pages.some(({ text }) => CLOSED.test(text));
  for (const answer of made) {
    const isDue = described.has(acceptOf(answer));
    answer.owes(answer.size > 0 || !isDue, 'a body that describes what was created, as others have', 'no body');
  }
  for (const page of pages) {
    beginsWithItself(page);
    page.owes(!readerOf(page).isTwice, 'one document', 'two pages in one body');
    // An end tag may be left out, but not by who writes it elsewhere.
    const isCut = isClosed && OPENED.test(page.text) && !CLOSED.test(page.text);
    page.owes(!isCut, 'a whole page', () => `one without its end: ${page.brief}`);
  }
}

const OPENED = /<html[\s>]/iu;
const CLOSED = /<\/html\s*>/iu;

/** A page may be a part of one, but no text stands before the page. */
export function beginsWithItself(answer: Answer): void {
  const { syntax, text } = answer.representation;
  const before = syntax === 'html' ? /^\uFEFF?\s*([^<\s][^<]*)<(?:!doctype|html)[\s>]/iu.exec(text)?.[1] : undefined;
  answer.owes(before === undefined, 'a page', `“${before ?? ''}” before it`);
}

/** Demands `has` of every 201 whose body is of a syntax in which one of them has it. */
export function allOrNone(answers: readonly Answer[], has: (answer: Answer) => boolean | undefined, due: string): void {
  const judged = created(answers).flatMap((answer) => {
    const isMet = answer.size === 0 ? undefined : has(answer);
    return isMet === undefined ? [] : [{ answer, isMet, syntax: answer.representation.syntax }];
  });
  const having = new Set(judged.filter(({ isMet }) => isMet).map(({ syntax }) => syntax));
  for (const { answer, isMet, syntax } of judged) answer.owes(isMet || !having.has(syntax), due);
}

function created(answers: readonly Answer[]): readonly Answer[] {
  return answers.filter(({ status, exchange }) => status === 201 && exchange.request.method === 'POST');
}

function acceptOf({ exchange }: Answer): string {
  return header(exchange.request.headers, 'Accept') ?? '';
}
