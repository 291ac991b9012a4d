import type { JsonObject } from '../../../fixtures/json.ts';

/** Addresses that a record names, by relation: `self`. */
export type Links = Readonly<Record<string, string>>;

/** How a representation is written (document 4.5). Fragments are of records, documents hold one or many. */
export interface Syntax {
  /** The media type by which Accept asks for it. */
  readonly mediaType: string;
  /** The Content-Type that says it. */
  readonly contentType: string;
  /** One record: its id and its other members; `element` is what it is: `deal`. */
  fragment(element: string, id: string, data: JsonObject, links: Links): string;
  /** A whole body that holds one record. */
  one(element: string, fragment: string): string;
  /** A whole body that holds several; `element` is what they are together: `deals`. */
  many(element: string, fragments: readonly string[]): string;
}
