import { fillTemplate } from '../../core/address.ts';
import type { Answer } from '../../core/answer.ts';
import type { Form } from '../../core/claims.ts';
import type { Trial } from '../../core/trial.ts';
import { stateOf, unchanged } from './deal-state.ts';
import type { Created } from './evidence.ts';
import type { Deal } from './operation-requests.ts';
import { formsOf } from './operation-subjects.ts';
import { resourceOf } from './subjects.ts';

/** The forms whose address alone names operation and deal: a server that does not look at the method carries it out. */
const BY_ADDRESS: readonly Form[] = ['A', 'B', 'E'];

/**
 * Demands that GET, HEAD and OPTIONS of an operation's address carry out nothing (RFC 9110 9.2.1), on a record of the run. How they are
 * answered is left open. Gives no witness where the record cannot be read.
 */
export async function readsNoOperation(
  trial: Trial,
  record: Created & { readonly address: string },
): Promise<readonly Answer[]> {
  const { id } = record;
  const places = id === undefined ? [] : operationAddresses(trial, id);
  if (id === undefined || places.length === 0) return [];
  const deal: Deal = { ...record, id };
  const before = await stateOf(trial, deal);
  if (before?.shown === undefined) return [];
  for (const address of places) await trial.send({ method: 'GET', address });
  const { never } = resourceOf(trial);
  for (const method of ['HEAD', 'OPTIONS'].filter((other) => !never.includes(other)))
    for (const address of [record.address, ...places.slice(0, 2)]) await trial.send({ method, address });
  return unchanged(before, await stateOf(trial, deal), "GET, HEAD and OPTIONS of its operations' addresses");
}

function operationAddresses(trial: Trial, id: string): string[] {
  const { name } = resourceOf(trial);
  // What follows another operation undoes it, so that nothing would be seen.
  const operations = trial.target.operations.filter(({ resource, after }) => resource === name && after === undefined);
  return operations.flatMap((operation) =>
    formsOf(trial.target, operation)
      .filter((form) => BY_ADDRESS.includes(form))
      .map((form) => fillTemplate(operation.forms[form]?.address ?? '', { id })),
  );
}
