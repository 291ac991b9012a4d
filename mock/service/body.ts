import { isObject } from '../../core/representation/json-value.ts';
import type { Json, JsonObject } from '../../fixtures/json.ts';
import type { MockRequest } from '../message.ts';
import { keepDigits } from '../state/exact-json.ts';
import { problem, Refusal, refuse, type Violation } from './problems.ts';

/** Deeper nesting serves nobody and has broken many a parser. */
const DEPTH_LIMIT = 64;

/** A JSON object as it was sent. */
export interface Payload {
  /** For schemas: every number is a JavaScript number. */
  readonly plain: JsonObject;
  /** For storing: numbers that JavaScript would round are kept digit by digit. */
  readonly kept: JsonObject;
}

/**
 * Reads the request's body as a JSON object; refuses with 413, 415 or 400 (document 7) what is not one.
 * `orNothing` lets a request without any body count as an empty object.
 */
export function readPayload(ask: MockRequest, orNothing = false): Payload {
  if (ask.body === 'too-large') refuse(413, 'the body is larger than this server takes; send less');
  const type = ask.header('content-type');
  if (orNothing && ask.body.length === 0 && type === undefined) return { plain: {}, kept: {} };
  refuseOtherMedia(ask, type);
  const text = decode(ask.body);
  const plain = parseJson(text);
  const unsafe = unsafeIn(plain);
  if (unsafe.length > 0) refuse(400, 'the body holds what this server does not take', unsafe);
  if (!isObject(plain))
    refuse(400, `the body is ${nameOf(plain)}; a JSON object is due`, [{ pointer: '', detail: 'must be an object' }]);
  return { plain, kept: keepDigits(text, plain) as JsonObject }; // as plain is
}

function refuseOtherMedia(ask: MockRequest, type: string | undefined): void {
  const encoding = ask.header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity')
    throw new Refusal(
      problem(415, `a body in the coding "${encoding}" is not taken`, [], ['Accept-Encoding', 'identity']),
    );
  // Nearly every body says just this.
  if (type === undefined || type === 'application/json') return;
  const mediaType = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^(?:application|text)\/json$|^[\w!#$&^.+-]+\/[\w!#$&^.-]+\+json$/u.test(mediaType)) return;
  const accepted = ['Accept-Post', 'application/json', 'Accept', 'application/json'];
  throw new Refusal(
    problem(415, `the body is said to be "${type ?? ''}"; send Content-Type: application/json`, [], accepted),
  );
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(body: Uint8Array): string {
  try {
    return decoder.decode(body);
  } catch {
    return refuse(400, 'the body is not UTF-8 (RFC 8259 8.1)');
  }
}

function parseJson(text: string): Json {
  try {
    // JSON.parse gives what JSON can write and nothing else.
    return JSON.parse(text) as Json;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return refuse(400, `the body is not JSON: ${why}`);
  }
}

function nameOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/** Where a value has names that reach into prototypes, or is nested deeper than the limit and `more` levels. */
export function unsafeIn(value: Json, more = 0): readonly Violation[] {
  return isSafe(value, 1 - more) ? [] : unsafeParts(value, '', 1 - more);
}

/** Whether there is no key that reaches into prototypes when merged carelessly, and no nesting that overflows a careless stack. */
function isSafe(value: Json, depth = 1, parent = ''): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEPTH_LIMIT) return false;
  if (Array.isArray(value)) return value.every((item: Json) => isSafe(item, depth + 1));
  const members = value as JsonObject; // an array was sorted out, which TypeScript does not see of a readonly one
  for (const key in members) if (!isSafeKey(key, parent) || !isSafe(members[key] ?? null, depth + 1, key)) return false;
  return true;
}

function isSafeKey(key: string, parent: string): boolean {
  return key !== '__proto__' && !(key === 'prototype' && parent === 'constructor');
}

/** Where the value is not safe, for the answer. */
function unsafeParts(value: Json, pointer: string, depth: number, parent = ''): Violation[] {
  if (typeof value !== 'object' || value === null) return [];
  if (depth > DEPTH_LIMIT) return [{ pointer, detail: `must not be nested deeper than ${DEPTH_LIMIT} levels` }];
  const members: readonly (readonly [string, Json])[] = Object.entries(value);
  return members.flatMap(([key, member]) => {
    const at = `${pointer}/${escapePointer(key)}`;
    if (!isSafeKey(key, parent))
      return [{ pointer: at, detail: 'must not be there: the name reaches into prototypes' }];
    return unsafeParts(member, at, depth + 1, key);
  });
}

/** A member's name as a reference token of a JSON Pointer (RFC 6901 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
