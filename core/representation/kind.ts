import { remembered } from './remembered.ts';
import type { Representation } from './representation.ts';
import { parseContentType } from './text.ts';

/** All of a Content-Type that decides how a body is read: the types that a target makes up are many, and the ways to read a body few. */
export interface BodyKind {
  readonly syntax: Representation['syntax'];
  readonly charset: string | undefined;
  readonly isOwnType: boolean;
  /** The same for Content-Types by which a body is read alike. */
  readonly key: string;
}

/** The media type and the kind of a Content-Type field. */
export const typeOf: (field: string) => { readonly mediaType: string; readonly kind: BodyKind } = remembered(
  (field) => {
    const { mediaType, charset } = parseContentType(field);
    const syntax = syntaxOf(mediaType);
    const isOwnType = OWN_TYPE.test(mediaType);
    return { mediaType, kind: { syntax, charset, isOwnType, key: `${syntax} ${isOwnType} ${charset}` } };
  },
);

/** The kind of an empty body without a type. */
export const NOTHING: BodyKind = { syntax: 'none', charset: undefined, isOwnType: false, key: 'none' };

function syntaxOf(mediaType: string): Representation['syntax'] {
  if (mediaType === 'application/json' || mediaType === 'text/json' || mediaType.endsWith('+json')) return 'json';
  if (mediaType === 'application/xhtml+xml' || mediaType === 'text/html') return 'html';
  if (mediaType === 'application/xml' || mediaType === 'text/xml' || mediaType.endsWith('+xml')) return 'xml';
  return 'other';
}

// A type of its own, such as application/vnd.acme.deal, may well be JSON by its definition, so it hides nothing.
const OWN_TYPE = /^application\/(?!octet-stream$|xhtml\+xml$|x-www-form-urlencoded$)/u;
