import type { Answer } from '../../core/answer.ts';
import { exchangeInWords } from './validator-form.ts';

/**
 * Demands one Content-Type at most (RFC 9110 5.3), no empty one, and one on each body of which its sender knows what it is (8.3): what
 * was asked for and given, and what is JSON or has tags. A few words of refusal may go without.
 */
export function hasOneLabel(answer: Answer): void {
  const lines = answer.headerLines('Content-Type');
  const on = `on ${exchangeInWords(answer)}`;
  answer.owes(lines.length < 2, 'one Content-Type', `${lines.length} of them ${on}`);
  answer.owes(lines[0]?.trim() !== '', 'a media type', `an empty Content-Type ${on}`);
  // What stands in front of a service may break down in its own words.
  if (lines.length > 0 || answer.size === 0 || answer.status >= 500) return;
  const isKnown = answer.succeeded || /^\s*[[{<"]/u.test(answer.text);
  answer.owes(!isKnown, 'a Content-Type', `none on the body of ${exchangeInWords(answer)}`);
}

// RFC 9110 8.3.1. Between two semicolons there may be no parameter (5.6.6).
const MEDIA_TYPE =
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*(?:;[ \t]*(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+=(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\]|\\.)*")[ \t]*)?)*$/u;

/** Demands a Content-Type that parses, and a body that is of its kind as far as any reader could tell. */
export function isLabelled(answer: Answer): void {
  const [type = ''] = answer.headerLines('Content-Type');
  answer.owes(MEDIA_TYPE.test(type.trim()), 'a media type', `“${type}” on ${exchangeInWords(answer)}`);
  const { representation } = answer;
  answer.owes(!hasMark(answer), 'JSON without a byte order mark', `one before the body of ${exchangeInWords(answer)}`);
  const other = representation.syntax === 'html' ? otherThanPage(answer) : undefined;
  answer.owes(other === undefined, 'a page, as the Content-Type says', `${other ?? ''} on ${exchangeInWords(answer)}`);
  const isPage = representation.syntax === 'html' && /charset/iu.test(type);
  const problem = isPage ? representation.problem : undefined;
  const isCoded = problem?.startsWith('bytes') === true;
  answer.owes(!isCoded, 'a page in the charset that it names', `${problem ?? ''} on ${exchangeInWords(answer)}`);
}

/** What a body is that is labelled as HTML and has nothing of it: a JSON object or array, or XML whose root is another element. */
function otherThanPage({ representation }: Answer): string | undefined {
  if (representation.isUnlabelledJson) return 'JSON';
  const isXml = /^\uFEFF?<\?xml\s/u.test(representation.text);
  return isXml && !/<(?:!doctype\s+|[\w-]+:)?html[\s>]/iu.test(representation.text) ? 'XML' : undefined;
}

// JSON text begins with none (RFC 8259 8.1).
function hasMark(answer: Answer): boolean {
  if (answer.representation.syntax !== 'json') return false;
  const [a, b, c] = answer.body;
  return a === 0xef && b === 0xbb && c === 0xbf;
}
