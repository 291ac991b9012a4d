import { readFile } from 'node:fs/promises';
import type { TlsOptions } from '../client/tls.ts';
import { messageOf } from '../core/message-of.ts';
import type { TlsFile } from '../target-file/file.ts';
import { UsageProblem } from './options.ts';

/** Reads the files that the options, else the target file, name for TLS. Throws a UsageProblem where one cannot be read. */
export async function tlsOf(options: TlsFile, file: TlsFile = {}): Promise<TlsOptions> {
  const { ca, cert, key, insecure } = { ...file, ...options };
  if ((cert === undefined) !== (key === undefined)) {
    throw new UsageProblem('A client certificate needs both files: give --cert and --key (tls.cert and tls.key)');
  }
  return {
    ...(ca === undefined ? {} : { ca: await pemOf(ca, 'ca') }),
    ...(cert === undefined ? {} : { cert: await pemOf(cert, 'cert') }),
    ...(key === undefined ? {} : { key: await pemOf(key, 'key') }),
    ...(insecure === undefined ? {} : { insecure }),
  };
}

/** The text of a PEM file that an option names. Throws a UsageProblem where it cannot be read, or is none. */
export async function pemOf(path: string, option: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const why = messageOf(cause);
    throw new UsageProblem(`The file of --${option} cannot be read: ${why}`, { cause });
  });
  if (text.includes('-----BEGIN ')) return text;
  throw new UsageProblem(`The file of --${option} (${path}) is not PEM: it has no line that begins with -----BEGIN`);
}
