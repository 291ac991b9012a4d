import { createClient } from '../client/client.ts';
import { peerCertificate, whyClosed } from '../client/handshake.ts';
import type { TlsOptions } from '../client/tls.ts';
import type { Exchange, FailureKind } from '../core/http/exchange.ts';
import { redirectOf } from '../core/http/redirect.ts';
import { type Finding, fine } from './finding.ts';

/** How to reach a target. */
export interface ReachOptions {
  readonly baseUrl: string;
  /** What is asked first. */
  readonly address: string;
  readonly tls: TlsOptions;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly userAgent: string;
}

/** What came of the first request; no exchange where nothing answered. */
export interface Reached {
  readonly findings: readonly Finding[];
  readonly exchange: Exchange;
}

/** Sends the first GET, without a session, and names what keeps it from being answered. */
export async function reach(options: ReachOptions): Promise<Reached> {
  const { baseUrl, address } = options;
  const client = createClient(options);
  const exchange = await client.send({ method: 'GET', address, anonymous: true });
  await client.close();
  const proxy = proxyOfTheEnvironment(baseUrl);
  const { failure } = exchange;
  if (failure !== undefined) {
    const finding = await whyNoAnswer(failure.kind, failure.message, options);
    return { findings: [finding, ...proxy], exchange };
  }
  const { hostname, protocol } = new URL(baseUrl);
  const answered = `GET ${exchange.request.url} was answered ${exchange.response?.status} in ${Math.round(exchange.timings.total)} ms`;
  const secure = protocol === 'https:' ? await certificate(options) : [];
  return {
    findings: [
      fine('name', `${hostname} has an address`),
      fine('reach', answered),
      ...secure,
      ...redirect(exchange, baseUrl),
      ...proxy,
    ],
    exchange,
  };
}

async function whyNoAnswer(kind: FailureKind, message: string, options: ReachOptions): Promise<Finding> {
  const { hostname, port, protocol } = new URL(options.baseUrl);
  // The code is what people search for; what OpenSSL says besides is of its own source.
  const detail = /; ([A-Z][A-Z0-9_]+):/u.exec(message)?.[1] ?? message;
  const blocks = (subject: Finding['subject'], told: string, remedy: string): Finding => ({
    subject,
    weight: 'blocks',
    told: `${told} (${detail})`,
    remedy,
  });
  if (kind === 'unresolved')
    return blocks(
      'name',
      `${hostname} has no address`,
      'check its spelling, the name server, and whether a VPN is needed',
    );
  if (kind === 'refused') {
    const at = port === '' ? `the usual port of ${protocol}//` : `port ${port}`;
    return blocks(
      'reach',
      `nobody listens at ${at} of ${hostname}`,
      'start the service, and check the port; check --wait 60s waits for it',
    );
  }
  if (kind === 'tls') return whyNoTls(message, blocks);
  const closed = await whyClosed(kind, options);
  if (closed !== undefined) return blocks('tls', closed.told, closed.remedy);
  if (kind === 'timeout')
    return blocks('reach', 'there was no answer in time', 'check firewalls and the port; --timeout 30s waits longer');
  if (kind === 'too-large')
    return blocks('reach', 'the answer is larger than assayer reads', 'name a smaller session.path in the target file');
  return blocks(
    'reach',
    'what answers does not speak HTTP/1.1 as RFC 9112 writes it',
    'check the port, and what stands before the service',
  );
}

type Blocks = (subject: Finding['subject'], told: string, remedy: string) => Finding;

/** The certificate errors of OpenSSL, each with what it means and what to do. */
const TLS: readonly (readonly [RegExp, string, string])[] = [
  [/CERT_HAS_EXPIRED/u, 'the certificate has expired', 'renew it; --insecure trusts it anyway'],
  [/CERT_NOT_YET_VALID/u, 'the certificate is not valid yet', 'check the clocks of this machine and of the server'],
  [
    /ALTNAME_INVALID|HOSTNAME_MISMATCH/u,
    'the certificate is for another name',
    'use the name that it is for, or --insecure',
  ],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH/u, 'the port speaks plain HTTP', 'write http:// in the address'],
  [
    /CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE/u,
    'the server asks for a client certificate, or accepts none of the ciphers',
    'give --cert and --key (tls.cert and tls.key in the target file)',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_/u,
    'the certificate is signed by an authority that is not trusted here',
    'name the authority with --ca <file> (tls.ca in the target file), or trust any certificate with --insecure',
  ],
];

function whyNoTls(message: string, blocks: Blocks): Finding {
  const [, told, remedy] = TLS.find(([code]) => code.test(message)) ?? [];
  return blocks(
    'tls',
    told ?? 'the TLS handshake failed',
    remedy ?? 'check the address and the TLS set-up of the server',
  );
}

const SOON_DAYS = 14;

async function certificate(options: ReachOptions): Promise<Finding[]> {
  const peer = await peerCertificate(options);
  if (options.tls.insecure === true) {
    const told = 'any certificate is trusted (--insecure)';
    return [
      { subject: 'tls', weight: 'note', told, remedy: 'name the authority with --ca where others use the network' },
    ];
  }
  if (peer === undefined) return [fine('tls', 'the handshake succeeds')];
  const days = Math.floor((Date.parse(peer.valid_to) - Date.now()) / 86_400_000);
  if (days > SOON_DAYS) return [fine('tls', `the certificate is trusted, and valid until ${peer.valid_to}`)];
  return [{ subject: 'tls', weight: 'warning', told: `the certificate expires in ${days} days`, remedy: 'renew it' }];
}

/** One address alone may lead elsewhere: that all of them do is found out later. */
function redirect(exchange: Exchange, baseUrl: string): Finding[] {
  const led = redirectOf(exchange, baseUrl);
  if (led === undefined) return [];
  const told = `GET ${exchange.request.url} is redirected to ${led.address}, and redirects are not followed`;
  const remedy =
    led.begin === undefined
      ? 'give the address that is meant, or session.path in the target file'
      : `begin at ${led.begin}, if that is the service`;
  return [{ subject: 'base', weight: led.begin === undefined ? 'note' : 'warning', told, remedy }];
}

function proxyOfTheEnvironment(baseUrl: string): Finding[] {
  const name = new URL(baseUrl).protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const isSet = [name, name.toLowerCase()].some((one) => (process.env[one] ?? '') !== '');
  if (!isSet) return [];
  const told = `${name} is set, and assayer goes to the target directly, since a proxy may change what is judged`;
  return [
    { subject: 'proxy', weight: 'note', told, remedy: 'where only the proxy is let through, run assayer beyond it' },
  ];
}
