import type { Answer } from '../answer.ts';
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
  /** Whether the id of a claim was told of another record too that was there at the same time, or of one that has another id. */
  isToldOfOthers(claim: Claim): boolean;
}

/** Opens the book of one run's claims. */
export function openClaimBook(): ClaimBook {
  const all: Claim[] = [];
  const byId = new Map<string, readonly Claim[]>();
  const byAnswer = new Map<Answer['exchange'], Claim>();
  const resources = new Map<string, RecordResource>();
  const of = (resource: RecordResource, id: string): readonly Claim[] => byId.get(recordKey(resource, id)) ?? [];
  const toldOfOthers = new Set<string>();
  const file = (claim: Claim, id: string): void => {
    const key = recordKey(claim.resource, id);
    const same = of(claim.resource, id);
    // It stays so when they are gone: the last one of them has no better id than the others had.
    if (same.some((other) => !other.gone && isOtherRecord(other, claim))) toldOfOthers.add(key);
    byId.set(key, [...same, claim]);
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
      if (claim.id !== undefined) toldOfOthers.add(recordKey(claim.resource, claim.id));
      claim.id = id;
      file(claim, id);
    },
    resources: () => resources.values(),
    idsGiven: ({ name }) =>
      new Set(all.flatMap(({ resource, id }) => (resource.name === name && id !== undefined ? [id] : []))),
    isToldOfOthers: ({ id, resource }) => toldOfOthers.has(recordKey(resource, id ?? '')),
  };
}

// A creation that is sent again may be answered with the record that it made before.
function isOtherRecord(a: Claim, b: Claim): boolean {
  return JSON.stringify(a.payload) !== JSON.stringify(b.payload);
}

/** A record in a map or a set. */
export function recordKey({ name }: RecordResource, id: string): string {
  return `${name} ${id}`;
}
