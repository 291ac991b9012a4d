import { isUriReference } from '../../../core/http/address.ts';
import { parseChallenges } from '../../../core/http/challenge.ts';
import { parseHttpDate } from '../../../core/http/http-date.ts';
import { areLinks } from './links.ts';

/** What HTTP lets a field of an answer hold. */
export interface FieldGrammar {
  readonly name: string;
  readonly due: string;
  /** Whether one line of it is written so. */
  readonly isWritten: (line: string) => boolean;
  /** Whether it is no list, so that a second line of it has no meaning (RFC 9110 5.3). */
  readonly isSingle?: true;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;
const DIGITS = /^\d+$/u;
const DIRECTIVE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:=(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\]|\\.)*"))?$/u;
/** Directives whose argument is a number of seconds (RFC 9111 5.2.2, RFC 5861). */
const TIMED = /^(?:max-age|s-maxage|stale-while-revalidate|stale-if-error)(?:=|$)/iu;
// A sender must not quote the seconds, which many readers take all the same (RFC 9111 5.2.2.1).
const SECONDS = /^[\w-]+=(?:\d+|"\d+")$/u;
// RFC 5646 2.1 by its subtags alone: `en_US` is a locale of Java and no language tag.
const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/u;
// In brackets anything may stand (RFC 9110 5.6.5).
const COMMENT = /\([^()]*\)/gu;
const QUOTES = /"[^"]*"/u;

/** The fields that clients, caches and browsers act upon. Empty members of a list are let pass, as every reader has to (RFC 9110 5.6.1.2). */
export const FIELDS: readonly FieldGrammar[] = [
  {
    name: 'Cache-Control',
    due: 'directives with commas between them, and whole seconds where they have some (RFC 9111 5.2)',
    isWritten: (line) => membersOf(line).every((one) => DIRECTIVE.test(one) && (!TIMED.test(one) || SECONDS.test(one))),
  },
  // Who writes 0 or -1 there means “expired”, and everybody reads it so (RFC 9111 5.3).
  {
    name: 'Expires',
    due: 'an HTTP-date, or 0 (RFC 9111 5.3)',
    isWritten: (line) => /^-?\d+$/u.test(line) || isDate(line),
  },
  // What stands in front may add another one to it; the first counts (RFC 9111 5.1).
  {
    name: 'Age',
    due: 'whole seconds (RFC 9111 5.1)',
    isWritten: (line) => line.split(',').every((one) => DIGITS.test(one.trim())),
  },
  {
    name: 'Retry-After',
    due: 'whole seconds or an HTTP-date (RFC 9110 10.2.3)',
    isWritten: (line) => DIGITS.test(line) || isDate(line),
    isSingle: true,
  },
  { name: 'Link', due: 'links in angle brackets, each with a rel (RFC 8288 3)', isWritten: areLinks },
  {
    name: 'Content-Location',
    due: 'an address without a fragment (RFC 9110 8.7)',
    isWritten: (line) => isUriReference(line) && !line.includes('#'),
    isSingle: true,
  },
  { name: 'Location', due: 'an address (RFC 9110 10.2.2)', isWritten: isUriReference, isSingle: true },
  { name: 'Vary', due: 'names of fields with commas between them (RFC 9110 12.5.5)', isWritten: areTokens },
  { name: 'Allow', due: 'names of methods with commas between them (RFC 9110 10.2.1)', isWritten: areTokens },
  { name: 'Accept-Ranges', due: 'names of units (RFC 9110 14.3)', isWritten: areTokens },
  {
    name: 'Content-Language',
    due: 'language tags (RFC 9110 8.5, RFC 5646 2.1)',
    isWritten: (line) => membersOf(line).every((one) => LANGUAGE.test(one)),
  },
  // Well-known servers write neither the blanks nor the brackets of this grammar; no server is named with these signs (RFC 9110 10.2.4).
  {
    name: 'Server',
    due: 'names of products (RFC 9110 10.2.4)',
    isWritten: (line) => line !== '' && !/["{}=<>\\]/u.test(line.replace(COMMENT, '')),
  },
];

/** Demands of all lines of WWW-Authenticate that one challenge at least can be read (RFC 9110 11.6.1). */
export function hasChallengeIn(lines: readonly string[]): boolean {
  return lines.some((line) => !('problem' in parseChallenges(line)));
}

/** A line of WWW-Authenticate one of whose challenges has a parameter twice, which none may have (RFC 9110 11.2). */
export function lineWithTwins(lines: readonly string[]): string | undefined {
  return lines.find((line) => {
    const read = parseChallenges(line);
    return 'problem' in read && read.repeated !== undefined;
  });
}

/** The members of a list, without empty ones. A comma in quotes ends none. */
function membersOf(line: string): readonly string[] {
  if (!QUOTES.test(line)) return trimmed(line.split(','));
  const members: string[] = [];
  let [from, isQuoted] = [0, false];
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '\\' && isQuoted) at += 1;
    else if (line[at] === '"') isQuoted = !isQuoted;
    else if (line[at] === ',' && !isQuoted) {
      members.push(line.slice(from, at));
      from = at + 1;
    }
  }
  return trimmed([...members, line.slice(from)]);
}

function trimmed(members: readonly string[]): readonly string[] {
  return members.map((one) => one.trim()).filter((one) => one !== '');
}

function areTokens(line: string): boolean {
  return membersOf(line).every((one) => TOKEN.test(one));
}

function isDate(line: string): boolean {
  return parseHttpDate(line) !== undefined;
}
