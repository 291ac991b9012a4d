import type { Answer } from '../answer.ts';
import { fillTemplate, partsOf } from '../http/address.ts';
import { isAbsent } from '../http/status-kinds.ts';
import { hasLasted } from '../records/lasting.ts';
import type { Read } from '../records/listed-before.ts';
import type { Span } from '../records/moments.ts';
import type { RecordResource } from '../records/record-claim.ts';
import type { Nested } from '../target.ts';
import type { Bystander } from './states.ts';

/** Records below those of others, as the keys of a user: no list shows them, so that a few are read by a GET. */
export interface NestedOthers {
  /** Where they are, once that is known. */
  know(resources: readonly RecordResource[]): void;
  /** Reads one of each kind of which none is known yet. */
  watch(): Promise<void>;
  /** Those that are gone, or shown otherwise, since they were read last. */
  lost(): Promise<readonly Bystander[]>;
  /** What became of all that were read, in sentences. */
  told(): readonly string[];
}

/** By what they are read. */
export interface NestedOthersOptions {
  readonly read: Read;
  /** The ids of records of others, as far as a list showed them. */
  readonly ids: (resource: RecordResource) => readonly string[];
  readonly span: () => Span;
}

/** One that is watched, of an owner. */
interface WatchedOne {
  readonly address: string;
  value: unknown;
}

/** So many owners are asked for one more, where the one that was watched is gone. */
const OWNERS = 3;

/** Opens what a run knows of them: one of each kind is watched at a time. */
export function openNestedOthers({ read, ids, span }: NestedOthersOptions): NestedOthers {
  let kinds: readonly { readonly resource: RecordResource; readonly nested: Nested }[] = [];
  const watched = new Map<string, WatchedOne>();
  const asked = new Set<string>();
  const gone = new Set<string>();

  const readAt = (resource: RecordResource, address: string): Promise<Answer | undefined> =>
    read({ method: 'GET', address, headers: { accept: resource.mediaTypes.json, ...resource.headers } });
  /** One that is there, of an owner of whom none was watched before. */
  const another = async (
    resource: RecordResource,
    { address, owner, index = 0 }: Nested,
  ): Promise<WatchedOne | undefined> => {
    const owners = [...(owner === undefined ? [] : [owner]), ...ids(resource)];
    const addresses = owners.map((id) => fillTemplate(address, { id, index: String(index) }));
    for (const one of addresses.filter((other) => !asked.has(other)).slice(0, OWNERS)) {
      asked.add(one);
      const answer = await readAt(resource, one);
      if (answer?.succeeded === true) return { address: one, value: answer.representation.value };
    }
    return undefined;
  };
  const watch = async (): Promise<void> => {
    for (const { resource, nested } of kinds) {
      const next = watched.has(nested.address) ? undefined : await another(resource, nested);
      if (next !== undefined) watched.set(nested.address, next);
    }
  };
  const becameOf = async (resource: RecordResource, one: WatchedOne): Promise<Bystander['became'] | undefined> => {
    const answer = await readAt(resource, one.address);
    if (answer === undefined) return undefined;
    if (isAbsent(answer)) return 'is gone since';
    const now = answer.representation.value;
    if (!answer.succeeded || hasLasted({ before: one.value, now }, span())) return undefined;
    one.value = now;
    return 'changed meanwhile';
  };

  return {
    know(resources) {
      kinds = resources.flatMap((resource) => (resource.nested ?? []).map((nested) => ({ resource, nested })));
    },
    watch,
    async lost() {
      const lost: Bystander[] = [];
      for (const { resource, nested } of kinds) {
        const one = watched.get(nested.address);
        const became = one && (await becameOf(resource, one));
        if (one === undefined || became === undefined) continue;
        const id = partsOf(one.address)?.pathname ?? one.address;
        lost.push({ id, became });
        if (became !== 'is gone since') continue;
        gone.add(id);
        watched.delete(nested.address);
      }
      await watch();
      return lost;
    },
    told: () =>
      [...gone].map(
        (id) => `${id}, which others had before this run, is gone (this run or somebody else took it away)`,
      ),
  };
}
