import { remembering } from './remembering.ts';

/** Reads the first value of a name in a raw query, decoded as forms are (`+` is a space); undefined where it is not there. */
export function queryReader(name: string): (query: string) => string | undefined {
  const read = remembering((query) => new URLSearchParams(`?${query}`).get(name) ?? undefined);
  return (query) => (query === '' ? undefined : read(query));
}
