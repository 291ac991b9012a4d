import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { UsageProblem } from '../options.ts';

/** A signed payload in the envelope of DSSE 1.0 (github.com/secure-systems-lab/dsse). */
export interface Envelope {
  readonly payloadType: string;
  /** In base64. */
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** Signs a payload. */
export function sealed(payloadType: string, payload: Uint8Array, key: KeyObject): Envelope {
  const sig = sign(digestFor(key), encoded(payloadType, payload), key);
  const signature = { keyid: keyIdOf(createPublicKey(key)), sig: sig.toString('base64') };
  return { payloadType, payload: Buffer.from(payload).toString('base64'), signatures: [signature] };
}

/** The payload, where one of the signatures is of this key; undefined where none is. */
export function opened({ payloadType, payload, signatures }: Envelope, key: KeyObject): Buffer | undefined {
  const bytes = Buffer.from(payload, 'base64');
  const message = encoded(payloadType, bytes);
  const isSigned = signatures.some(({ sig }) => verify(digestFor(key), message, key, Buffer.from(sig, 'base64')));
  return isSigned ? bytes : undefined;
}

/** Names a public key: SHA-256 of its SubjectPublicKeyInfo, in hex. */
export function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** Reads a private key in PEM; `from` says where it is from. Nothing of it is ever told. */
export function privateKeyOf(pem: string, from: string): KeyObject {
  return checked(() => createPrivateKey(pem), from, 'private key without a passphrase');
}

/** Reads a public key in PEM. */
export function publicKeyOf(pem: string, from: string): KeyObject {
  if (pem.includes('PRIVATE KEY')) throw new UsageProblem(`${from} holds a private key; give the public one`);
  return checked(() => createPublicKey(pem), from, 'public key');
}

function checked(read: () => KeyObject, from: string, what: string): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw new UsageProblem(`${from} holds no ${what} in PEM`);
  }
  const { asymmetricKeyType: type } = key;
  if (type === 'ed25519' || type === 'ec') return key;
  throw new UsageProblem(`${from} holds a key for ${type ?? 'something else'}; give one for Ed25519 or ECDSA`);
}

// Ed25519 hashes by itself; with ECDSA, verifiers of DSSE expect SHA-256.
function digestFor({ asymmetricKeyType }: KeyObject): 'sha256' | null {
  return asymmetricKeyType === 'ec' ? 'sha256' : null;
}

/** What is signed: type and payload, each after its length, so that neither can pass for a part of the other. */
function encoded(type: string, payload: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
