import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { messageOf } from '../core/message-of.ts';
import { makeFolder } from '../judge/make-folder.ts';
import { OWN_FOLDER } from '../judge/own-folder.ts';
import type { StartOptions } from '../mock/node.ts';

/** How the mock speaks TLS. */
export interface HttpsFlags {
  readonly https?: boolean;
  readonly cert?: string;
  readonly key?: string;
}

/** Adds the options of TLS. */
export function addHttpsFlags(command: Command): Command {
  return command
    .option('--https', 'serve over TLS, with a certificate that is made and kept in .assayer/ unless you give one')
    .option('--cert <file>', 'the certificate for --https, in PEM')
    .option('--key <file>', 'its private key, in PEM');
}

/** What the options say, as the mock takes it, and the file of the certificate. */
export async function httpsOptionsOf(
  { https, cert, key }: HttpsFlags,
  host: string,
): Promise<{ readonly options: Partial<StartOptions>; readonly file?: string }> {
  if (https !== true) {
    if (cert === undefined && key === undefined) return { options: {} };
    throw new Error('--cert and --key are for --https: give it as well');
  }
  if ((cert === undefined) !== (key === undefined)) throw new Error('--https: give --cert and --key together');
  if (cert !== undefined && key !== undefined)
    return {
      options: { https: { cert: await readPem('--cert', cert), key: await readPem('--key', key) } },
      file: cert,
    };
  // What makes certificates is loaded where one is made.
  const [{ certificateFiles, keptCertificate, namesOf }, { ownAddresses }] = await Promise.all([
    import('../mock/node/certificate.ts'),
    import('../mock/node/addresses.ts'),
  ]);
  const folder = resolve(OWN_FOLDER);
  makeFolder(folder);
  return {
    options: { https: await keptCertificate(folder, namesOf(host, ownAddresses())) },
    file: certificateFiles(folder).cert,
  };
}

async function readPem(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`${flag}: ${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}
