import fc from 'fast-check';
import type { Answer } from '../../../core/answer.ts';
import { validatorOf } from '../../../core/representation/json-schema.ts';
import type { Property } from '../../../core/run/trial.ts';
import type { Json, JsonObject, Resource } from '../../../core/target.ts';
import { samplePayload } from '../evidence.ts';
import { payloadsFrom } from './schema-payloads.ts';

/** A generated payload that nobody could call unfair. */
export interface FairPayload {
  readonly shown: string;
  readonly payloadOf: (unique: string) => JsonObject;
  /** Whether a target may have its reasons to refuse it. */
  readonly mayBeRefused: boolean;
  /** Says what a refusal means: the target breaks the rule, or the payload was not known to be valid and is set aside. */
  readonly judgeRefusal: (answer: Answer) => void;
}

/** Values for the members of a payload that may be varied. */
type Variation = Readonly<Record<string, Json>>;

/** A fair payload made by varying the sample. */
interface Varied extends FairPayload {
  readonly variation: Variation;
}

// No leading or trailing space and no control character: trimming and cleaning are a service's right.
const TEXTS: readonly string[] = [
  'Zoë Grünwald',
  '契約 第三号',
  'Сделка №5',
  'עסקה',
  // Letters with marks of their own, which may be put together to one, but not lost.
  'Zoe\u0308 Gru\u0308nwald',
  '🚀 lift-off 👩‍👩‍👧',
  'quotes " and \' and `',
  'angle <b>&amp;</b>',
  'back\\slash / slash',
  'percent %20 plus + hash #',
  'a, b; c: d = e',
  'null',
  '<?xml?>]]>',
  '{"json": true}',
  'x'.repeat(60),
  'y'.repeat(300),
  'z'.repeat(2000),
  // It may be refused, but not cut: no limit is shown (document 8).
  'w'.repeat(10_000),
];

// Formats are not shown (document 2): a service may take only the letters of one alphabet in a name, and refuse others; what it takes, it
// has to keep. It may not refuse letters and digits of ASCII, blanks, full stops, hyphens and underscores.
const PLAIN = /^[\w .-]*$/u;

// A number that names another record is no amount: `postId`, `owner_id`.
const REFERENCE = /^id$|I[dD]$|_id$/u;

/** What stands for the fresh value where a sample is looked at. */
const FRESH = 'unique';

// With the fresh value beside it, it still fits into a column of 50.
const SHORT = 36;

const NUMBERS: readonly number[] = [1, 0, -250, 0.5, 19.99, 1000000, 123456789.25, 2147483648];

/**
 * Payloads in the sample's own shape. A string with a space and a fresh value in it is taken as free text, a number as an amount;
 * everything else may be a telephone number, an enumeration, a date or a key and stays as it is. With a schema, payloads are made from
 * the schema.
 */
export function fairPayloads(resource: Resource): Property<FairPayload> {
  const schema = resource.create?.schema;
  const described = schema === undefined ? undefined : fromSchema(resource, schema);
  if (described !== undefined) return described;
  const { texts, numbers } = variable(resource, isFreeText);
  return {
    cases: variations(texts, numbers).map((variation) => payload(resource, variation)),
    always: plain(resource, texts, numbers),
    show: ({ shown }) => shown,
  };
}

/**
 * The sample with letters of two and three bytes in its free texts, for what is told of the encoding of a body; the sample itself where it
 * has none, or where a schema of the target speaks against it.
 */
export function beyondAscii(resource: Resource, unique: string): JsonObject {
  const { texts } = variable(resource, isFreeText);
  const wide = payload(resource, all(texts, BEYOND_ASCII)).payloadOf(unique);
  const schema = resource.create?.schema;
  const isValid = schema === undefined || validatorOf(schema)?.(wide) === true;
  return isValid ? wide : samplePayload(resource, unique);
}

const BEYOND_ASCII = 'Zoë Grünwald, 契約';

/** The members of the sample that hold free text. */
export function freeTextsOf(resource: Resource): readonly string[] {
  return variable(resource, isFreeText).texts;
}

/** The members of the sample that may hold other texts and other numbers. */
function variable(
  resource: Resource,
  isText: (value: Json | undefined) => boolean,
): { readonly texts: readonly string[]; readonly numbers: readonly string[] } {
  const sample = samplePayload(resource, FRESH);
  const members = Object.keys(sample).filter((member) => !REFERENCE.test(member));
  return {
    texts: Object.keys(sample).filter((member) => isText(sample[member])),
    numbers: members.filter((member) => typeof sample[member] === 'number'),
  };
}

/** The sample with each of the texts and numbers that stores and parsers trip over. */
function plain(resource: Resource, texts: readonly string[], numbers: readonly string[]): Varied[] {
  const always = [
    ...TEXTS.slice(0, texts.length === 0 ? 0 : TEXTS.length).map((text) => all(texts, text)),
    ...NUMBERS.slice(0, numbers.length === 0 ? 0 : NUMBERS.length).map((number) => all(numbers, number)),
  ];
  return always.map((variation) => payload(resource, variation));
}

/** The same in every text of the sample, for a schema to say which of them are possible. */
function unlikely(resource: Resource): Varied[] {
  const { texts, numbers } = variable(resource, (value) => typeof value === 'string');
  return plain(resource, texts, numbers);
}

/** Payloads that the target's own schema calls valid: a refusal of any of them breaks the rule. */
function fromSchema(resource: Resource, schema: JsonObject): Property<FairPayload> | undefined {
  const payloads = payloadsFrom(schema);
  const isValid = validatorOf(schema);
  if (payloads === undefined || isValid === undefined) return undefined;
  return {
    cases: payloads.map((made) => ({
      shown: JSON.stringify(made),
      payloadOf: (unique) => freshened(resource, made, unique, isValid),
      mayBeRefused: false,
      judgeRefusal: (answer) => {
        answer.owes(answer.succeeded, VALID);
      },
    })),
    always: unlikely(resource)
      .filter(({ payloadOf }) => isValid(payloadOf(FRESH)))
      .map(declared),
    show: ({ shown }) => shown,
  };
}

// A schema says which numbers may be sent, and seldom how long a text may be (document 8).
function declared(fair: Varied): FairPayload {
  const hasText = Object.values(fair.variation).some((value) => typeof value === 'string');
  if (hasText) return fair;
  return { ...fair, mayBeRefused: false, judgeRefusal: (answer) => void answer.owes(answer.succeeded, VALID) };
}

const VALID = 'a payload that is valid under the schema to be created';

/** The payload with fresh values where the sample has them, and with the sample's own references, as far as it stays valid. */
function freshened(
  resource: Resource,
  made: JsonObject,
  unique: string,
  isValid: (payload: JsonObject) => boolean,
): JsonObject {
  const sample = samplePayload(resource, unique);
  let fresh = made;
  for (const [member, value] of Object.entries(sample)) {
    const isFresh = JSON.stringify(value).includes(unique);
    if (!isFresh && !(member in made && REFERENCE.test(member))) continue;
    const text = made[member];
    const choices = typeof text === 'string' && isFresh ? [`${text} ${unique}`, value] : [value];
    fresh = choices.map((choice) => ({ ...fresh, [member]: choice })).find(isValid) ?? fresh;
  }
  return fresh;
}

function all(members: readonly string[], value: Json): Variation {
  return Object.fromEntries(members.map((member) => [member, value]));
}

function isFreeText(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes(' ') && value.includes(FRESH);
}

const freeText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  // Unassigned, private and control characters, and lone combining marks, are not text that anyone writes.
  .map((text) => text.replace(/[\p{C}\p{Z}]/gu, ' ').trim())
  .filter((text) => text.length > 0);

const amount = fc.integer({ min: 1, max: 10_000_000_00 }).map((cents) => cents / 100);

function variations(texts: readonly string[], numbers: readonly string[]): fc.Arbitrary<Variation> {
  return fc.record({
    ...Object.fromEntries(texts.map((member) => [member, freeText])),
    ...Object.fromEntries(numbers.map((member) => [member, amount])),
  });
}

/** From so many characters on a service may cut a text. */
const LONG = 100;

/**
 * Free text keeps a fresh value beside it: a word-for-word repeat may rightly be refused elsewhere. A long one begins with it too, so that
 * the run knows the record as its own, and deletes it, where the end is cut off.
 */
function withFresh(text: string, unique: string): string {
  return text.length < LONG ? `${text} ${unique}` : `${unique} ${text} ${unique}`;
}

function payload(resource: Resource, variation: Variation): Varied {
  return {
    variation,
    shown: JSON.stringify(variation),
    mayBeRefused: refusable(variation),
    payloadOf: (unique) => {
      const sample = samplePayload(resource, unique);
      return Object.fromEntries(
        Object.entries(sample).map(([member, value]): [string, Json] => {
          const varied = variation[member];
          return [member, typeof varied === 'string' ? withFresh(varied, unique) : (varied ?? value)];
        }),
      );
    },
    judgeRefusal: (answer) => {
      if (refusable(variation)) fc.pre(answer.status < 400 || answer.status >= 500);
      answer.owes(answer.succeeded, 'a valid payload to be created');
    },
  };
}

// Neither types nor limits are shown (document 2, 8): a number, a long text or one with other characters may be refused; plain text may not.
function refusable(variation: Variation): boolean {
  return Object.values(variation).some(
    (value) => typeof value === 'number' || !PLAIN.test(String(value)) || String(value).length > SHORT,
  );
}
