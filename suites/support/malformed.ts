import fc from 'fast-check';
import type { Answer } from '../../core/answer.ts';
import type { Property, Trial } from '../../core/trial.ts';
import { created, createRequest, samplePayload } from './evidence.ts';
import { resourceOf } from './subjects.ts';

/** A way to break JSON text. Each takes any JSON object's text and gives bytes that no JSON parser may take. */
export interface Breakage {
  readonly how: string;
  /** Where in the text, as a share of its length; only some ways use it. */
  readonly at: number;
}

const WAYS: Readonly<Record<string, (json: string, at: number) => string | Uint8Array>> = {
  // An object's text that lacks any number of its last characters lacks its closing brace.
  'cut short': (json, at) => json.slice(0, 1 + Math.floor(at * (json.length - 2))),
  'without the closing brace': (json) => json.slice(0, -1),
  'a comma too many': (json) => `${json.slice(0, -1)},}`,
  'a comma missing': () => '{"a":1 "b":2}',
  'a bare word': () => 'nonsense',
  'a form': (json) => asForm(json) || 'name=a&price=1',
  'bare member names': (json) => json.replace(/"(\w+)":/u, '$1:'),
  'single quotes': (json) => respelt(json, isText, singleQuoted) ?? "{'name':'x'}",
  'a brace too many': (json) => `${json}}`,
  'two values': (json) => `${json}${json}`,
  'a comment': (json) => `/* a comment */${json}`,
  'a number that is none': (json) => respelt(json, isNatural, (number) => `0${number}`) ?? '{"price":01}',
  NaN: (json) => respelt(json, isNatural, () => 'NaN') ?? '{"price":NaN}',
  'a raw line break in a string': (json) => respelt(json, isText, begunWith('\n')) ?? '{"name":"a\nb"}',
  'an unknown escape': (json) => respelt(json, isText, begunWith('\\q')) ?? '{"name":"a\\qb"}',
  'only white space': () => '   ',
  'nothing at all': () => '',
  // With nothing else in it: readers that put a replacement in their place are common, and take what is left for valid.
  'bytes that are not UTF-8': () => new Uint8Array([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x7d]),
};

/**
 * The text with its first member of a kind written in another way; undefined where it has none. All else stays valid, so that a
 * reader which takes the one fault has no other reason to refuse.
 */
function respelt(
  json: string,
  isMeant: (value: unknown) => boolean,
  write: (text: string) => string,
): string | undefined {
  const entries = Object.entries<unknown>(JSON.parse(json));
  const meant = entries.findIndex(([, value]) => isMeant(value));
  if (meant === -1) return undefined;
  const members = entries.map(([name, value], i) => {
    const text = JSON.stringify(value);
    return `${JSON.stringify(name)}:${i === meant ? write(text) : text}`;
  });
  return `{${members.join(',')}}`;
}

// What HTML forms send, with all that the payload has; readers that take it whatever the media type says are common.
function asForm(json: string): string {
  const fields = Object.entries<unknown>(JSON.parse(json)).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(fields).toString();
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isNatural(value: unknown): boolean {
  return typeof value === 'number' && value >= 1;
}

function singleQuoted(text: string): string {
  return `'${text.slice(1, -1).replaceAll("'", ' ')}'`;
}

function begunWith(start: string): (text: string) => string {
  return (text) => `"${start}${text.slice(1)}`;
}

/** Broken JSON in every way, and cut short at generated places. */
export const malformed: Property<Breakage> = {
  cases: fc.record({
    how: fc.constantFrom('cut short', 'a comma too many', 'a brace too many'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  always: Object.keys(WAYS).map((how) => ({ how, at: 0.5 })),
  show: ({ how, at }) => (how === 'cut short' ? `${how} at ${Math.round(at * 100)} %` : how),
  share: 0.3,
};

/** The broken bytes of a payload. */
export function breakJson(payload: unknown, { how, at }: Breakage): string | Uint8Array {
  const way = WAYS[how];
  if (way === undefined) throw new Error(`no way to break JSON is called ${how}`);
  return way(JSON.stringify(payload), at);
}

/** Demands 400 of an answer to broken JSON. */
export function refuses(answer: Answer, breakage: Breakage): Answer {
  return answer.hasStatus(...refusals(breakage));
}

// The document says 400 for malformed syntax (7). Bytes in a wrong encoding may also be called an unsupported format, and
// a request without any content one whose length is missing, before a parser sees them (RFC 9110 15.5.16, 15.5.12).
function refusals({ how }: Breakage): number[] {
  if (how === 'bytes that are not UTF-8') return [400, 415];
  return how === 'nothing at all' ? [400, 411] : [400];
}

/** Sends a broken creation and demands that it is refused; what was created all the same is taken away. */
export async function sendMalformed(trial: Trial, breakage: Breakage, unique: string): Promise<Answer> {
  const resource = resourceOf(trial);
  const { json, ...request } = createRequest(resource, samplePayload(resource, unique), unique);
  const answer = await trial.send({ ...request, body: breakJson(json, breakage) });
  created(trial, answer, {}, unique);
  return refuses(answer, breakage);
}

/**
 * Demands that the collection holds none of the values that were refused. Gives no witness where records cannot be listed,
 * or where the list does not show what is created (it may be paged): nothing could be seen there either way.
 */
export async function listsNone(
  trial: Trial,
  refused: readonly string[],
  shownControl?: string,
): Promise<readonly Answer[]> {
  const { list } = resourceOf(trial);
  if (list === undefined) return [];
  const answer = await trial.send({ method: 'GET', address: list.address });
  if (!answer.succeeded) return [];
  if (shownControl !== undefined && !answer.text.includes(shownControl)) return [];
  const found = refused.filter((unique) => answer.text.includes(unique));
  return [
    answer.owes(
      found.length === 0,
      'none of the refused payloads in the collection',
      `${found.length} of them, such as ${found[0] ?? ''}`,
    ),
  ];
}
