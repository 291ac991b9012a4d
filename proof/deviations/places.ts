import type { RequestView } from './deviation.ts';

/** A place inside a user (document 4.4), as its segments stand in the address. */
export interface NestedPlace {
  readonly owner: string;
  readonly name: string;
  readonly index: string;
}

type Asked = Pick<RequestView, 'method' | 'path' | 'search'>;

/** Whether a request only reads. */
export function reads({ method }: Pick<RequestView, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The id in the address of a user that is read, as it stands there; undefined for any other request. */
export function userRead(seen: Asked): string | undefined {
  return reads(seen) ? /(?<!\/query)\/users\/([^/]+)$/u.exec(seen.path)?.[1] : undefined;
}

/** The id in the address of a deal that is read, as it stands there; undefined for any other request. */
export function dealRead(seen: Asked): string | undefined {
  return reads(seen) ? /\/rest\/[^/]+\/deals\/([^/]+)$/u.exec(seen.path)?.[1] : undefined;
}

/** Whether the users are read all together, without a query. */
export function usersListed(seen: Asked): boolean {
  return reads(seen) && /(?<!\/query)\/users$/u.test(seen.path) && usersAskedFor(seen) === undefined;
}

/** The text of a query for users by name, as it stands in the address; undefined for any other request. */
export function usersAskedFor(seen: Asked): string | undefined {
  if (!reads(seen) || !/(?<!\/query)\/users$/u.test(seen.path)) return undefined;
  return /[?&]name=([^&]*)/u.exec(seen.search)?.[1];
}

/** The same text, decoded as far as that is possible. */
export function nameAskedFor(seen: Asked): string | undefined {
  return usersAskedFor(seen) === undefined ? undefined : (new URLSearchParams(seen.search).get('name') ?? '');
}

/** The record inside a user that is read by index; undefined for any other request. */
export function nestedRead(seen: Asked): NestedPlace | undefined {
  const found = reads(seen) ? /\/users\/([^/]+)\/(ssh-keys|address)\/([^/]+)$/u.exec(seen.path) : null;
  const [, owner, name, index] = found ?? [];
  return owner === undefined || name === undefined || index === undefined ? undefined : { owner, name, index };
}

/** Percent-decodes a segment; a malformed one stays as it is. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
