import type { Answer } from '../../../core/answer.ts';
import { sentText } from '../create/creations.ts';

/**
 * Demands that an XML or HTML view writes no word for a value that is not there, where JSON has no such text: writers that
 * forget to ask put it for null, for a member that is absent, or for what is no text. A page may say “null” to people; in XML it is a text.
 */
export function writesNoWord(view: Answer, json: Answer): Answer {
  const word = wordForNothing(view, json.text);
  return view.owes(word === undefined, 'no word for a value that is not there', `“${word ?? ''}”: ${view.brief}`);
}

/** The word for nothing that a view shows as a whole text, and JSON does not. */
export function wordForNothing({ representation: { syntax, text } }: Answer, json: string): string | undefined {
  if (text.length > LONG) return undefined;
  if (syntax === 'html') return /<script/iu.test(text) ? undefined : firstOf(text, ON_PAGE, json);
  return syntax === 'xml' ? firstOf(text, IN_XML, json) : undefined;
}

// A body of any size may come.
const LONG = 2 ** 20;

function firstOf(text: string, words: RegExp, json: string): string | undefined {
  const found = [...text.matchAll(words)].map(([, word]) => word ?? '');
  return found.find((word) => !json.toLowerCase().includes(`"${word.toLowerCase()}"`));
}

const ON_PAGE = />\s*(undefined|NaN|\[object Object\])\s*</gu;
const IN_XML = /(?:>|=["'])\s*(null|NULL|None|nil|\(null\)|undefined|NaN|\[object Object\])\s*[<"']/gu;

/**
 * The same of a list. One in JSON may be of fewer members, or a page of it, so that a text which the run itself sent for a record stands in the
 * other view alone.
 */
export function wordInList(view: Answer, json: string, seen: readonly Answer[]): string | undefined {
  const word = wordForNothing(view, json);
  if (word === undefined) return undefined;
  const quoted = `"${word.toLowerCase()}"`;
  return seen.some((answer) => sentText(answer).toLowerCase().includes(quoted)) ? undefined : word;
}
