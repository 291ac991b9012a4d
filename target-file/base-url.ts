import { shownAddress as shown } from '../core/redaction/shown-address.ts';
import { TargetProblem } from './problem.ts';

/** Why a text cannot be a base address; undefined when it can. */
export function baseUrlProblem(text: string): string | undefined {
  const example = 'such as http://localhost:3000 or https://api.example.com/prefix';
  if (!URL.canParse(text)) return `"${shown(text)}" is not an absolute URL: write it with its scheme, ${example}`;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `"${shown(text)}" is not an http or https URL: write it with its scheme, ${example}`;
  }
  if (url.username !== '' || url.password !== '') {
    return `"${shown(text)}" holds a user name or a password: leave them out, and put credentials into session.headers`;
  }
  if (url.search !== '' || url.hash !== '') return `"${shown(text)}" holds a query or a fragment: leave those out`;
  return undefined;
}

/** The base address without its trailing slash, its path otherwise untouched; throws a TargetProblem with the reason when it is not valid. */
export function baseUrlOf(text: string): string {
  const problem = baseUrlProblem(text);
  if (problem !== undefined) throw new TargetProblem(`The base address cannot be used: ${problem}`);
  const origin = new URL(text).origin;
  const path = /^[a-z]+:\/\/[^/]*((?:\/.*)?)$/isu.exec(text.trim())?.[1] ?? '';
  return origin + path.replace(/(?<!\/)\/+$/u, '');
}
