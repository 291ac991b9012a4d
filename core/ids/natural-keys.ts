import type { HttpRequest } from '../http/exchange.ts';

// A server may answer a creation with 201 and put what was sent in the place of a record that has the same e-mail address, or
// another natural key. Such a record shows the values of the run, and was there before it. Only a second creation shows it:
// where two creations agree in a set of members and make two records, no key within that set puts one in the place of another.

/** What a creation sent. */
export interface Sent {
  /** Every value, as JSON, by where it is. */
  readonly values: ReadonlyMap<string, string>;
  /** Where values are that hold nothing of this run: a record of before may have the same ones. */
  readonly fixed: ReadonlySet<string>;
}

/** What a creation sent, value by value; a body that is no JSON counts as one value. */
export function sentBy(request: Pick<HttpRequest, 'json' | 'body'>, nonce: string): Sent {
  const values = new Map<string, string>();
  if (request.json === undefined) values.set('', textOf(request.body).replaceAll(valuesOf(nonce), '{unique}'));
  else gather(request.json, '', values);
  const fixed = [...values].filter(([, value]) => !value.toLowerCase().includes(nonce));
  return { values, fixed: new Set(fixed.map(([place]) => place)) };
}

/** In what two creations agree, and whether a value of the run is in it. */
export function agreement(a: Sent, b: Sent): { readonly places: ReadonlySet<string>; readonly isMarked: boolean } {
  const places = [...a.values].filter(([place, value]) => b.values.get(place) === value).map(([place]) => place);
  return { places: new Set(places), isMarked: places.some((place) => !a.fixed.has(place)) };
}

/** The same creation with other values of the run in place of its own. */
export function likeIt({ written: _, ...request }: HttpRequest, nonce: string, unique: () => string): HttpRequest {
  const others = new Map<string, string>();
  const exchanged = (text: string): string =>
    text.replaceAll(valuesOf(nonce), (own) => {
      const other = others.get(own) ?? unique();
      others.set(own, other);
      return other;
    });
  const { json, body } = request;
  return {
    ...request,
    address: exchanged(request.address),
    ...(json === undefined ? {} : { json: JSON.parse(exchanged(JSON.stringify(json))) as unknown }),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? exchanged(body) : body }),
  };
}

/** Whether every member of one set is in another. */
export function isWithin(inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean {
  return [...inner].every((one) => outer.has(one));
}

/** Finds the values of one run in a text. */
export function valuesOf(nonce: string): RegExp {
  return new RegExp(`${nonce}[0-9a-z]*`, 'giu');
}

/** A body as text. */
export function textOf(body: string | Uint8Array = ''): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

function gather(value: unknown, place: string, values: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) {
    values.set(place, JSON.stringify(value) ?? '');
    return;
  }
  for (const [name, one] of Object.entries(value)) gather(one, `${place}/${name}`, values);
}
