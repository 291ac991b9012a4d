import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { messageOf } from '../core/message-of.ts';
import { visible } from '../core/redaction/visible.ts';
import { publicKeyOf } from '../judge/attestation/dsse.ts';
import { verifyAttestation } from '../judge/attestation/verify.ts';
import { UsageProblem } from '../judge/options.ts';
import { STATUS } from './status.ts';

interface VerifyFlags {
  readonly key: string;
  readonly subject?: string;
  readonly results?: string;
  readonly transcript?: string;
  readonly rejudge?: boolean;
}

/** `assayer verify file`: holds an attestation against a key and the files that it is about. */
export function addVerify(program: Command, done: (status: number) => void): void {
  program
    .command('verify')
    .argument('<attestation>', 'a file that assayer attest wrote')
    .requiredOption('--key <file>', 'the public key of whom you trust, in PEM')
    .option('--subject <digest>', 'what it has to be about: sha256: and 64 hex digits')
    .option('--results <file>', 'the results that were signed')
    .option('--transcript <file>', 'the transcript that was signed')
    .option('--rejudge', 'judge the transcript again, and compare the outcomes')
    .addHelpText('after', `\n${EXAMPLES}`)
    .action(async (path: string, { key, ...files }: VerifyFlags) => {
      const pem = await readFile(key, 'utf8').catch((cause: unknown) => {
        throw new UsageProblem(`--key: ${key} cannot be read: ${messageOf(cause)}`, { cause });
      });
      const findings = await verifyAttestation(path, { key: publicKeyOf(pem, `--key: ${key}`), ...files });
      for (const { what, holds, told } of findings)
        process.stdout.write(`${holds ? '✓' : '✗'} ${what}: ${visible(told)}\n`);
      done(findings.every(({ holds }) => holds) ? STATUS.kept : STATUS.broken);
    });
}

const EXAMPLES = `Examples:
  assayer verify run.att.json --key pub.pem --subject sha256:9f86…
  assayer verify run.att.json --key pub.pem --results results.json --transcript run.jsonl --rejudge

Exit status: 0 where all that was looked at holds, 1 where something does not, 2 where it cannot be looked at.`;
