import { createHash, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { messageOf } from '../../core/message-of.ts';
import { loadResults } from '../load-results.ts';
import { UsageProblem } from '../options.ts';
import { outcomesOf } from '../transcript/head.ts';
import { readTranscript } from '../transcript/read.ts';
import { type Envelope, sealed } from './dsse.ts';
import { PAYLOAD_TYPE, statementOf } from './statement.ts';

/** What to attest. */
export interface AttestOptions {
  /** The digest of what was judged: `sha256:` and 64 hex digits. */
  readonly subject: string;
  readonly key: KeyObject;
  /** The path of the run's transcript. */
  readonly transcript?: string;
}

/** Signs what a saved run says of a subject. Throws a UsageProblem where the files do not fit together. */
export async function attest(path: string, { subject, key, transcript }: AttestOptions): Promise<Envelope> {
  const results = await loadResults(path);
  const digests = {
    subject: digestIn(subject),
    results: await digestOf(path),
    ...(transcript === undefined ? {} : { transcript: await digestOf(transcript) }),
  };
  if (transcript !== undefined) {
    const { head, end } = await readTranscript(transcript);
    const isOfRun = head.startedAt === results.run.startedAt && head.seed === results.run.seed;
    if (!isOfRun || end.outcomes.digest !== outcomesOf(results).digest) {
      throw new UsageProblem(`${transcript} is of another run than ${path}; give the one that was written with it`);
    }
  }
  return sealed(PAYLOAD_TYPE, Buffer.from(JSON.stringify(statementOf(results, digests))), key);
}

/** Reads `sha256:…`. */
export function digestIn(subject: string): string {
  const digest = /^sha256:([\da-f]{64})$/u.exec(subject)?.[1];
  if (digest !== undefined) return digest;
  throw new UsageProblem(
    `“${subject}” names no digest; write sha256: and 64 digits from 0 to f, as docker and sha256sum tell`,
  );
}

/** SHA-256 of a file, in hex. */
export async function digestOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new UsageProblem(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  });
  return createHash('sha256').update(bytes).digest('hex');
}
