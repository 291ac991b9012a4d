import type { Answer } from '../answer.ts';
import { NAMES_SAME, SPELT, wasBeforeRun } from '../guard/may-delete.ts';
import { isRefusal } from '../http/status-kinds.ts';
import type { FreshIds } from '../ids/fresh-ids.ts';
import { agreement, isWithin, type Sent, sentBy } from '../ids/natural-keys.ts';
import { isSpelt } from '../ids/spelt-ids.ts';
import { type Claim, idSent, type RecordResource } from './record-claim.ts';
import type { RecordLog } from './record-log.ts';

/** Shows whether what creations name was made by them, or was there before and only overwritten. */
export interface Newness {
  /**
   * Why the record of a claim that has this id may have been there before the run; undefined where it was not. Creates a record like it,
   * where that is needed and `mayCreate` allows it.
   */
  whyNotNew(claim: Claim, id: string, mayCreate?: () => boolean): Promise<string | undefined>;
  /** Whether creations of a resource were shown to make new records, as far as anything was shown. */
  isTrusted(resource: RecordResource): boolean;
  /** Whether it was asked about this claim in vain. */
  isDoubtful(claim: Claim): boolean;
}

/** What newness is shown by. */
export interface NewnessOptions {
  readonly fresh: FreshIds;
  readonly claims: readonly Claim[];
  /** Whether the list before the first creation shows that this record is new: `hasFixed` says whether a fixed value was sent. */
  readonly wasMissing: (claim: Claim, id: string, hasFixed: boolean) => Promise<boolean>;
  /** Creates a record like the one of a claim: what was answered, and the claim where that was a success. */
  readonly createLike: (claim: Claim) => Promise<{ readonly answer?: Answer; readonly claim?: Claim }>;
  readonly log?: Pick<RecordLog, 'makesNew' | 'namesSame'>;
}

/** Where in an answer an id was found: it may lie in one place alone. */
type Place = 'first' | 'others';

/** How often a creation is sent again that broke down or was not answered. */
const TRIES = 3;

/** Opens what is known of one run's creations. */
export function openNewness({ fresh, claims, wasMissing, createLike, log }: NewnessOptions): Newness {
  const sent = new Map<Claim, Sent>();
  const shown = new Map<string, ReadonlySet<string>[]>();
  const doubted = new Map<string, ReadonlySet<string>[]>();
  const trials = new Map<string, Promise<boolean>>();
  const doubtful = new Set<Claim>();

  const sentOf = (claim: Claim): Sent => {
    const known = sent.get(claim) ?? sentBy(claim.request, fresh.nonce);
    sent.set(claim, known);
    return known;
  };
  const note = (sets: typeof shown, claim: Claim, place: Place, members: ReadonlySet<string>): void => {
    const key = keyOf(claim.resource, place);
    sets.set(key, [...(sets.get(key) ?? []), members]);
    if (place === 'others') return;
    if (sets === shown) log?.makesNew(claim.resource, [...members]);
    else log?.namesSame(claim.resource, [...members]);
  };

  /**
   * The record of this run that a creation was sent the id of, and named: a service that takes the ids of clients puts one in the place of
   * the other. The run did that by the id, so that it says nothing of natural keys.
   */
  const placedOver = (claim: Claim): Claim | undefined => {
    const { resource, told, payload } = claim;
    if (told === undefined || idSent(resource, payload) !== told) return undefined;
    return claims.find((one) => one.number < claim.number && one.resource.name === resource.name && one.told === told);
  };
  /** Holds a claim against the others: what two records that are there at once say of natural keys. */
  const compare = (one: Claim, place: Place): void => {
    const { fixed } = sentOf(one);
    for (const other of claims) {
      if (other === one || other.gone || one.gone || other.resource.name !== one.resource.name) continue;
      const same = sharesId(one, other, place);
      if (same === undefined || (same && [one, other].some(placedOver))) continue;
      const { places, isMarked } = agreement(sentOf(one), sentOf(other));
      if (same && !isMarked) note(doubted, one, place, places);
      else if (!same && isWithin(fixed, places)) note(shown, one, place, places);
      else continue;
      return;
    }
  };
  const isIn = (sets: typeof shown, claim: Claim, place: Place, holds: (members: ReadonlySet<string>) => boolean) =>
    (sets.get(keyOf(claim.resource, place)) ?? []).some(holds);
  const isDoubted = (claim: Claim, place: Place): boolean =>
    isIn(doubted, claim, place, (members) => isWithin(members, sentOf(claim).fixed));
  const isShown = (claim: Claim, place: Place): boolean =>
    isIn(shown, claim, place, (members) => isWithin(sentOf(claim).fixed, members));

  const evidenceOf = (claim: Claim, place: Place) => ({
    namesSame: isDoubted(claim, place),
    makesNew: isShown(claim, place),
  });
  const isOpen = (claim: Claim, place: Place): boolean => {
    const { namesSame, makesNew } = evidenceOf(claim, place);
    return !namesSame && !makesNew;
  };

  /** Creates another one like it. Whether that told something. */
  const tryLike = async (claim: Claim, place: Place): Promise<boolean> => {
    const { fixed } = sentOf(claim);
    let last: Answer | undefined;
    for (let i = 0; i < TRIES; i += 1) {
      const { answer, claim: other } = await createLike(claim);
      last = answer;
      if (other !== undefined) {
        const isOther = sharesId(claim, other, place) === false;
        note(isOther ? shown : doubted, claim, place, fixed);
        return true;
      }
      if (answer !== undefined && isRefusal(answer) && answer.status !== 429) break;
    }
    if (last === undefined || last.status === 429) return false;
    // A refusal shows nothing where a value is fixed: the first creation may have changed an older record with that value (an
    // invitation that was accepted), and the second one be refused for it.
    if (fixed.size === 0) note(shown, claim, place, fixed);
    return true;
  };

  const showIt = async (claim: Claim, place: Place, spelt = ''): Promise<void> => {
    const key = `${keyOf(claim.resource, place)} ${[...sentOf(claim).fixed].sort().join(' ')} ${spelt}`;
    const trial = trials.get(key) ?? tryLike(claim, place);
    trials.set(key, trial);
    if (!(await trial)) trials.delete(key);
  };

  /** Whether an id is made of words that its creation sent, and no other one that sent them was given another id. */
  const isSpeltAlone = (claim: Claim, id: string): boolean => {
    const sends = ({ request }: Claim): boolean => isSpelt(id, request, fresh.nonce);
    const isRival = (one: Claim): boolean =>
      one.resource.name === claim.resource.name && one.told !== undefined && one.told !== id && sends(one);
    return sends(claim) && !claims.some(isRival);
  };

  const whyNotNew: Newness['whyNotNew'] = async (claim, id, mayCreate = () => true) => {
    const first = id === claim.told ? placedOver(claim) : undefined;
    if (first !== undefined) return await whyNotNew(first, id, mayCreate);
    const place: Place = id === claim.told ? 'first' : 'others';
    if (isSpeltAlone(claim, id) && mayCreate()) await showIt(claim, place, id);
    if (isSpeltAlone(claim, id)) {
      doubtful.add(claim);
      return isDoubted(claim, place) ? NAMES_SAME : SPELT;
    }
    const hasFixed = sentOf(claim).fixed.size > 0;
    if (!hasFixed && isOpen(claim, place) && (await wasMissing(claim, id, hasFixed))) return undefined;
    if (isOpen(claim, place)) compare(claim, place);
    if (isOpen(claim, place) && mayCreate()) await showIt(claim, place);
    const isMissing = isOpen(claim, place) && (await wasMissing(claim, id, hasFixed));
    const known = { ...evidenceOf(claim, place), wasMissing: isMissing };
    const isNew = wasBeforeRun(known) === 'no';
    if (isNew) doubtful.delete(claim);
    else doubtful.add(claim);
    if (isNew) return undefined;
    return known.namesSame
      ? NAMES_SAME
      : 'no other record could be made beside it, so it may have been there before the run';
  };

  return {
    whyNotNew,
    isTrusted: (resource) => {
      const key = keyOf(resource, 'first');
      return shown.has(key) && !doubted.has(key);
    },
    isDoubtful: (claim) => doubtful.has(claim),
  };
}

/** Whether two claims name one record; undefined where one of them names none there. */
function sharesId(a: Claim, b: Claim, place: Place): boolean | undefined {
  if (place === 'first') return a.told === undefined || b.told === undefined ? undefined : a.told === b.told;
  if (a.others.length === 0 || b.others.length === 0) return undefined;
  return a.others.some((id) => b.others.includes(id));
}

function keyOf({ name }: RecordResource, place: Place): string {
  return `${name} ${place}`;
}
