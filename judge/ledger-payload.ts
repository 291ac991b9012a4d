import type { HttpRequest } from '../core/http/exchange.ts';
import { markedIn } from '../core/records/own-entry.ts';
import { REDACTED, type Redactor, redactJson } from '../core/redaction/redact.ts';
import { isObject } from '../core/representation/json-value.ts';
import type { LedgerLine } from './ledger-lines.ts';

/** By what a payload is cut and cleaned. */
export interface Keeping {
  /** Every value of the run holds it. */
  readonly nonce: string;
  /** Takes out secrets. */
  readonly clean: Redactor;
}

type Kept = Pick<Extract<LedgerLine, { creating: number }>, 'payload' | 'cut' | 'texts'>;

/** Of a payload longer than this the long members are left out: the others tell whose the record is. */
const LONGEST_PAYLOAD = 4096;

/** A member of such a payload that is kept is no longer than this. */
const LONGEST_MEMBER = 512;

/** So much is kept of a text of such a payload. */
const LONGEST_TEXT = 200;

/** What a ledger keeps of what a creation sent: enough to know its record by. */
export function sentOf(request: HttpRequest, keeping: Keeping): Kept {
  const payload = payloadOf(request.json, keeping);
  const isWhole = payload.payload !== undefined && payload.cut === undefined;
  return isWhole ? payload : { ...payload, texts: textsOf(request, keeping) };
}

/** A payload as it may be kept; empty where that is none. */
export function payloadOf(json: unknown, { nonce, clean }: Keeping): Omit<Kept, 'texts'> {
  const text = JSON.stringify(json) ?? '';
  if (text === '') return {};
  if (text.length <= LONGEST_PAYLOAD) return { payload: withoutSecrets(text, clean) };
  const short = withoutLong(json);
  const payload = short === undefined ? undefined : withoutSecrets(JSON.stringify(short), clean);
  // Without a value of the run a record could only be recognised by all that was sent.
  return JSON.stringify(payload)?.includes(nonce) === true ? { payload, cut: true } : {};
}

/** The members of a creation with a value of the run; one that holds a secret is left out. */
function textsOf(request: HttpRequest, { nonce, clean }: Keeping): NonNullable<Kept['texts']> {
  return markedIn(request, nonce)
    .filter(({ name, text }) => clean(name) === name && clean(text) === text)
    .map(({ name, text }) => [name, text.trim().slice(0, LONGEST_TEXT), text.trim().length] as const)
    .filter(([, begins]) => begins.includes(nonce));
}

/** A long payload without its long members; undefined where it has no members, or too many. */
function withoutLong(json: unknown): object | undefined {
  if (!isObject(json)) return undefined;
  const members = Object.entries(json).filter(([, value]) => (JSON.stringify(value) ?? '').length <= LONGEST_MEMBER);
  const short = Object.fromEntries(members);
  return members.length === 0 || JSON.stringify(short).length > LONGEST_PAYLOAD ? undefined : short;
}

/** A payload as it may be kept. A member that holds a secret is left out, so that it is never compared with a record. */
function withoutSecrets(text: string, clean: Redactor): unknown {
  const payload: unknown = cleaned(JSON.parse(redactJson(text)), clean);
  if (!isObject(payload)) return JSON.stringify(payload).includes(REDACTED) ? null : payload;
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => !JSON.stringify(value).includes(REDACTED)));
}

/** Plain data with every text and number in it cleaned. */
export function cleaned<T>(data: T, clean: Redactor): T {
  const scalar = (_: string, value: unknown): unknown => {
    if (typeof value === 'string') return clean(value);
    return typeof value === 'number' && clean(String(value)) !== String(value) ? REDACTED : value;
  };
  // The same shape as what came in, texts for texts; only a number that is a secret becomes a text.
  return JSON.parse(JSON.stringify(data), scalar) as T;
}
