import { FORMS, type Form } from '../core/claims.ts';
import type { Command, Operation, Query, Spelling } from '../core/target.ts';
import { OPERATIONS, type OperationSpelling } from '../fixtures/operations.ts';
import type { ResourceFile } from './file.ts';

/** The resources that the document itself describes (4.1, 4.4), as a target file would say it. */
export const DOCUMENT_RESOURCES: readonly ResourceFile[] = [
  {
    name: 'deals',
    create: '/rest/{version}/deals/',
    list: '/rest/{version}/deals/',
    item: '/rest/{version}/deals/{id}',
    delete: '/rest/{version}/deals/{id}',
    update: false,
    sample: { name: 'assayer {unique}', price: 100 },
  },
  {
    name: 'users',
    list: '/users',
    item: '/users/{id}',
    query: '/users?name={value}',
    nested: ['/users/{id}/ssh-keys/{index}', '/users/{id}/address/{index}'],
  },
];

/** The document's own resource of that name. */
export function documentResource(name: string): ResourceFile | undefined {
  return DOCUMENT_RESOURCES.find((resource) => resource.name === name);
}

/** The operations that the document names, spelt in these forms after the pattern that it shows for hold (4.2). */
export function documentOperations(forms: readonly Form[] = FORMS): readonly Operation[] {
  return OPERATIONS.map((operation) => ({
    name: operation.name,
    resource: 'deals',
    parameters: operation.parameters,
    effect: operation.effect,
    ...(operation.after === undefined ? {} : { after: operation.after }),
    forms: Object.fromEntries(forms.map((form) => [form, spell(operation, form)])),
  }));
}

const DEAL = '/rest/{version}/deals/{id}';

/** Document 4.2, its table of forms. */
function spell(operation: OperationSpelling, form: Form): Spelling {
  switch (form) {
    case 'A':
      return { method: 'PUT', address: `${DEAL}/${operation.verb}`, payload: 'parameters' };
    case 'B':
      return { method: 'PUT', address: `${DEAL}/${operation.state}`, payload: 'parameters' };
    case 'C':
      return { method: 'PUT', address: DEAL, payload: 'action' };
    case 'D':
      return { method: 'PUT', address: DEAL, payload: { attributes: operation.attributes } };
    case 'E':
      return { method: 'POST', address: `${DEAL}/${operation.collection}`, payload: 'parameters' };
    case 'F':
      return { method: 'PUT', address: `${DEAL}/commands/{commandId}`, payload: 'action' };
    case 'G':
      return { method: 'PUT', address: '/commands/{commandId}', payload: 'deal-action' };
  }
}

/** A command of 4.3 by the name of an operation: HoldDeal takes an id and a reason (4.2). */
export const DOCUMENT_COMMANDS: readonly Command[] = [
  { name: 'HoldDeal', address: '/command/HoldDeal/', payload: { id: '{deal}', reason: 'waiting for papers' } },
];

/** A query of 4.3 by the name of the records that it gives. One of deals is asked for, and left out where none is seen. */
export const DOCUMENT_QUERIES: readonly Query[] = [
  { name: 'users', resource: 'users', address: '/query/users/{parameter}' },
  { name: 'deals', resource: 'deals', address: '/query/deals/{parameter}' },
];
