/// <reference lib="esnext.disposable" preserve="true" />
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { isLoopbackHost } from '../core/http/loopback.ts';
import { createGuard, type Guard } from './control/guard.ts';
import { CONTROL } from './faces/control-address.ts';
import { createMock, type Mock, type MockOptions, type Wrap } from './index.ts';
import type { Certificate } from './node/certificate.ts';
import { nodeListener } from './node/listener.ts';
import { type Notice, once, toStderr } from './node/notice.ts';
import type { StateFiles, StateOptions } from './node/state.ts';
import { refuseNames } from './option-checks.ts';
import type { UpstreamOptions } from './upstream/pass.ts';

export type { Breach, Breaches, FoundBreach, JudgePassed, PassedExchange } from './upstream/breaches.ts';
export type { UpstreamOptions } from './upstream/pass.ts';

/** How the mock is served on Node. */
export interface StartOptions extends MockOptions, StateOptions {
  /** 0, the default: any port that is free. */
  readonly port?: number;
  /** `127.0.0.1` by default. */
  readonly host?: string;
  /** Whether the control API can be reached below `/_mock/`; true by default. */
  readonly control?: boolean;
  /**
   * What every caller of the control API has to know. By default nothing on loopback, and something made up where other
   * machines can reach the mock (`controlToken` of what is started).
   */
  readonly controlToken?: string;
  /** Stands between the wire and the mock, such as a deliberate fault. */
  readonly wrap?: Wrap;
  /** Serves over TLS: with a certificate and its key in PEM; true: with one that is made for this start. */
  readonly https?: true | Certificate;
  /** A real service that requests are passed on to; the mock answers what it does not have. */
  readonly upstream?: UpstreamOptions;
}

/** A mock that answers on a port. */
export interface StartedMock extends AsyncDisposable {
  /** Without a trailing slash; holds the base path. */
  readonly url: string;
  readonly port: number;
  readonly mock: Mock;
  /** Where the control API is, with a slash at the end; undefined: it is turned off. */
  readonly controlUrl: string | undefined;
  /** The certificate in PEM, for clients to trust; undefined: the mock does not speak TLS. */
  readonly certificate: string | undefined;
  /** What callers of the control API have to know; undefined: nothing. */
  readonly controlToken: string | undefined;
  /** Stops answering and ends every connection. */
  close(): Promise<void>;
}

// An object, so that none is forgotten: the compiler holds it against the type.
const START_NAMES = Object.keys({
  port: 0,
  host: 0,
  control: 0,
  controlToken: 0,
  wrap: 0,
  upstream: 0,
  https: 0,
  seedFile: 0,
  persist: 0,
  notice: 0,
} satisfies Record<Exclude<keyof StartOptions, keyof MockOptions>, 0>);

/** Serves a mock over HTTP. Rejects with what to do when the port cannot be had. */
export async function startMock(options: StartOptions = {}): Promise<StartedMock> {
  refuseNames(options, START_NAMES);
  const { seedFile, persist, notice, ...others } = options;
  if (seedFile === undefined && persist === undefined) return serve(others, notice);
  // Loaded where it is needed: most mocks have no files.
  const { openStateFiles } = await import('./node/state.ts');
  const files = await openStateFiles({ seedFile, persist, notice }, others.seed);
  try {
    const { seed, starts } = files;
    return await serve({ starts, ...others, ...(seed === undefined ? {} : { seed }) }, notice, files);
  } catch (cause) {
    files.close();
    throw cause;
  }
}

async function serve(
  options: Omit<StartOptions, keyof StateOptions>,
  notice: Notice = toStderr,
  files?: StateFiles,
): Promise<StartedMock> {
  const { port = 0, host = '127.0.0.1', wrap, control = true, controlToken, upstream, https, ...mockOptions } = options;
  refuseUnusable(port, controlToken);
  const mock = createMock(mockOptions);
  const closeUpstream = upstream === undefined ? undefined : await attachUpstream(mock, upstream, once(notice));
  mock.wrap(wrap);
  files?.attach(mock);
  const token = control ? (controlToken ?? (await tokenFor(host))) : undefined;
  const certificate = https === undefined ? undefined : await certificateFor(https, host);
  const listener = nodeListener(mock, control ? await guardOf(mock, token) : undefined, once(notice));
  const server = certificate === undefined ? createServer(HOW, listener) : await secureServer(certificate, listener);
  // Else node:http itself would ask for a body that is refused by its length.
  server.on('checkContinue', (incoming, outgoing) => listener(incoming, outgoing, true));
  // Longer than most clients keep an idle connection, so that it is hardly ever closed under a request.
  server.keepAliveTimeout = 75_000;
  await listen(server, port, host);
  const { port: bound } = server.address() as AddressInfo; // a server that listens on a host and port has such an address
  const close = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    await closeUpstream?.();
    files?.close();
  };
  const url = `${certificate === undefined ? 'http' : 'https'}://${authorityOf(host, bound)}${mock.options.basePath}`;
  return {
    url,
    port: bound,
    mock,
    controlUrl: control ? `${url}${CONTROL}/` : undefined,
    certificate: certificate?.cert,
    controlToken: token,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const HOW = { joinDuplicateHeaders: true };

// Loaded where it is needed: most mocks speak no TLS.
async function secureServer({ cert, key }: Certificate, listener: RequestListener): Promise<SecureServer> {
  const { createServer: createSecureServer } = await import('node:https');
  try {
    return createSecureServer({ ...HOW, cert, key }, listener);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`mock option https: certificate and key cannot be used together (${why}); give both in PEM`, {
      cause,
    });
  }
}

async function certificateFor(given: unknown, host: string): Promise<Certificate> {
  if (given !== true) return refuseNoCertificate(given);
  const [{ makeCertificate, namesOf }, { ownAddresses }] = await Promise.all([
    import('./node/certificate.ts'),
    import('./node/addresses.ts'),
  ]);
  return makeCertificate(namesOf(host, ownAddresses()));
}

function refuseNoCertificate(given: unknown): Certificate {
  const { cert, key } = (given ?? {}) as Partial<Record<keyof Certificate, unknown>>; // whatever it is, it has members or none
  if (typeof cert === 'string' && typeof key === 'string') return { cert, key };
  throw new Error('mock option https: give true, or an object with cert and key, each a text in PEM');
}

// Loaded where it is needed: most mocks pass nothing on.
async function attachUpstream(mock: Mock, options: UpstreamOptions, notice: Notice): Promise<() => Promise<void>> {
  const [{ passOn, upstreamUrl }, { connectUpstream }, { refuseUpstream }] = await Promise.all([
    import('./upstream/pass.ts'),
    import('./upstream/send.ts'),
    import('./upstream/options.ts'),
  ]);
  refuseUpstream(options);
  const connections = connectUpstream(upstreamUrl(options.url).origin, options.ca);
  mock.passThrough(passOn(options, connections, notice));
  return () => connections.close();
}

// Loaded where it is needed: most mocks are on loopback and start without a token.
async function guardOf({ options }: Mock, token: string | undefined): Promise<Guard> {
  const isToken = token === undefined ? undefined : (await import('./node/token.ts')).tokenCheck(token);
  return createGuard({ basePath: options.basePath, isToken, origins: options.controlOrigins });
}

// Whoever else can reach this machine can reach the mock, and has to be told the token.
async function tokenFor(host: string): Promise<string | undefined> {
  return isLoopbackHost(host) || host === '::1' ? undefined : (await import('./node/token.ts')).makeToken();
}

// It has to stand in a header field, a cookie and an address as it is.
function refuseUnusable(port: unknown, token: string | undefined): void {
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`mock option port: ${String(port)} is not a port from 0 (any that is free) to 65535`);
  if (token === undefined || /^[A-Za-z0-9._~-]{8,200}$/u.test(token)) return;
  throw new Error('mock option controlToken: it cannot be used; take 8 to 200 letters, digits and - . _ ~');
}

// A client cannot ask an address that stands for all addresses of this machine.
const REACHABLE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function authorityOf(host: string, port: number): string {
  const reachable = REACHABLE[host] ?? host;
  return reachable.includes(':') ? `[${reachable}]:${port}` : `${reachable}:${port}`;
}

function listen(server: Server | SecureServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new Error(wordFailure(cause, port, host), { cause })),
    );
    server.listen(port, host, resolve);
  });
}

function wordFailure(cause: NodeJS.ErrnoException, port: number, host: string): string {
  if (cause.code === 'EADDRINUSE')
    return `port ${port} on ${host} is in use; stop what uses it, or take another port (0: any that is free)`;
  if (cause.code === 'EACCES') return `port ${port} on ${host} may not be used by this account; take one above 1023`;
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND')
    return `${host} is no address of this machine; take 127.0.0.1 or 0.0.0.0`;
  return `the mock could not listen on ${host}:${port}: ${cause.message}`;
}
