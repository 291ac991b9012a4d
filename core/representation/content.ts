/** A text and the name of the member, attribute or element that holds it. */
export type Named = readonly [name: string, text: string];

/** What a text holds by its syntax; `named` gives every string in it. */
export interface Content {
  readonly value?: unknown;
  readonly problem?: string | undefined;
  readonly limit?: string;
  readonly isUnlabelledJson?: boolean;
  readonly named: () => readonly Named[];
}

/** No strings at all. */
export function none(): readonly Named[] {
  return [];
}

/** What is said of a body of which one list has more records than are read. */
export function wordTooMany(most: number): string {
  return `it holds more than ${most} records or entries in one place, which is the limit --max-records`;
}
