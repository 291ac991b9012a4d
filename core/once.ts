/** A value that is made when it is first asked for, and shared from then on: what takes long and is not always needed. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
