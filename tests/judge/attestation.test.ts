import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, Verifier } from '@sigstore/verify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attest } from '../../judge/attestation/attest.ts';
import { type Envelope, keyIdOf, opened, privateKeyOf, publicKeyOf, sealed } from '../../judge/attestation/dsse.ts';
import type { Statement } from '../../judge/attestation/statement.ts';
import { type VerifyOptions, verifyAttestation } from '../../judge/attestation/verify.ts';
import { judge } from '../../judge/index.ts';
import { reportJson } from '../../reports/index.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { failure, result, resultsOf, WAIVER } from '../reports/sample.ts';

const SUBJECT = `sha256:${'ab'.repeat(32)}`;
const ed25519 = generateKeyPairSync('ed25519');
const KEYS = [
  ['Ed25519', ed25519],
  ['ECDSA on P-256', generateKeyPairSync('ec', { namedCurve: 'prime256v1' })],
  ['ECDSA on P-384', generateKeyPairSync('ec', { namedCurve: 'secp384r1' })],
] as const;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let results = '';
let transcript = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  results = join(folder.path, 'results.json');
  transcript = join(folder.path, 'run.jsonl');
  const run = await judge({ rules: ['session/authorized'], seed: 1, transcript, labels: { commit: '3f2a91c' } });
  await writeFile(results, reportJson(run));
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('an attestation', () => {
  test.each(KEYS)('by %s is accepted by the verifier of sigstore, and a changed one is not', async (_, keys) => {
    const envelope = await attest(results, { subject: SUBJECT, key: keys.privateKey, transcript });
    expect(() => verifiedBySigstore(envelope, keys.publicKey)).not.toThrow();
    const other = { ...envelope, payload: Buffer.from('{}').toString('base64') };
    expect(() => verifiedBySigstore(other, keys.publicKey)).toThrow();
    expect(opened(envelope, keys.publicKey)).toBeDefined();
    expect(opened(other, keys.publicKey)).toBeUndefined();
    expect(opened({ ...envelope, payloadType: 'text/plain' }, keys.publicKey)).toBeUndefined();
  });

  test('says what was judged, what it came to, and by which files', async () => {
    const { payloadType, payload } = await attest(results, { subject: SUBJECT, key: ed25519.privateKey, transcript });
    expect(payloadType).toBe('application/vnd.in-toto+json');
    const statement = JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement; // as it was made
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'the embedded mock', digest: { sha256: 'ab'.repeat(32) } }],
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
      predicate: {
        // A rule alone is not the whole.
        result: 'WARNED',
        passedTests: ['session/authorized on target'],
        warnedTests: [],
        failedTests: [],
        configuration: [
          { name: 'results', annotations: { verdict: 'conformant', seed: 1, labels: { commit: '3f2a91c' } } },
          { name: 'transcript' },
        ],
      },
    });
  });

  test('of a whole run says PASSED, of a failure FAILED, and of one that is waived or does not bind WARNED', async () => {
    const path = join(folder.path, 'other.json');
    const predicateOf = async (...of: Parameters<typeof resultsOf>[0]): Promise<unknown> => {
      await writeFile(path, reportJson(resultsOf(of)));
      const { payload } = await attest(path, { subject: SUBJECT, key: ed25519.privateKey });
      return (JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement).predicate; // as it was made
    };
    const named = ['create/status on deals'];
    expect(await predicateOf(failure())).toMatchObject({ result: 'FAILED', failedTests: named, warnedTests: [] });
    const waived = await predicateOf(failure({ waiver: WAIVER }), result({ rule: 'delete/status' }));
    expect(waived).toMatchObject({ result: 'WARNED', failedTests: [], warnedTests: named });
    const should = await predicateOf(failure({ level: 'should' }), result({ rule: 'delete/status' }));
    expect(should).toMatchObject({ result: 'WARNED', failedTests: [], warnedTests: named });
    expect(await predicateOf(result())).toMatchObject({ result: 'PASSED', passedTests: named });
    expect(await predicateOf()).toMatchObject({ result: 'FAILED', passedTests: [] });
  });

  test('is not made of files that do not fit together', async () => {
    const key = ed25519.privateKey;
    await expect(attest(results, { subject: 'abc', key })).rejects.toThrow(/“abc” names no digest; write sha256:/u);
    await expect(attest(transcript, { subject: SUBJECT, key })).rejects.toThrow(/is not JSON/u);
    const other = join(folder.path, 'other.jsonl');
    await judge({ rules: ['session/authorized'], seed: 2, transcript: other });
    await expect(attest(results, { subject: SUBJECT, key, transcript: other })).rejects.toThrow(
      /is of another run than/u,
    );
  });
});

describe('verifying', () => {
  const look = async (envelope: Envelope, options: Partial<VerifyOptions> = {}): Promise<readonly string[]> => {
    const path = join(folder.path, 'run.att.json');
    await writeFile(path, JSON.stringify(envelope));
    const findings = await verifyAttestation(path, { key: ed25519.publicKey, ...options });
    return findings.map(({ what, holds, told }) => `${holds ? 'holds' : 'no'}: ${what}: ${told}`);
  };
  const made = (): Promise<Envelope> => attest(results, { subject: SUBJECT, key: ed25519.privateKey, transcript });

  test('looks at signature, statement, subject, results and transcript, and judges again', {
    tags: ['night'],
  }, async () => {
    const told = await look(await made(), { subject: SUBJECT, results, transcript, rejudge: true });
    expect(told).toEqual([
      `holds: signature: by the key ${keyIdOf(ed25519.publicKey)}`,
      'holds: statement: in-toto Statement v1 with test-result v0.1',
      `holds: subject: ${SUBJECT}`,
      expect.stringMatching(/^holds: results: .*results\.json, sha256:[0-9a-f]{64}$/u),
      'holds: outcomes: WARNED',
      expect.stringMatching(/^holds: transcript: .*run\.jsonl, sha256:/u),
      expect.stringMatching(/^holds: its lines: \d+, whole and unchanged$/u),
      'holds: judged again: WARNED',
    ]);
  });

  test('stops at the first thing that does not hold', { tags: ['night'] }, async () => {
    const envelope = await made();
    const stranger = generateKeyPairSync('ed25519').publicKey;
    expect(await look(envelope, { key: stranger })).toEqual([`no: signature: none of the key ${keyIdOf(stranger)}`]);
    const other = sealed(envelope.payloadType, Buffer.from('{"_type":"x"}'), ed25519.privateKey);
    expect((await look(other)).at(-1)).toMatch(/^no: statement/u);
    expect((await look(envelope, { subject: `sha256:${'00'.repeat(32)}` })).at(-1)).toMatch(
      /^no: subject: it is about/u,
    );
    const changed = join(folder.path, 'changed.json');
    await writeFile(changed, (await readFile(results, 'utf8')).replace('"seed": 1', '"seed": 3'));
    expect((await look(envelope, { results: changed })).at(-1)).toMatch(/^no: results: .* is another file/u);
    expect((await look(envelope, { transcript: changed })).at(-1)).toMatch(/^no: transcript: .* is another file/u);
  });

  test('refuses what is no envelope, no key, or a private key', async () => {
    await expect(verifyAttestation(results, { key: ed25519.publicKey })).rejects.toThrow(/holds no DSSE envelope/u);
    await expect(look(await made(), { rejudge: true })).rejects.toThrow(/--rejudge needs the transcript/u);
    const pem = String(ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(keyIdOf(createPublicKey(privateKeyOf(pem, 'k')))).toBe(keyIdOf(ed25519.publicKey));
    expect(() => publicKeyOf(pem, 'k')).toThrow(/^k holds a private key; give the public one$/u);
    expect(() => privateKeyOf('secret', 'k')).toThrow(/^k holds no private key without a passphrase in PEM$/u);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' });
    expect(() => publicKeyOf(String(rsa), 'k')).toThrow(/holds a key for rsa; give one for Ed25519 or ECDSA/u);
  });
});

function verifiedBySigstore(envelope: Envelope, publicKey: KeyObject): void {
  const bundle = bundleFromJSON({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: keyIdOf(publicKey) }, tlogEntries: [] },
    dsseEnvelope: envelope,
  });
  const trust = {
    certificateAuthorities: [],
    timestampAuthorities: [],
    tlogs: [],
    ctlogs: [],
    publicKey: () => ({ publicKey, validFor: () => true }),
  };
  const none = { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 };
  new Verifier(trust, none).verify(toSignedEntity(bundle));
}
