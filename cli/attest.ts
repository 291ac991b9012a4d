import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { messageOf } from '../core/message-of.ts';
import { attest } from '../judge/attestation/attest.ts';
import { privateKeyOf } from '../judge/attestation/dsse.ts';
import { UsageProblem } from '../judge/options.ts';
import { type NamedFile, refuseOverwriting } from './files.ts';
import { beginOutputs, writeWhole } from './outputs.ts';
import { STATUS } from './status.ts';

interface AttestFlags {
  readonly subject: string;
  readonly key?: string;
  readonly keyCommand?: string;
  readonly transcript?: string;
  readonly output: string;
}

/** Enough for somebody to unlock a store of keys. */
const TIME_MS = 60_000;

/** `assayer attest results.json`: signs what a run came to. */
export function addAttest(program: Command, done: (status: number) => void): void {
  program
    .command('attest')
    .argument('<results>', 'a file that check --reporter json=… wrote')
    .requiredOption('--subject <digest>', 'what was judged, such as an image: sha256: and 64 hex digits')
    .option('--key <file>', 'the private key, for Ed25519 or ECDSA, in PEM')
    .option('--key-command <command>', 'a command of the shell that prints it')
    .option('--transcript <file>', 'the transcript of the run, so that its digest is signed too')
    .requiredOption('-o, --output <file>', 'where the attestation is written')
    .addHelpText('after', `\n${EXAMPLES}`)
    .action(async (path: string, { output, subject, transcript, ...flags }: AttestFlags) => {
      refuseOverwriting(filesRead(path, flags.key, transcript), [{ as: '--output', path: output }]);
      await beginOutputs([{ as: '--output', path: output }]);
      const key = await keyOf(flags);
      const envelope = await attest(path, { subject, key, ...(transcript === undefined ? {} : { transcript }) });
      await writeWhole(output, `${JSON.stringify(envelope, null, 2)}\n`);
      done(STATUS.kept);
    });
}

function filesRead(results: string, key: string | undefined, transcript: string | undefined): NamedFile[] {
  return [
    { as: 'the results', path: results },
    ...(key === undefined ? [] : [{ as: '--key', path: key }]),
    ...(transcript === undefined ? [] : [{ as: '--transcript', path: transcript }]),
  ];
}

async function keyOf({
  key,
  keyCommand,
}: Pick<AttestFlags, 'key' | 'keyCommand'>): Promise<ReturnType<typeof privateKeyOf>> {
  if ((key === undefined) === (keyCommand === undefined)) {
    throw new UsageProblem('give the private key by --key or by --key-command, and one of them alone');
  }
  if (key === undefined) return privateKeyOf(await outputOf(keyCommand ?? ''), '--key-command');
  const pem = await readFile(key, 'utf8').catch((cause: unknown) => {
    throw new UsageProblem(`--key: ${key} cannot be read: ${messageOf(cause)}`, { cause });
  });
  return privateKeyOf(pem, `--key: ${key}`);
}

// What it prints and what it complains of is never told: either may hold the key.
function outputOf(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = exec(command, { timeout: TIME_MS }, (cause, stdout) => {
      if (cause === null) resolve(stdout);
      else
        reject(
          new UsageProblem(
            `--key-command ended with status ${cause.code ?? 'none'}; run it by hand to see what it says`,
          ),
        );
    });
    child.stdin?.end();
  });
}

const EXAMPLES = `Examples:
  openssl genpkey -algorithm ed25519 -out key.pem && openssl pkey -in key.pem -pubout -out pub.pem
  assayer check http://127.0.0.1:3000 --transcript run.jsonl --reporter json=results.json
  assayer attest results.json --subject sha256:9f86… --key key.pem --transcript run.jsonl -o run.att.json
  assayer verify run.att.json --key pub.pem --results results.json --transcript run.jsonl --rejudge`;
