import type { JsonObject } from '../../fixtures/json.ts';
import { OPERATIONS } from '../../fixtures/operations.ts';

const DEAL = '/rest/{version}/deals/{id}';

/**
 * A target file's word on every operation in every form. The document spells hold alone (4.2), so what a target does with the
 * others, and which parameters it requires, is held against it only where its own file says so.
 */
export const DECLARED: JsonObject = {
  operations: OPERATIONS.map(({ name, verb, state, collection, parameters, effect, attributes, after }) => ({
    name,
    parameters: Object.fromEntries(parameters.map((p) => [p.name, { sample: p.sample, type: p.type, required: true }])),
    effect,
    ...(after === undefined ? {} : { after }),
    forms: {
      A: `${DEAL}/${verb}`,
      B: `${DEAL}/${state}`,
      C: DEAL,
      D: { address: DEAL, payload: { attributes } },
      E: `${DEAL}/${collection}`,
      F: `${DEAL}/commands/{commandId}`,
      G: '/commands/{commandId}',
    },
  })),
};
