import type { Answer } from '../../../core/answer.ts';
import { header } from '../../../core/http/exchange.ts';
import { absolute } from '../../../core/http/origins.ts';
import type { Target } from '../../../core/target.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

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

/** How a body of each syntax begins, where that leaves no doubt. */
const BEGINNINGS = {
  xml: /^\uFEFF?\s*<\?xml\s/u,
  html: /^\uFEFF?\s*<!doctype\s+html/iu,
} as const;

/**
 * Demands of what was read, or was created, for a client that accepts one type alone, and is of that kind as far as any reader could tell, that its
 * label says so: what Accept selects is told by the Content-Type (document 4.5-1, 4.4-c3).
 */
export function isLabelledAsAskedFor(answer: Answer, { resources }: Target): void {
  const { request } = answer.exchange;
  // What a POST made is described in the format that its label names (document 4.4-c3).
  const isTold =
    (request.method === 'GET' && answer.status === 200) || (request.method === 'POST' && answer.status === 201);
  if (!isTold) return;
  const accept = (header(request.headers, 'Accept') ?? '').trim().toLowerCase();
  const named = resources.flatMap(({ mediaTypes, representations }) =>
    representations.map((name) => [name, mediaTypes[name].toLowerCase()] as const),
  );
  const name = named.find(([, type]) => type === accept)?.[0];
  const { representation, mediaType } = answer;
  // What cannot be read as its label says is the matter of negotiate/truthful.
  if (name === undefined || representation.syntax === name || representation.problem !== undefined) return;
  // A target file may give JSON another name. A page that is labelled as XML is none of that.
  if (name === 'json' && resources.some(({ mediaTypes }) => mediaTypes.json.toLowerCase() === mediaType)) return;
  const isIt = name === 'json' ? representation.isUnlabelledJson : BEGINNINGS[name].test(representation.text);
  answer.owes(!isIt, `a Content-Type of ${name}, as the body is it`, `${mediaType} on ${exchangeInWords(answer)}`);
}

/**
 * Demands that the JSON string of the session check is labelled as JSON (document 4.4, RFC 9110 8.3), where the client lets JSON come: under
 * another name its quotes are a part of the text.
 */
export function isLabelledString(answer: Answer, { session, resources, baseUrl }: Target): void {
  const { method, url, headers } = answer.exchange.request;
  if (method !== 'GET' || url !== absolute({ baseUrl }, session.address)) return;
  const due = [session.authorized, session.unauthorized].map((text) => JSON.stringify(text));
  const accept = (header(headers, 'Accept') ?? '*/*').toLowerCase();
  if (!due.includes(answer.text.trim()) || !/[/+]json|application\/\*|\*\/\*/u.test(accept)) return;
  const { mediaType, representation } = answer;
  const isJson = representation.syntax === 'json' || resources.some(({ mediaTypes }) => mediaTypes.json === mediaType);
  answer.owes(
    isJson,
    'a Content-Type of JSON, as the body is a JSON string',
    `${mediaType} on ${exchangeInWords(answer)}`,
  );
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
