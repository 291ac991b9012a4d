import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { messageOf } from '../../core/message-of.ts';
import { envelopeSchema, statementSchema } from '../../fixtures/schemas/attestation.ts';
import { loadResults } from '../load-results.ts';
import { UsageProblem } from '../options.ts';
import { readTranscript } from '../transcript/read.ts';
import { rejudge } from '../transcript/rejudge.ts';
import { digestIn, digestOf } from './attest.ts';
import { type Envelope, keyIdOf, opened } from './dsse.ts';
import { outcomesOf, PAYLOAD_TYPE, type Statement } from './statement.ts';

/** What to hold an attestation against. */
export interface VerifyOptions {
  readonly key: KeyObject;
  /** The digest that it has to be about. */
  readonly subject?: string;
  readonly results?: string;
  readonly transcript?: string;
  /** Judge the transcript again. */
  readonly rejudge?: boolean;
}

/** One thing that was looked at. */
export interface Finding {
  readonly what: string;
  readonly holds: boolean;
  readonly told: string;
}

/** Looks at an attestation, and stops at the first thing that does not hold. Throws a UsageProblem for files that cannot be read. */
export async function verifyAttestation(path: string, options: VerifyOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of looking(path, options)) {
    findings.push(finding);
    if (!finding.holds) break;
  }
  return findings;
}

async function* looking(path: string, options: VerifyOptions): AsyncGenerator<Finding> {
  const { key, subject, results, transcript } = options;
  const envelope = await envelopeIn(path);
  const payload = opened(envelope, key);
  yield found('signature', payload !== undefined, `by the key ${keyIdOf(key)}`, `none of the key ${keyIdOf(key)}`);
  const statement = statementIn(envelope, payload);
  yield found(
    'statement',
    statement !== undefined,
    'in-toto Statement v1 with test-result v0.1',
    'of another kind, or not as its specification says',
  );
  if (statement === undefined) return;
  const { predicate } = statement;
  const named = statement.subject.map(({ digest }) => `sha256:${digest.sha256}`);
  const about = named.join(', ');
  yield subject === undefined
    ? { what: 'subject', holds: true, told: `${about} (not compared: give --subject)` }
    : found(
        'subject',
        statement.subject.some(({ digest }) => digest.sha256 === digestIn(subject)),
        about,
        `it is about ${about}`,
      );
  if (results !== undefined) {
    yield await ofFile('results', results, statement);
    const told = outcomesOf(await loadResults(results));
    yield found('outcomes', isSame(told, predicate), told.result, 'the results say something else than the statement');
  }
  if (transcript !== undefined) {
    yield await ofFile('transcript', transcript, statement);
    const { events } = await readTranscript(transcript);
    yield { what: 'its lines', holds: true, told: `${events.length}, whole and unchanged` };
  }
  if (options.rejudge !== true) return;
  if (transcript === undefined) throw new UsageProblem('--rejudge needs the transcript; give it with --transcript');
  const again = outcomesOf((await rejudge(transcript)).results);
  yield found(
    'judged again',
    isSame(again, predicate),
    again.result,
    'the outcomes are others than the statement says',
  );
}

function found(what: string, holds: boolean, good: string, bad: string): Finding {
  return { what, holds, told: holds ? good : bad };
}

async function ofFile(name: string, path: string, { predicate }: Statement): Promise<Finding> {
  const digest = await digestOf(path);
  const signed = predicate.configuration.find((one) => one.name === name)?.digest.sha256;
  const bad =
    signed === undefined
      ? `the statement names no ${name}`
      : `${path} is another file: ${digest}, signed was ${signed}`;
  return found(name, signed === digest, `${path}, sha256:${digest}`, bad);
}

function isSame(told: ReturnType<typeof outcomesOf>, { configuration: _, ...signed }: Statement['predicate']): boolean {
  return isDeepStrictEqual(told, signed);
}

async function envelopeIn(path: string): Promise<Envelope> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageProblem(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  });
  const content = parsed(text);
  const matches = new Ajv2020().compile<Envelope>(envelopeSchema);
  if (matches(content)) return content;
  throw new UsageProblem(`${path} holds no DSSE envelope; give a file that assayer attest wrote`);
}

function statementIn({ payloadType }: Envelope, payload: Buffer | undefined): Statement | undefined {
  const content = payload === undefined ? undefined : parsed(payload.toString('utf8'));
  const matches = new Ajv2020({ strictRequired: false }).compile<Statement>(statementSchema);
  return payloadType === PAYLOAD_TYPE && matches(content) ? content : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
