import { validatorOf } from '../representation/json-schema.ts';
import type { JsonObject, Resource } from '../target.ts';

/** Whether a text may be asked for by a query: every text where the target file gives no schema of its values. */
export function mayBeAsked(query: Pick<NonNullable<Resource['query']>, 'values'> | undefined, text: string): boolean {
  if (query?.values === undefined) return true;
  return fitsValues(query.values, text);
}

/** Whether a text is a value by this schema. In an address a number and a truth value are texts as well. */
export function fitsValues(schema: JsonObject, text: string): boolean {
  const isValid = validatorOf(schema);
  if (isValid === undefined) return false;
  return isValid(text) || (isScalar(text) && isValid(JSON.parse(text)));
}

function isScalar(text: string): boolean {
  return /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/u.test(text);
}
