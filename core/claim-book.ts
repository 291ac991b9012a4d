import type { Answer } from './answer.ts';
import type { Claim, RecordResource } from './record-claim.ts';

/** What the creations of a run were answered, in order, and found by what they name. */
export interface ClaimBook {
  readonly all: readonly Claim[];
  add(claim: Claim): void;
  /** The claims of one id, in order. */
  of(resource: RecordResource, id: string): readonly Claim[];
  /** The claim that was made of a creation's answer. */
  ofAnswer(answer: Answer): Claim | undefined;
  /** A reading showed that what a claim names has another id. */
  rename(claim: Claim, id: string): void;
  /** The resources of which the run created. */
  resources(): Iterable<RecordResource>;
  /** Every id of a resource that the run was given. */
  idsGiven(resource: RecordResource): ReadonlySet<string>;
  /** Whether another record, which is still there, was given the same id: then the ids that are told are not to be trusted. */
  isGivenTwice(claim: Claim): boolean;
}

/** Opens the book of one run's claims. */
export function openClaimBook(): ClaimBook {
  const all: Claim[] = [];
  const byId = new Map<string, readonly Claim[]>();
  const byAnswer = new Map<Answer['exchange'], Claim>();
  const resources = new Map<string, RecordResource>();
  const of = (resource: RecordResource, id: string): readonly Claim[] => byId.get(recordKey(resource, id)) ?? [];
  const file = (claim: Claim, id: string): void => {
    byId.set(recordKey(claim.resource, id), [...of(claim.resource, id), claim]);
  };
  return {
    all,
    add(claim) {
      all.push(claim);
      resources.set(claim.resource.name, claim.resource);
      byAnswer.set(claim.answer.exchange, claim);
      if (claim.id !== undefined) file(claim, claim.id);
    },
    of,
    ofAnswer: ({ exchange }) => byAnswer.get(exchange),
    rename(claim, id) {
      claim.id = id;
      file(claim, id);
    },
    resources: () => resources.values(),
    idsGiven: ({ name }) =>
      new Set(all.flatMap(({ resource, id }) => (resource.name === name && id !== undefined ? [id] : []))),
    isGivenTwice({ id, resource, payload }) {
      const same = of(resource, id ?? '').filter((other) => !other.gone);
      return same.some((other) => JSON.stringify(other.payload) !== JSON.stringify(payload));
    },
  };
}

/** A record in a map or a set. */
export function recordKey({ name }: RecordResource, id: string): string {
  return `${name} ${id}`;
}
