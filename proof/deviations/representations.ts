import type { RepresentationName } from '../../core/claims.ts';
import { type Change, type Deviation, onAnswer, onRequest, type RequestView, withFields } from './deviation.ts';
import { reads } from './places.ts';
import { resent } from './requests.ts';

/** How each representation is called in Accept and Content-Type. */
export const TYPES: Readonly<Record<RepresentationName, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
};

/** Whether a deal, a user, or one of their collections is read, in any way of choosing the representation. */
export function isShown(seen: RequestView): boolean {
  return reads(seen) && /(?<!\/query)\/(?:users|rest\/[^/]+\/deals)(?:\/[^/]*|\.\w+)?$/u.test(seen.path);
}

/** Whether a collection is read, and not a single record. */
export function isCollection({ path }: Pick<RequestView, 'path'>): boolean {
  return /\/(?:users|deals)\/?(?:\.\w+)?$/u.test(path);
}

/** The representation that the end of the path names (document 4.5-3). */
export function suffixOf({ path }: Pick<RequestView, 'path'>): string | undefined {
  return /\.(json|xml|html)$/u.exec(path)?.[1];
}

/** The representation that the format parameter names (document 4.5-3). */
export function formatOf({ search }: Pick<RequestView, 'search'>): string | undefined {
  return new URLSearchParams(search).get('format') ?? undefined;
}

/** The Accept of a reading that leaves the choice to it; undefined for any other request. */
export function choosingAccept(seen: RequestView): string | undefined {
  if (!isShown(seen) || suffixOf(seen) !== undefined || formatOf(seen) !== undefined) return undefined;
  return seen.request.headers.get('accept') ?? '';
}

/** A fault in how Accept is read: what the mock is told in its place; undefined for the field as it is. */
export function onAccept(change: (accept: string, seen: RequestView) => string | undefined): Deviation['wrap'] {
  return onRequest(async (seen, next) => {
    const accept = choosingAccept(seen);
    const other = accept === undefined ? undefined : change(accept, seen);
    if (other === undefined) return next(seen.request);
    const request = resent(seen, {});
    request.headers.set('accept', other);
    return next(request);
  });
}

/** A fault in the answers that are in one representation, as their Content-Type says, to readings of these kinds. */
export function onRepresentation(
  name: RepresentationName,
  change: Change,
  applies: (seen: RequestView) => boolean = () => true,
): Deviation['wrap'] {
  return onAnswer((response, seen) => {
    const type = response.headers.get('content-type') ?? '';
    const met = isShown(seen) && response.status === 200 && type.startsWith(TYPES[name]) && applies(seen);
    return met ? change(response, seen) : response;
  });
}

/** The same answer under another type. HEAD keeps to it. */
export function labelled(response: Response, type: string | undefined): Response {
  return withFields(response, { 'content-type': type });
}
