import { fillPlaceholders } from '../ids/placeholders.ts';
import type { JsonObject, Operation, Spelling } from '../target.ts';

/** The parameters of an operation as the target file samples them. */
export function parametersOf({ parameters }: Operation): JsonObject {
  return Object.fromEntries(parameters.map(({ name, sample }) => [name, sample]));
}

/** What asks for an operation in a form, with the sample's values. `record`: the record as it was sent, which form D sends again. */
export function operationBody(
  operation: Operation,
  { payload }: Spelling,
  { id, record }: { readonly id: string; readonly record: JsonObject },
): JsonObject {
  const params = parametersOf(operation);
  if (payload === 'parameters') return params;
  if (payload === 'action') return { action: operation.name, params };
  if (payload === 'deal-action') return { deal: id, action: operation.name, params };
  // Form D is the record itself with what changes (document 4.2).
  return { ...record, ...fillPlaceholders(payload.attributes, params) };
}
