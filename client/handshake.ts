import { connect, type PeerCertificate } from 'node:tls';
import type { FailureKind } from '../core/http/exchange.ts';
import type { Reply } from './reply.ts';
import { type TlsOptions, trustOf } from './tls.ts';

/** Where a handshake goes, whom it trusts, and how long it may take. */
export interface HandshakeOptions {
  /** Its scheme, host and port count. */
  readonly baseUrl: string;
  readonly tls: TlsOptions;
  readonly timeoutMs: number;
}

/** What was wrong, and what to do. */
export interface Advice {
  readonly told: string;
  readonly remedy: string;
}

/** Why a server that never answered in HTTP closed the connection, as far as a TLS handshake shows. */
export async function whyClosed(kind: FailureKind, options: HandshakeOptions): Promise<Advice | undefined> {
  if (kind !== 'reset' && kind !== 'malformed') return undefined;
  const isPlain = new URL(options.baseUrl).protocol === 'http:';
  if (!isPlain && options.tls.cert !== undefined) return undefined;
  const peer = await peerCertificate({ ...options, tls: { insecure: true } });
  if (peer === undefined) return undefined;
  if (isPlain) return { told: 'the port speaks TLS, and plain HTTP was sent', remedy: 'write https:// in the address' };
  // In TLS 1.3 a server refuses a client without a certificate only once the handshake is over (RFC 8446 4.4.2.4).
  return {
    told: 'the server closes the connection after the TLS handshake: it may ask for a client certificate',
    remedy: 'give --cert and --key (tls.cert and tls.key in the target file)',
  };
}

/** Adds to a failure why the connection was closed. A server that does not speak HTTP is asked once. */
export function createExplainer(
  options: Omit<HandshakeOptions, 'baseUrl'>,
): (reply: Reply, origin: string) => Promise<Reply> {
  const asked = new Map<string, Promise<Advice | undefined>>();
  return async (reply, origin) => {
    const { failure } = reply;
    const isMute = failure?.kind === 'reset' && reply.firstByte === null;
    if (failure === undefined || !(isMute || failure.kind === 'malformed')) return reply;
    const asking = asked.get(origin) ?? whyClosed(failure.kind, { ...options, baseUrl: origin });
    asked.set(origin, asking);
    const advice = await asking;
    if (advice === undefined) return reply;
    return { ...reply, failure: { ...failure, message: `${failure.message}; ${advice.told}: ${advice.remedy}` } };
  };
}

/** The certificate of a server, by a handshake of its own; undefined where there is none. */
export function peerCertificate({ baseUrl, tls, timeoutMs }: HandshakeOptions): Promise<PeerCertificate | undefined> {
  const { hostname, port, protocol } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/gu, '');
  const servername = /^[\d.:]+$/u.test(host) ? {} : { servername: host };
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || (protocol === 'http:' ? 80 : 443)),
      ...servername,
      ...trustOf(tls),
    });
    const end = (peer: PeerCertificate | undefined): void => {
      socket.destroy();
      resolve(peer);
    };
    socket.setTimeout(timeoutMs, () => end(undefined));
    socket.once('secureConnect', () => end(socket.getPeerCertificate()));
    socket.once('error', () => end(undefined));
  });
}
