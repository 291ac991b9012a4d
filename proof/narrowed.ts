import type { Form } from '../core/claims.ts';
import { OPERATIONS } from '../fixtures/operations.ts';
import { DOCUMENT_COMMANDS } from '../target-file/document.ts';
import type { CommandFile, NamedQueryFile, ResourceFile, TargetFile } from '../target-file/file.ts';
import type { Mutant } from './mutants/mutant.ts';

const SOME: readonly string[] = ['HoldDeal', 'ChangePrice'];

/**
 * The target file with what the mock serves of that which the document leaves open: where a file does not name it, a fault there is
 * taken for a part that is not offered. All commands where a mutant has to do with them.
 */
export function withReadings(whole: TargetFile, { place }: Pick<Mutant, 'place'>): TargetFile {
  const [index, deals] = [whole.claims?.indexBase ?? 0, '/rest/{version}/deals/'];
  const open: Readonly<Record<string, Partial<ResourceFile>>> = {
    deals: { list: deals, item: `${deals}{id}` },
    users: {
      nested: ['ssh-keys', 'address'].map((name) => ({ address: `/users/{id}/${name}/{index}`, owner: '1', index })),
    },
  };
  return {
    ...whole,
    resources: (whole.resources ?? []).map((resource) => ({ ...resource, ...open[resource.name] })),
    commands: place.startsWith('command.') ? COMMANDS : DOCUMENT_COMMANDS,
    queries: QUERIES,
  };
}

/** The commands that the mock serves: one for each operation of the document. */
const COMMANDS: readonly CommandFile[] = OPERATIONS.map(({ name, parameters }) => ({
  name,
  address: `/command/${name}/`,
  payload: { id: '{deal}', ...Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.sample])) },
}));

/** What the mock's queries of 4.3 find: a user of its seed, and a deal that is made for the question. */
const QUERIES: readonly NamedQueryFile[] = [
  { name: 'users', found: 'Ada Lovelace' },
  { name: 'deals', found: 'assayer {unique}' },
];

// By path, by command document, and the one of which the document says what the deal shows then (2).
const SEVERAL: readonly Form[] = ['A', 'D', 'F'];

/**
 * The target file with the operations and forms that a mutant has to do with: all others are answered as the plain mock does,
 * and to try all six of them in all seven forms is most of what a run costs.
 */
export function narrowed(mutant: Mutant, whole: TargetFile): TargetFile {
  const form = formOf(mutant);
  // A second form, for what is said of two of them.
  const forms: readonly Form[] = form === undefined ? SEVERAL : [...form, form.includes('A') ? 'F' : 'A'];
  const named = mutant.operation === undefined ? SOME : [mutant.operation, 'HoldDeal'];
  return withOperations(withReadings(whole, mutant), forms, mutant.operator === 'action' ? undefined : named);
}

/** The target file with these forms and operations only; with all six operations where none are named. */
export function withOperations(whole: TargetFile, forms: readonly Form[], names?: readonly string[]): TargetFile {
  return {
    ...whole,
    claims: { ...whole.claims, operationForms: forms },
    operations: (whole.operations ?? [])
      .filter(({ name }) => names === undefined || names.includes(name))
      .map(({ forms: all = {}, ...operation }) => ({
        ...operation,
        forms: Object.fromEntries(Object.entries(all).filter(([form]) => forms.some((one) => one === form))),
      })),
  };
}

function formOf({ form }: Mutant): readonly Form[] | undefined {
  if (form === undefined) return undefined;
  return form === 'C, D' ? ['C', 'D'] : [form];
}
