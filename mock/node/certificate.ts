import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** A certificate and its private key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
// What is trusted for longer is forgotten; browsers take no more than 398 days.
const LIFE_MS = 365 * DAY_MS;

/** Makes a certificate for these names and addresses, signed by itself: who trusts it trusts nothing else. */
export async function makeCertificate(hosts: readonly string[]): Promise<Certificate> {
  const { generate } = await import('selfsigned');
  const now = Date.now();
  const made = await generate([{ name: 'commonName', value: 'assayer mock' }], {
    keyType: 'ec',
    // An hour back: clocks differ.
    notBeforeDate: new Date(now - 60 * 60 * 1000),
    notAfterDate: new Date(now + LIFE_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) => (isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host })),
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** The files of a certificate that was made and is used again, so that it has to be trusted once. */
export function certificateFiles(folder: string): { readonly cert: string; readonly key: string } {
  return { cert: join(folder, 'mock-certificate.pem'), key: join(folder, 'mock-key.pem') };
}

/** The certificate in a folder; a new one where there is none, or where it is for other names or its time is nearly over. */
export async function keptCertificate(folder: string, hosts: readonly string[]): Promise<Certificate> {
  const files = certificateFiles(folder);
  const kept = read(files);
  if (kept !== undefined && isGood(kept, hosts)) return kept;
  const made = await makeCertificate(hosts);
  writeFileSync(files.key, made.key, { mode: 0o600 });
  writeFileSync(files.cert, made.cert);
  return made;
}

function read({ cert, key }: ReturnType<typeof certificateFiles>): Certificate | undefined {
  if (!existsSync(cert) || !existsSync(key)) return undefined;
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

function isGood({ cert }: Certificate, hosts: readonly string[]): boolean {
  try {
    const read = new X509Certificate(cert);
    const isNamed = (host: string): boolean =>
      (isIP(host) === 0 ? read.checkHost(host) : read.checkIP(host)) !== undefined;
    return Date.parse(read.validTo) > Date.now() + DAY_MS && hosts.every(isNamed);
  } catch {
    return false;
  }
}

/** The names by which a mock that listens on `host` is reached; `own` are the addresses of the machine. */
export function namesOf(host: string, own: readonly string[]): readonly string[] {
  const everywhere = host === '0.0.0.0' || host === '::';
  return [...new Set(['localhost', '127.0.0.1', '::1', ...(everywhere ? own.map(bare) : [host])])];
}

// An address of IPv6 stands in brackets in a URL, and in a certificate without.
function bare(address: string): string {
  return address.replace(/^\[|\]$/gu, '');
}
