import type { Answer } from '../answer.ts';
import { whyNotByIdAlone } from '../guard/may-delete.ts';
import type { FreshIds } from '../ids/fresh-ids.ts';
import type { ClaimBook } from './claim-book.ts';
import type { Read } from './listed-before.ts';
import { type Claim, type RecordResource, whoseItIs, whyNotShownAs } from './record-claim.ts';
import type { Newness } from './record-newness.ts';
import { readRequest } from './record-requests.ts';

/** Shows whether what a creation named is this run's. */
export interface Ownership {
  /** Why a record may not be written to; undefined where it is ours. Reads it, unless it was seen to be ours already. */
  whyNotOurs(claim: Claim): Promise<string | undefined>;
  /**
   * Why the address of an id that only a list showed is not that of a record of the run: what a list calls the id may be no part of the
   * address, which then names a record of somebody else, or none.
   */
  whyNotShown(resource: RecordResource, id: string): Promise<string | undefined>;
  /** A reading showed a value of the run. */
  show(claim: Claim): void;
  wasShown(claim: Claim): boolean;
  /** Whether a reading showed another record than the one that was sent. */
  isAnothers(claim: Claim): boolean;
}

/** What ownership is shown by. */
export interface OwnershipOptions {
  readonly read: Read;
  readonly fresh: FreshIds;
  readonly book: ClaimBook;
  readonly newness: Pick<Newness, 'whyNotNew'>;
}

/** Opens what is known of whose the records of one run are. */
export function openOwnership({ read, fresh, book, newness }: OwnershipOptions): Ownership {
  const shown = new Set<Claim>();
  // Why a claim names a record of somebody else.
  const refused = new Map<Claim, string>();

  const byIdAlone = (claim: Claim, why: string): string | undefined => {
    const { id = '', resource, others } = claim;
    const idsGiven = book.idsGiven(resource).size;
    const alone = {
      id,
      resource: resource.name,
      isToldOfOthers: book.isToldOfOthers(claim),
      hasOthers: others.length > 0,
      idsGiven,
    };
    const reason = whyNotByIdAlone(alone);
    return reason === undefined ? undefined : `${why}, and ${reason}`;
  };

  /** What a reading of the record shows; by its id alone, where it shows nothing. */
  const byReading = (claim: Claim, address: string, answer: Answer | undefined): string | undefined => {
    if (answer?.succeeded !== true) {
      const told = answer === undefined ? 'not answered' : `answered ${answer.status}`;
      return byIdAlone(claim, `GET ${address} was ${told}`);
    }
    const whose = whoseItIs(answer, claim, fresh.nonce);
    if (whose === 'unknown') return byIdAlone(claim, `GET ${address} shows nothing of what was sent`);
    if (whose === 'ours') shown.add(claim);
    else refused.set(claim, `GET ${address} shows another record than the one that was sent`);
    return refused.get(claim);
  };

  const whyNotNamed = async (claim: Claim, id: string): Promise<string | undefined> => {
    if (shown.has(claim)) return undefined;
    const known = refused.get(claim);
    if (known !== undefined) return known;
    const request = readRequest(claim.resource, id);
    if (request === undefined) return byIdAlone(claim, 'records cannot be read');
    return byReading(claim, request.address, await read(request));
  };

  /** Another id that the answer named, of a record that is seen to be this one. */
  const otherId = async (claim: Claim): Promise<string | undefined> => {
    for (const id of claim.others) {
      const request = readRequest(claim.resource, id);
      const answer = request === undefined ? undefined : await read(request);
      if (answer?.succeeded !== true || whoseItIs(answer, claim, fresh.nonce) !== 'ours') continue;
      if ((await newness.whyNotNew(claim, id)) === undefined) return id;
    }
    return undefined;
  };

  return {
    async whyNotOurs(claim) {
      const { id } = claim;
      if (id !== undefined && fresh.freshnessOf(id) === 'sure') return undefined;
      const nameless = claim.problem ?? 'its id is not known';
      const why = id === undefined ? nameless : await whyNotNamed(claim, id);
      if (id !== undefined && why === undefined) return newness.whyNotNew(claim, id);
      if (shown.has(claim)) return why;
      const other = await otherId(claim);
      if (other === undefined) return why;
      book.rename(claim, other);
      shown.add(claim);
      return undefined;
    },
    async whyNotShown(resource, id) {
      const request = readRequest(resource, id);
      const answer = request && (await read(request));
      return request && answer && whyNotShownAs(request.address, answer, fresh.nonce);
    },
    show: (claim) => shown.add(claim),
    wasShown: (claim) => shown.has(claim),
    isAnothers: (claim) => refused.has(claim) && !shown.has(claim),
  };
}
