const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const BITS = (1n << 64n) - 1n;

/** A short name of a text that is the same in every run: FNV-1a over its UTF-8, 64 bits in hexadecimal digits. No secret is kept by it. */
export function fingerprint(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * PRIME) & BITS;
  return hash.toString(16).padStart(16, '0');
}
