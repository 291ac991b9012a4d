import { parseCookieFile } from '../client/cookie-file.ts';
import { type Exchange, headerLines } from '../core/http/exchange.ts';
import { isSecretMember } from '../core/redaction/redact.ts';
import { contentTypeOf, secretsInBody } from '../core/redaction/redact-body.ts';
import {
  isDistinctive,
  isGivenSecret,
  scalarsOf,
  secretsOfAddress,
  secretsOfCookies,
  secretsOfField,
} from '../core/redaction/secrets.ts';
import { isObject } from '../core/representation/json-value.ts';
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
  const { session = {}, resources = [], operations, commands, unavailable } = file;
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
    ...secretMembers([resources, operations, commands]),
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
/** More values than this are hidden only where they stand: each costs memory for every text. */
const MOST_MINTED = 1000;
/** And so many characters of them, since a target may give out tokens of kilobytes. */
const MOST_MINTED_CHARACTERS = 256 * 1024;

/** Counts the values that are looked for everywhere: whether there is room for one more. */
export function mintedLimit(): (value: string) => boolean {
  let values = 0;
  let characters = 0;
  return ({ length }) => {
    if (values >= MOST_MINTED || characters + length > MOST_MINTED_CHARACTERS) return false;
    values += 1;
    characters += length;
    return true;
  };
}

/** Whether a value that the target gave out is looked for everywhere. One that is not is hidden only at its place. */
export function isMinted(value: string): boolean {
  return value.length >= SHORTEST_MINTED && isDistinctive(value);
}

/** What a target gave out that is secret by its place. */
export interface Minted {
  /** The values that one more exchange tells, in the order in which they came. */
  learn(exchange: Pick<Exchange, 'request' | 'response'>): readonly string[];
}

/**
 * Gathers cookie values and values of secret names (`access_token`, `password`) that answers hold. What the run made up and sent
 * itself is no secret, unless the target had given it out before.
 */
export function gatherMinted(madeUp: readonly string[], known: readonly string[] = []): Minted {
  const ours = new Set(madeUp);
  const minted = new Set<string>(known);
  const hasRoom = mintedLimit();
  return {
    learn({ request, response }) {
      for (const value of sentBy(request)) if (!minted.has(value)) ours.add(value);
      const fresh: string[] = [];
      for (const value of response === null ? [] : givenBy(response)) {
        if (!isMinted(value) || ours.has(value) || minted.has(value) || !hasRoom(value)) continue;
        minted.add(value);
        fresh.push(value);
      }
      return fresh;
    },
  };
}

function sentBy({ headers, body, cookiesAreMadeUp }: Exchange['request']): string[] {
  const cookies = cookiesAreMadeUp === true ? headerLines(headers, 'cookie').flatMap(secretsOfCookies) : [];
  return [...cookies, ...secretsInBody(textOf(body), contentTypeOf(headers))];
}

function givenBy({ headers, body }: NonNullable<Exchange['response']>): string[] {
  const cookies = headerLines(headers, 'set-cookie').flatMap((line) => secretsOfCookies(line.split(';', 1)[0] ?? ''));
  return [...cookies, ...secretsInBody(textOf(body), contentTypeOf(headers))];
}

function textOf(body: Uint8Array | null): string {
  return body === null || body.length === 0 ? '' : new TextDecoder().decode(body);
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

/** Texts of payloads that are secret by their names. One with a placeholder in it is made up anew each time. */
function secretMembers(data: unknown, isSecret = false): string[] {
  if (typeof data === 'string') return isSecret && !data.includes('{') ? [data] : [];
  if (Array.isArray(data)) return data.flatMap((one) => secretMembers(one, isSecret));
  if (!isObject(data)) return [];
  return Object.entries(data).flatMap(([name, value]) => secretMembers(value, isSecret || isSecretMember(name)));
}
