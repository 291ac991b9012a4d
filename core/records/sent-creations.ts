import type { Answer } from '../answer.ts';
import type { Replaced } from '../guard/replaced.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { Home } from '../http/origins.ts';
import type { FreshIds } from '../ids/fresh-ids.ts';
import { likeIt, sentBy } from '../ids/natural-keys.ts';
import { isSpeltIn, textsBeside } from '../ids/spelt-ids.ts';
import type { ClaimBook } from './claim-book.ts';
import type { ListedBefore, Read } from './listed-before.ts';
import { type Compared, createsNothing, isAnsweredAlike, madeNothing } from './made-nothing.ts';
import { type Claim, type RecordResource, readClaim } from './record-claim.ts';
import type { RecordLog } from './record-log.ts';
import { fieldsFor } from './record-requests.ts';
import type { Records, UnknownCreation } from './records.ts';

/** After so many creations that made nothing, and none that did, no more are sent: they are not served there. */
const ENOUGH = 12;

/** The creations that a run sends, and what their answers are taken for. */
export interface SentCreations {
  /** Those that were sent only to show that POST makes new records. */
  readonly beside: readonly Claim[];
  /** Those of them that were not answered with success: nobody knows what they made. */
  readonly besideUnknown: readonly UnknownCreation[];
  /** See `Records.beforeCreation`. */
  readonly before: Records['beforeCreation'];
  /** Creates another record like one of the run's. */
  createLike(one: Claim): Promise<{ answer?: Answer; claim?: Claim }>;
  /** See `Records.madeNothing`. */
  readonly madeNothing: Records['madeNothing'];
  /** See `Records.isAnsweredAlike`. */
  readonly isAnsweredAlike: Records['isAnsweredAlike'];
  /** See `Records.whyNoneMade`. */
  readonly whyNoneMade: Records['whyNoneMade'];
  /** Whether a creation of the resource sent a value that is not the run's. */
  sentFixed(resource: RecordResource): boolean;
  /** Whether an id is made of words that a creation of the resource sent. */
  spells(resource: RecordResource, id: string): boolean;
}

/** What they are sent and noted with. */
export interface SentCreationsOptions {
  readonly home: Home;
  readonly fresh: FreshIds;
  readonly read: Read;
  readonly book: ClaimBook;
  readonly before: ListedBefore;
  readonly replaced: Replaced;
  readonly log?: RecordLog;
}

/** Opens the creations of one run. */
export function openCreations({ home, fresh, read, book, before, replaced, log }: SentCreationsOptions): SentCreations {
  const beside: Claim[] = [];
  const besideUnknown: UnknownCreation[] = [];
  /** The resources of which a creation sent a value that is not the run's. */
  const withFixed = new Set<string>();
  const texts = new Map<string, Set<string>>();
  let sendings = 0;
  // By where they are created: under which version that is may have to be found out.
  const placeOf = ({ name, create }: RecordResource): string => `${name} ${create?.address ?? ''}`;
  const tried = new Map<string, { made: number; none: number; last: string }>();
  const compared = (resource: RecordResource, answer: Answer): Compared => ({
    home,
    resource,
    answer,
    first: before.reading(resource),
  });
  const count = (resource: RecordResource, answer: Answer): void => {
    const counted = tried.get(placeOf(resource)) ?? { made: 0, none: 0, last: '' };
    tried.set(placeOf(resource), counted);
    if (createsNothing(compared(resource, answer))) {
      counted.none += 1;
      counted.last = String(answer.status);
    } else if (answer.succeeded) counted.made += 1;
  };

  const claim = (resource: RecordResource, request: HttpRequest, answer: Answer): Claim => {
    const isKnown = (id: string): boolean => before.wasSeen(resource, id);
    const named = readClaim({ home, resource, request, answer, nonce: fresh.nonce, isKnown });
    const number = book.all.length + 1;
    const made: Claim = {
      ...named,
      id: named.told,
      number,
      resource,
      request,
      answer,
      payload: request.json,
      gone: false,
    };
    book.add(made);
    replaced.given(made);
    return made;
  };
  const beforeOne: Records['beforeCreation'] = async (resource, request) => {
    if (resource.known !== undefined) before.know(resource, [resource.known]);
    await before.look(resource);
    sendings += 1;
    if (sentBy(request, fresh.nonce).fixed.size > 0) withFixed.add(resource.name);
    const sent = texts.get(resource.name) ?? new Set();
    texts.set(resource.name, sent);
    for (const text of textsBeside(request, fresh.nonce)) sent.add(text);
    const number = sendings;
    log?.creating(number, resource, request);
    return {
      answered(answer) {
        count(resource, answer);
        const made = answer.succeeded ? claim(resource, request, answer) : undefined;
        if (made !== undefined) log?.made(number, made);
        else if (madeNothing(compared(resource, answer))) log?.refused(number);
        else log?.unanswered(number);
        return made;
      },
      unanswered: () => log?.unanswered(number),
      notSent: () => log?.refused(number),
    };
  };
  const createLike = async (one: Claim): Promise<{ answer?: Answer; claim?: Claim }> => {
    const { resource } = one;
    const { headers, ...like } = likeIt(one.request, fresh.nonce, () => fresh.unique());
    const type = like.json === undefined ? {} : { 'content-type': resource.mediaTypes.request };
    const request = { ...like, headers: { ...fieldsFor(resource), ...type, ...headers } };
    const sending = await beforeOne(resource, request);
    const answer = await read(request);
    if (answer === undefined) {
      sending.unanswered();
      besideUnknown.push({ resource, request });
      return {};
    }
    const made = sending.answered(answer);
    if (made === undefined) {
      besideUnknown.push({ resource, request, answer });
      return { answer };
    }
    beside.push(made);
    return { answer, claim: made };
  };
  return {
    beside,
    besideUnknown,
    before: beforeOne,
    createLike,
    madeNothing: (resource, answer) => madeNothing(compared(resource, answer)),
    isAnsweredAlike: ({ resource, answer }) => isAnsweredAlike(compared(resource, answer)),
    whyNoneMade(resource, share) {
      const { made = 0, none = 0, last = '' } = tried.get(placeOf(resource)) ?? {};
      if (made > 0 || none < ENOUGH * share) return undefined;
      return `no more ${resource.name} are created, since none was made: of ${none} creations, the last one was answered ${last}`;
    },
    sentFixed: ({ name }) => withFixed.has(name),
    spells: ({ name }, id) => isSpeltIn(id, texts.get(name) ?? []),
  };
}
