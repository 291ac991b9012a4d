import { errors } from 'undici';
import type { FailureKind } from '../core/http/exchange.ts';
import { messageOf } from '../core/message-of.ts';
import type { Failure } from './reply.ts';
import { TooLarge } from './size-limits.ts';

const KINDS: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  EACCES: 'refused',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  EPROTO: 'tls',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'malformed',
};

// OpenSSL's verification errors have names of their own, without a prefix.
const TLS = /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/u;

const WORDS: Readonly<Record<FailureKind, string>> = {
  refused: 'the connection was refused',
  unresolved: 'the host name has no address',
  tls: 'the TLS handshake failed',
  reset: 'the connection was closed before the answer was complete',
  timeout: 'no connection in time',
  malformed: 'the answer is not HTTP/1.1 as RFC 9112 writes it',
  unreadable: 'the answer is not HTTP/1.1 as RFC 9112 writes it',
  miscoded: 'the body is not in the coding that its Content-Encoding names',
  'too-large': 'the header section is larger than the limit --max-head',
  aborted: 'the request was not sent or was given up',
};

/** Names the failure behind an error of the network or the HTTP client. `headSeen`: the response's head had arrived. */
export function failureOf(error: unknown, where: string, headSeen: boolean): Failure {
  if (error instanceof TooLarge) return { kind: 'too-large', message: `${error.message} (${where})` };
  const code = codeOf(error);
  const text = messageOf(error);
  const kind = error instanceof errors.HTTPParserError ? 'malformed' : kindOf(code, text, headSeen);
  const detail = [code, text].filter((part) => part !== '').join(': ');
  const hint = hintFor(kind, code);
  return { kind, message: `${WORDS[kind]} (${where}; ${detail})${hint === undefined ? '' : `; ${hint}`}` };
}

// What is likely, and what to try.
function hintFor(kind: FailureKind, code: string): string | undefined {
  if (kind !== 'tls') return undefined;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return 'the port seems to speak plain HTTP: try http://';
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/u.test(code))
    return 'the server may ask for a certificate: --cert and --key';
  if (/^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/u.test(code)) return 'name the authority with --ca <file>';
  return undefined;
}

function kindOf(code: string, text: string, headSeen: boolean): FailureKind {
  // An orderly end inside the body is the target's own doing, and says that it miscounted.
  if (code === 'UND_ERR_SOCKET' && headSeen && text === 'other side closed') return 'malformed';
  if (code === 'UND_ERR_SOCKET' && /^bad (?:response|upgrade)$/u.test(text)) return 'malformed';
  if (TLS.test(code)) return 'tls';
  return KINDS[code] ?? 'aborted';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // A host with several addresses fails with one error for each (RFC 8305).
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return '';
}
