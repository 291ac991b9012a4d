import type { Failure } from './reply.ts';
import { isToken } from './token.ts';

/** Told more exactly, where the head of the answer itself breaks RFC 9112: the connection and the rest of the answer have no part in that. */
export function breachIn(beginning: Uint8Array, told: Failure): Failure {
  const breach = breachOfHead(beginning);
  if (breach === undefined) return told;
  return { kind: 'unreadable', message: `the answer is not HTTP/1.1: ${breach}` };
}

/** What is wrong with the head at the beginning of these bytes, with its clause; undefined where it is not whole, or right. */
export function breachOfHead(beginning: Uint8Array): string | undefined {
  const text = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength).toString('latin1');
  const end = /\r?\n\r?\n/u.exec(text)?.index;
  if (end === undefined) return undefined;
  const head = text.slice(0, end);
  const [first = '', ...fields] = head.split(/\r?\n/u);
  if (!/^HTTP\/\d\.\d \d{3}(?: |$)/u.test(first)) return `${quoted(first)} is no status line (RFC 9112 4)`;
  for (const [i, line] of fields.entries()) {
    const breach = breachOfField(line, i + 2);
    if (breach !== undefined) return breach;
  }
  return (
    breachOfLength(fields) ??
    (/(?<!\r)\n/u.test(head) ? 'a line of its head ends with LF alone (RFC 9112 2.1)' : undefined)
  );
}

// Told without the value, which may be a secret. `at` counts the lines from 1.
function breachOfField(line: string, at: number): string | undefined {
  if (/^[ \t]/u.test(line)) return `line ${at} of its head folds the one before it (RFC 9112 5.2)`;
  const colon = line.indexOf(':');
  if (colon === -1) return `line ${at} of its head has no colon (RFC 9112 5)`;
  const name = line.slice(0, colon);
  if (isToken(name.trimEnd()) && name !== name.trimEnd())
    return `white space stands before the colon of the field ${quoted(name)} (RFC 9112 5.1)`;
  if (!isToken(name)) return `line ${at} of its head does not begin with a field name (RFC 9110 5.1)`;
  const control = [...line].find((one) => one !== '\t' && (one < ' ' || one === '\x7f'));
  if (control === undefined) return undefined;
  const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `the field ${quoted(name)} holds the control character U+${code} (RFC 9110 5.5)`;
}

function breachOfLength(fields: readonly string[]): string | undefined {
  const valuesOf = (wanted: string): readonly string[] =>
    fields
      .filter((line) => line.slice(0, line.indexOf(':')).toLowerCase() === wanted)
      .map((line) => line.slice(line.indexOf(':') + 1).trim());
  const lengths = new Set(valuesOf('content-length'));
  if (lengths.size > 1) return `it has ${lengths.size} Content-Length that differ (RFC 9112 6.3)`;
  const [length] = lengths;
  if (length === undefined) return undefined;
  if (!/^\d+$/u.test(length)) return `Content-Length ${quoted(length)} is no number (RFC 9110 8.6)`;
  if (valuesOf('transfer-encoding').length > 0) return 'it has Content-Length beside Transfer-Encoding (RFC 9112 6.2)';
  return undefined;
}

function quoted(text: string): string {
  return `“${text.slice(0, 40)}”`;
}
