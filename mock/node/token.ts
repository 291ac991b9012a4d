import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A token that nobody can guess. */
export function makeToken(): string {
  return randomBytes(18).toString('base64url');
}

/** Tells whether a text is the token, in a time that tells nothing of it: what is compared are digests of one length. */
export function tokenCheck(token: string): (given: string) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const due = digest(token);
  return (given) => timingSafeEqual(digest(given), due);
}
