import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate, signed by itself, and its key: paths and texts. */
export interface Certificate {
  readonly path: string;
  readonly keyPath: string;
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Makes a certificate in a folder by openssl; undefined where that cannot be run. */
export function certificate(
  folder: string,
  name: string,
  { host = '127.0.0.1', expired = false }: { readonly host?: string; readonly expired?: boolean } = {},
): Certificate | undefined {
  const file = (end: string): string => join(folder, `${name}${end}`);
  const [keyPath, path, request, config] = [file('-key.pem'), file('.pem'), file('.csr'), file('.cnf')];
  const kind = /^[\d.]+$/u.test(host) ? 'IP' : 'DNS';
  writeFileSync(file('.index'), '');
  writeFileSync(file('.serial'), '01');
  writeFileSync(
    config,
    `[ca]\ndefault_ca=own\n[own]\nnew_certs_dir=${folder}\ndatabase=${file('.index')}\nserial=${file('.serial')}\n` +
      `default_md=sha256\npolicy=any\nx509_extensions=ext\n[any]\ncommonName=supplied\n[ext]\nsubjectAltName=${kind}:${host}\n`,
  );
  const ask = [
    'req',
    '-new',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    '/CN=assayer',
  ];
  const first = spawnSync('openssl', [...ask, '-keyout', keyPath, '-out', request]);
  const days = expired ? ['20200101000000Z', '20200102000000Z'] : ['20200101000000Z', '20491231000000Z'];
  const second = spawnSync('openssl', [
    ...['ca', '-selfsign', '-batch', '-notext', '-config', config, '-keyfile', keyPath, '-in', request, '-out', path],
    ...['-startdate', days[0] ?? '', '-enddate', days[1] ?? ''],
  ]);
  if (first.status !== 0 || second.status !== 0) return undefined;
  return { path, keyPath, cert: readFileSync(path), key: readFileSync(keyPath) };
}
