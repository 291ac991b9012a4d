import jsonpointer from 'jsonpointer';
import { remembered } from './remembered.ts';

const compiled = remembered((pointer) => jsonpointer.compile(pointer));

/** What a JSON Pointer (RFC 6901) finds in a value; undefined when nothing is there. */
export function at(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  return typeof value === 'object' && value !== null ? compiled(pointer).get(value) : undefined;
}
