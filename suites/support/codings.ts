import { fillTemplate } from '../../core/address.ts';
import type { HttpRequest } from '../../core/exchange.ts';
import { withFieldsOf } from '../../core/resource-fields.ts';
import type { Resource } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { aboutUnknown, unknownIds } from './ids.ts';
import { readingsOf } from './unchanged.ts';
import { withFields } from './with-fields.ts';

/**
 * Reads each kind of address as a usual client does, which takes gzip: the trial ends where a body is not in the coding that it
 * names (RFC 9110 8.4). In which coding a body comes is left to the target (12.5.3).
 */
export async function readsInCodings(trial: Trial): Promise<void> {
  for (const resource of trial.target.resources) {
    if (resource.never.includes('GET') || resource.unserved !== undefined) continue;
    const requests = [...readingsOf(resource), ...nestedOnes(resource), ...missing(trial, resource)];
    for (const request of requests)
      await trial.send(withFieldsOf(resource, withFields(request, { 'accept-encoding': 'gzip' })));
  }
}

function nestedOnes({ nested }: Resource): readonly HttpRequest[] {
  return nested.flatMap(({ address, owner, index }) =>
    owner === undefined || index === undefined
      ? []
      : [{ method: 'GET', address: fillTemplate(address, { id: owner, index }) }],
  );
}

function missing(trial: Trial, resource: Resource): readonly HttpRequest[] {
  const [plain] = unknownIds(resource, trial.records.fresh).always ?? [];
  if (plain === undefined || resource.item === undefined) return [];
  return [aboutUnknown({ method: 'GET', address: resource.item.address }, plain)];
}
