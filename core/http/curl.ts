import { REDACTED } from '../redaction/redact.ts';
import { hasInvisible } from '../redaction/visible.ts';
import type { SavedBody, SavedExchange } from '../results/results.ts';

/** A command for a POSIX shell that sends a request again, and what its reader has to know. */
export interface CurlLine {
  readonly command: string;
  /** Shell variables to be set first, in place of secrets. */
  readonly variables: readonly string[];
  /** Why it does not send exactly the same, when it does not. */
  readonly caveat?: string;
}

// What curl sets itself, from the address, the body and the connection.
const CURLS_OWN: ReadonlySet<string> = new Set([
  'content-length',
  'connection',
  'transfer-encoding',
  // A request that is sent again has a trace of its own.
  'traceparent',
  'accept-encoding',
]);
// What curl would add unasked; an empty value takes it away.
const UNASKED: readonly string[] = ['accept'];

/** Writes the request of an exchange as a curl command that can be pasted into any POSIX shell. */
export function curlLine({ request }: SavedExchange): CurlLine {
  const { url, headers, body } = request;
  const variables = new Set<string>();
  const word = (text: string, variable: string, bytesOf = utf8): string =>
    shellWord(text, bytesOf, () => {
      variables.add(variable);
      return variable;
    });

  const isOwn = ([name, value]: (typeof headers)[number]): boolean =>
    CURLS_OWN.has(name.toLowerCase()) || (name.toLowerCase() === 'host' && value === hostIn(url));
  const sent = headers.filter((line) => !isOwn(line));
  const names = new Set(sent.map(([name]) => name.toLowerCase()));
  const added = [...UNASKED, ...(body === undefined ? [] : ['content-type'])].filter((name) => !names.has(name));
  const removed = [...added, ...(lacksHost(headers) ? ['host'] : [])];
  const { pipe, option } = bodyWords(body, (text) => word(text, 'ASSAYER_SECRET'));
  const parts = [
    'curl -sS -i -g --path-as-is',
    methodWords(request, (text) => word(text, 'ASSAYER_METHOD')),
    ...sent.map(([name, value]) => `-H ${word(fieldLine(name, value), variableFor(name), charBytes)}`),
    ...removed.map((name) => `-H '${name}:'`),
    option,
    targetOption(url, (text) => word(text, 'ASSAYER_URL_SECRET', charBytes)),
    word(url, 'ASSAYER_URL_SECRET', charBytes),
  ];
  return {
    command: pipe + parts.filter((part) => part !== '').join(' '),
    variables: [...variables],
    ...caveatOf(request, pipe !== ''),
  };
}

function hostIn(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

// HTTP/2 has neither field (RFC 9113 8.2.2, 8.3.1), and is not what is sent again.
function lacksHost(headers: SavedExchange['request']['headers']): boolean {
  const names = headers.map(([name]) => name.toLowerCase());
  return names.includes('connection') && !names.includes('host');
}

function caveatOf({ body, headers }: SavedExchange['request'], isPiped: boolean): Pick<CurlLine, 'caveat'> {
  if (body?.cut === true) return { caveat: `the body is cut here: it had ${body.bytes} bytes` };
  if (isPiped && body?.text?.includes(REDACTED) === true) return { caveat: `put the secret in place of ${REDACTED}` };
  // curl frames a body in its own way (RFC 9112 7.1).
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  return isChunked ? { caveat: 'the body was sent in chunks; curl sends its length instead' } : {};
}

// curl waits for a body after `-X HEAD`, and gets by itself.
function methodWords({ method, body }: SavedExchange['request'], word: (text: string) => string): string {
  if (method === 'HEAD' && body === undefined) return '--head';
  if (method === 'GET' && body === undefined) return '';
  return `-X ${/^[A-Za-z]+$/u.test(method) ? method : word(method)}`;
}

// curl percent-encodes what is beyond ASCII in the path of an address, but not in a request target that is given.
function targetOption(url: string, word: (text: string) => string): string {
  const path = /^https?:\/\/[^/?#]+(\/.*)$/iu.exec(url)?.[1] ?? '';
  return /[^\x20-\x7e]/u.test(path) ? `--request-target ${word(path)}` : '';
}

// For curl, `Name:` takes a field away and `Name;` sends it without a value.
function fieldLine(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

function variableFor(field: string): string {
  return `ASSAYER_${field.toUpperCase().replace(/[^A-Z0-9]+/gu, '_')}`;
}

// `--data-raw` takes a leading @ literally. Bytes that cannot be shown go through printf, which every shell has.
function bodyWords(body: SavedBody | undefined, word: (text: string) => string): { pipe: string; option: string } {
  if (body === undefined) return { pipe: '', option: '' };
  if (body.text !== undefined && !hasInvisible(body.text.replaceAll('\n', ''))) {
    return { pipe: '', option: `--data-raw ${word(body.text)}` };
  }
  const bytes = body.text === undefined ? fromBase64(body.base64 ?? '') : utf8(body.text);
  return { pipe: `printf ${octal(bytes)} | `, option: '--data-binary @-' };
}

/** One word for the shell: single-quoted, secrets as variables, bytes that cannot be shown through printf. */
function shellWord(text: string, bytesOf: (run: string) => Uint8Array, useVariable: () => string): string {
  const parts = text.split(REDACTED).map((part) => quotePart(part, bytesOf));
  return parts.reduce((line, part) => `${line}"$${useVariable()}"${part}`) || "''";
}

function quotePart(text: string, bytesOf: (run: string) => Uint8Array): string {
  const runs = text.split(/([^\x20-\x7e\n]+)/u);
  return runs.map((run, i) => (i % 2 === 0 ? quoteAscii(run) : quoteOther(run, bytesOf))).join('');
}

function quoteAscii(run: string): string {
  return run === '' ? '' : `'${run.replaceAll("'", "'\\''")}'`;
}

function quoteOther(run: string, bytesOf: (run: string) => Uint8Array): string {
  if (!hasInvisible(run) && bytesOf === utf8) return `'${run}'`;
  return `"$(printf ${octal(bytesOf(run))})"`;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

// An address as it was recorded, and a field's value where HTTP clients take it (RFC 9110 5.5), are bytes, one per character.
function charBytes(text: string): Uint8Array {
  const isBytes = [...text].every((char) => char.charCodeAt(0) <= 0xff);
  return isBytes ? Uint8Array.from(text, (char) => char.charCodeAt(0)) : utf8(text);
}

function octal(bytes: Uint8Array): string {
  let format = '';
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    format += /[A-Za-z0-9 _.,:;/{}[\]"=+]/u.test(char) ? char : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return `'${format}'`;
}

function fromBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
