import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { TlsOptions } from '../client/tls.ts';
import { messageOf } from '../core/message-of.ts';
import type { TlsFile } from '../target-file/file.ts';
import { UsageProblem } from './options.ts';

/** What a file for TLS holds. */
type PemKind = 'certificate' | 'key';

/** Reads the files that the options, else the target file, name for TLS. Throws a UsageProblem where one cannot be used. */
export async function tlsOf(options: TlsFile, file: TlsFile = {}): Promise<TlsOptions> {
  const { ca, cert, key, insecure } = { ...file, ...options };
  if ((cert === undefined) !== (key === undefined)) {
    throw new UsageProblem('A client certificate needs both files: give --cert and --key (tls.cert and tls.key)');
  }
  // The one that was given is named: a member of the target file, or an option.
  const named = (member: 'ca' | 'cert' | 'key'): string =>
    options[member] === undefined ? `tls.${member} of the target file` : `--${member}`;
  const read = {
    ...(ca === undefined ? {} : { ca: await pemOf(ca, named('ca'), 'certificate') }),
    ...(cert === undefined ? {} : { cert: await pemOf(cert, named('cert'), 'certificate') }),
    ...(key === undefined ? {} : { key: await pemOf(key, named('key'), 'key') }),
    ...(insecure === undefined ? {} : { insecure }),
  };
  checkPair(read, `${named('cert')} and ${named('key')}`);
  return read;
}

/** Otherwise no request could be sent, and the target would be called unreachable. */
function checkPair({ cert, key }: TlsOptions, named: string): void {
  if (cert === undefined || key === undefined) return;
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    const why = messageOf(cause);
    throw new UsageProblem(`The files of ${named} cannot be used together: ${why}`, { cause });
  }
}

/** The text of a PEM file that `named` names, such as `--ca`. Throws a UsageProblem where it cannot be read or holds no such thing. */
export async function pemOf(path: string, named: string, kind: PemKind): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const why = messageOf(cause);
    throw new UsageProblem(`The file of ${named} cannot be read: ${why}`, { cause });
  });
  if (!text.includes('-----BEGIN ')) {
    throw new UsageProblem(`The file of ${named} (${path}) is not PEM: it has no line that begins with -----BEGIN`);
  }
  if (LABELS[kind].test(text)) return text;
  throw new UsageProblem(`The file of ${named} (${path}) holds no ${kind}: it has no line ${LINES[kind]}`);
}

const LABELS: Readonly<Record<PemKind, RegExp>> = {
  certificate: /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/u,
  key: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/u,
};

const LINES: Readonly<Record<PemKind, string>> = {
  certificate: '-----BEGIN CERTIFICATE-----',
  key: '-----BEGIN PRIVATE KEY-----',
};
