import type { Answer } from './answer.ts';
import type { Ask } from './deletion.ts';
import { addressOf, type LeftBehind } from './leftover.ts';
import type { Home } from './origins.ts';
import { idsListed, ownIdsListed, type RecordResource } from './record-claim.ts';
import { listRequest } from './record-requests.ts';

/**
 * Looks into the collections in which a run creates nothing: a service may make a record there with each one that the run makes, such as a
 * contact with each deal. What shows a value of the run is told. It may hold more than that, so that nothing of it is deleted.
 */
export interface MadeBeside {
  /** Notes what such collections list, before the rules begin. */
  watch(resources: readonly RecordResource[]): Promise<void>;
  /** Reads them again, but for those in which the run created. */
  look(created: readonly RecordResource[]): Promise<void>;
  /** What was found. */
  told(): readonly LeftBehind[];
}

/** Opens what a run knows of them. `nonce`: what every value of the run holds. */
export function openMadeBeside({ home, nonce, ask }: { home: Home; nonce: string; ask: Ask }): MadeBeside {
  const before = new Map<string, { readonly resource: RecordResource; readonly ids: ReadonlySet<string> }>();
  const found = new Map<string, LeftBehind>();

  const listOf = async (resource: RecordResource): Promise<Answer | undefined> => {
    const request = listRequest(resource);
    const answer = request && (await ask(request));
    return answer !== undefined && 'status' in answer && answer.succeeded ? answer : undefined;
  };

  return {
    async watch(resources) {
      for (const resource of resources) {
        const answer = await listOf(resource);
        if (answer === undefined) continue;
        const own = new Set(ownIdsListed(answer, resource, nonce));
        before.set(resource.name, {
          resource,
          ids: new Set(idsListed(answer, resource).filter((id) => !own.has(id))),
        });
      }
    },
    async look(created) {
      for (const { resource, ids } of before.values()) {
        if (created.some(({ name }) => name === resource.name)) continue;
        const answer = await listOf(resource);
        const own = answer === undefined ? [] : ownIdsListed(answer, resource, nonce);
        for (const id of own.filter((one) => !ids.has(one))) {
          const address = addressOf(home, resource, id);
          const tried = `nothing: it shows a value of this run, which creates none of ${resource.name}: it was made with something else`;
          found.set(address, { resource: resource.name, address, tried, answered: '' });
        }
      }
    },
    told: () => [...found.values()],
  };
}
