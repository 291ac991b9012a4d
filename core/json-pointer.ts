import jsonpointer from 'jsonpointer';

/** What a JSON Pointer (RFC 6901) finds in a value; undefined when nothing is there. */
export function at(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  return typeof value === 'object' && value !== null ? jsonpointer.get(value, pointer) : undefined;
}
