import { nearest } from '../core/nearest.ts';
import { isObject } from '../core/representation/json-value.ts';
import { CHECK_OPTIONS } from '../fixtures/check-options.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';

/** What a value has to be. */
interface Shape {
  readonly fits: (value: unknown) => boolean;
  readonly due: string;
}

const text: Shape = { fits: (value) => typeof value === 'string', due: 'a text' };
const number: Shape = { fits: (value) => typeof value === 'number', due: 'a number' };
const flag: Shape = { fits: (value) => typeof value === 'boolean', due: 'true or false' };
const call: Shape = { fits: (value) => typeof value === 'function', due: 'a function' };
const object: Shape = { fits: isObject, due: 'an object' };
const signal: Shape = {
  // One of another realm, such as that of a test's page, is no instance of the class here.
  fits: (value) =>
    typeof value === 'object' && value !== null && 'aborted' in value && typeof value.aborted === 'boolean',
  due: 'an AbortSignal',
};

function listOf(entry: Shape, due: string): Shape {
  return { fits: (value) => Array.isArray(value) && value.every(entry.fits), due };
}

/** An object whose members are all of one shape, whatever their names. */
function mapOf(entry: Shape, due: string): Shape {
  return { fits: (value) => isObject(value) && Object.values(value).every(entry.fits), due };
}

/** An object that has these members; more are left alone. */
function having(members: readonly string[], entry: Shape, due: string): Shape {
  return { fits: (value) => isObject(value) && members.every((name) => entry.fits(value[name])), due };
}

const texts = listOf(text, 'a list of texts');
const waiver = having(['rule', 'subject', 'signature', 'reason', 'owner', 'expires', 'entry'], text, 'a waiver');

/** The shape of each option. What a value has to be beyond its shape is checked where it is known: `check-options.ts`. */
const SHAPES: { readonly [Name in keyof Required<JudgeOptions>]: Shape } = {
  target: object,
  source: having(['path', 'text'], text, 'an object with path and text'),
  baseUrl: { ...text, due: 'a text, such as http://localhost:3000' },
  claims: object,
  version: text,
  rules: texts,
  skip: texts,
  level: { ...text, due: 'must or should' },
  rate: number,
  timeoutMs: number,
  waitMs: number,
  sizes: object,
  maxTimeMs: number,
  usedMs: number,
  cleanUpMs: number,
  maxLeftBehind: number,
  ledger: text,
  transcript: text,
  onNotice: call,
  only: listOf(having(['rule', 'subject'], text, ''), 'a list of objects with rule and subject'),
  foundOperations: object,
  shard: having(['index', 'count'], number, 'an object with index and count'),
  catalogue: { ...text, due: 'a text, such as 2026-11' },
  replay: text,
  allowWrites: flag,
  cookie: { ...text, due: 'a text, such as USER_TOKEN=…' },
  cookieFile: { ...text, due: 'the path of a cookie file' },
  tls: object,
  headers: mapOf(text, "an object of texts, such as { 'X-Api-Key': … }"),
  minExercised: number,
  maxNotExercised: number,
  minCoverage: number,
  labels: mapOf(text, 'an object of texts, such as { commit: … }'),
  failOn: texts,
  waivers: listOf(waiver, 'what loadWaivers reads'),
  bail: flag,
  fast: flag,
  signal,
  cleanUpSignal: signal,
  onPlan: call,
  onResult: call,
  seed: number,
  runs: number,
  concurrency: number,
  settleMs: number,
  readOnly: flag,
};

const TLS_SHAPES: Readonly<Record<string, Shape>> = { ca: text, cert: text, key: text, insecure: flag };
const SIZE_SHAPES: Readonly<Record<string, Shape>> = {
  ...{ body: number, head: number, fields: number },
  ...{ interim: number, records: number },
};

/**
 * Refuses what no compiler has seen: a member that there is not, which would be ignored and have something else judged, and a
 * value of another type. Undefined stands for the default. No message tells a value: it may be a secret.
 */
export function checkShapes(options: JudgeOptions): void {
  const given: unknown = options; // JavaScript may have given anything
  if (!isObject(given)) {
    throw new UsageProblem(
      `judge: ${kindOf(given)} is no options; give an object, such as { baseUrl: 'http://localhost:3000' }`,
    );
  }
  checkMembers('', given, SHAPES);
  checkMembers('tls.', given['tls'] ?? {}, TLS_SHAPES);
  checkMembers('sizes.', given['sizes'] ?? {}, SIZE_SHAPES);
}

function checkMembers(prefix: string, given: unknown, shapes: Readonly<Record<string, Shape>>): void {
  if (!isObject(given)) return;
  for (const [name, value] of Object.entries(given)) {
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (shape === undefined) throw new UsageProblem(unknownOption(`${prefix}${name}`, prefix, Object.keys(shapes)));
    if (value === undefined || shape.fits(value)) continue;
    throw new UsageProblem(`${prefix}${name}: ${kindOf(value)} is not allowed; give ${shape.due}`);
  }
}

function unknownOption(path: string, prefix: string, known: readonly string[]): string {
  const name = path.slice(prefix.length);
  const near = prefix === '' ? (elsewhere(name) ?? nearest(name, known)) : nearest(name, known);
  const hint =
    near === undefined
      ? `known here: ${known.map((one) => `${prefix}${one}`).join(', ')}`
      : `did you mean ${prefix}${near}?`;
  return `${path}: there is no such option of judge; ${hint}`;
}

interface Row {
  readonly kind: string;
  readonly sets?: string;
  readonly makes?: string;
}

/** What an option of the command line is called here, and what an address is called elsewhere. */
function elsewhere(name: string): string | undefined {
  if (/^ur[li]$/iu.test(name)) return 'baseUrl';
  const rows: Readonly<Record<string, Row>> = CHECK_OPTIONS;
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
  return row?.sets ?? row?.makes;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'this list';
  return (
    { string: 'a text', object: 'this object', undefined: 'nothing', boolean: String(value) }[String(typeof value)] ??
    `a ${typeof value}`
  );
}
