import { parseCookieFile } from '../client/cookie-file.ts';
import { type Exchange, headerLines } from '../core/exchange.ts';
import {
  isDistinctive,
  isGivenSecret,
  scalarsOf,
  secretsOfAddress,
  secretsOfCookies,
  secretsOfField,
} from '../core/secrets.ts';
import type { TargetFile } from '../target-file/file.ts';
import type { JudgeOptions } from './options.ts';

/** What a user gave that no report may show. */
export interface Given {
  /** Looked for everywhere. */
  readonly values: readonly string[];
  /** Names of fields, in lower case, whose values are hidden however short. */
  readonly fields: ReadonlySet<string>;
}

/** What is secret in the options and in the target file: fields, cookies, what a login sends, queries of addresses. */
export function givenSecrets(options: JudgeOptions, file: TargetFile, baseUrl: string): Given {
  const { session = {}, resources = [], unavailable } = file;
  const { login } = session;
  const headers = [
    ...[options.headers, file.headers, session.headers].map((fields) => fields ?? {}),
    ...resources.map((resource) => resource.headers ?? {}),
    typeof unavailable === 'object' ? (unavailable.headers ?? {}) : {},
  ].flatMap((fields) => Object.entries(fields));
  const values = [
    ...headers.flatMap(([name, value]) => secretsOfField(name, value)),
    ...[options.cookie, session.cookie].flatMap((cookie) => (cookie === undefined ? [] : secretsOfCookies(cookie))),
    ...scalarsOf([login?.json, login?.form]),
    ...addressesOf(file).flatMap(secretsOfAddress),
  ];
  return {
    // What is part of the address that is judged is known to whoever reads the report.
    values: longestFirst(values.filter((value) => isDistinctive(value) && !baseUrl.includes(value))),
    fields: new Set(headers.map(([name]) => name.toLowerCase()).filter(isGivenSecret)),
  };
}

/** The values of a cookie file, those that have expired or go elsewhere too. */
export function secretsOfCookieFile(text: string): string[] {
  return parseCookieFile(text, '', 0).cookies.map(({ value }) => value);
}

const SHORTEST_MINTED = 8;
/** More cookie values than this are hidden only where they were set: each costs time in every text. */
const MOST_MINTED = 500;

/** Cookie values that the target gave out, but for those that are known to be made up. */
export function mintedSecrets(exchanges: readonly Exchange[], madeUp: readonly string[]): string[] {
  const ours = new Set(madeUp);
  const minted = new Set<string>();
  for (const { request, response } of exchanges) {
    if (request.cookiesAreMadeUp === true) {
      for (const value of headerLines(request.headers, 'cookie').flatMap(secretsOfCookies)) ours.add(value);
    }
    for (const line of response === null ? [] : headerLines(response.headers, 'set-cookie')) {
      const [value = ''] = secretsOfCookies(line.split(';', 1)[0] ?? '');
      if (value.length >= SHORTEST_MINTED && isDistinctive(value) && minted.size < MOST_MINTED) minted.add(value);
    }
  }
  return [...minted].filter((value) => !ours.has(value));
}

function longestFirst(values: readonly string[]): string[] {
  return [...new Set(values)].sort((a, b) => b.length - a.length);
}

// Any text of the file that has a query: addresses stand in many places, alone or beside other members.
function addressesOf({ session, resources, operations, commands, queries }: TargetFile): string[] {
  const places = [session?.path, session?.login?.path, resources?.map(withoutPayloads), operations, commands, queries];
  return scalarsOf(places).filter((text) => text.includes('?'));
}

// Payloads are evidence that a report has to show.
function withoutPayloads({
  sample: _,
  schema: __,
  invalid: ___,
  ...resource
}: NonNullable<TargetFile['resources']>[number]): unknown {
  return resource;
}
