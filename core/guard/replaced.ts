import type { Answer } from '../answer.ts';
import { absolute, type Home } from '../http/origins.ts';
import { isAbsent } from '../http/status-kinds.ts';
import { openMoving } from '../ids/moving-ids.ts';
import { namedIn } from '../ids/named-ids.ts';
import { idAt } from '../ids/record-address.ts';
import type { ClaimBook } from '../records/claim-book.ts';
import { type Read, readList } from '../records/listed-before.ts';
import { type Claim, holds, type RecordResource, whoseItIs } from '../records/record-claim.ts';
import type { RecordLog } from '../records/record-log.ts';
import { readRequest } from '../records/record-requests.ts';
import { isAnothersEntry, showsAnother } from '../records/shows-another.ts';
import { idOfEntry, listedIn } from '../representation/entries.ts';
import type { Clock } from '../run/clock.ts';
import { happensWithout } from './happens-without.ts';
import { mayComeBack } from './may-delete.ts';

/**
 * Records of the run whose ids may be another client's by now. Where a target gives ids again, the record of an id is the run's only as
 * long as nobody else took it away. A run that saw a sign of that looks before each write to a record by its id.
 */
export interface Replaced {
  /** Reads an answer for signs: a record of others that came during the run, one of others at an id of the run. */
  observe(answer: Answer): void;
  /** The run was given an id. One that it was given before came back. */
  given(claim: Claim): void;
  /** The run is about to send other values to a record of its own. */
  changing(claim: Claim, payload: unknown): void;
  /** Why a record may not be the run's any more; undefined where it is, or where no sign was seen that calls for a look. */
  whyNotStill(claim: Claim, isDoubtful?: boolean): Promise<NotStill | undefined>;
  /** Reads the lists once, before records are deleted that were made long ago: what they show in place of those is a sign too. */
  lookAtLists(): Promise<void>;
  /** Why nothing is written by an id: records were seen to move to other ids. Undefined where they were not. */
  whyMoving(resource: RecordResource): Promise<string | undefined>;
  /** What a reader of the report has to know of that, in a line for each resource. */
  told(): readonly string[];
  /** How many entries the longest list of a resource had that the run saw; 0 where it saw none. */
  longestList(resource: RecordResource): number;
  /** Whether a GET showed another record at an id that the run was given. */
  isTaken(resource: RecordResource): boolean;
  /**
   * Whether others make records while the run goes on: they may delete some as well. Looks at the list for a while, where that was not
   * seen yet.
   */
  othersMake(resource: RecordResource): Promise<boolean>;
  /**
   * The id of a deleted record of the run in whose place some of these answers met another client's. `resourceOf`: the resource that the
   * address of an answer is of, if any; records of another one may have the same ids.
   */
  metBy(
    answers: readonly Answer[],
    resourceOf: (answer: Answer) => RecordResource | undefined,
  ): Promise<string | undefined>;
}

/** What became of a record, and what that says, in words. */
export interface NotStill {
  readonly is: 'gone' | 'another' | 'unseen';
  readonly why: string;
}

/** What it is found out by. */
export interface ReplacedOptions {
  readonly home: Home;
  readonly read: Read;
  readonly nonce: string;
  readonly clock: Clock;
  readonly book: ClaimBook;
  /** Whether an id was seen before the first creation. */
  readonly wasListed: (resource: RecordResource, id: string) => boolean;
  /** Whether a list was read before the first creation: else nothing shows that an entry came later. */
  readonly wasRead: (resource: RecordResource) => boolean;
  /** Whether a GET showed a value of the run there. */
  readonly wasShown: (claim: Claim) => boolean;
  readonly log?: Pick<RecordLog, 'deletesNoMore'>;
}

/** So many ids are asked for where a check failed. */
const ASKED = 3;

/** How often a record is read that cannot be read now, and was read before. */
const READINGS = 2;

/** Opens what one run knows of them. */
export function openReplaced(options: ReplacedOptions): Replaced {
  const { home, read, nonce, clock, book, wasListed, wasRead, wasShown } = options;
  /** Resources of which ids came back, or of which others make records while the run goes on. */
  const [cameBack, others] = [new Set<string>(), new Set<string>()];
  const moving = openMoving({
    read,
    nonce,
    claims: book.all,
    wasShown,
    changes: (claim) => sent.get(claim) ?? [],
    onMoving: (resource, why) => options.log?.deletesNoMore(resource, why),
  });
  /** The ids at which another record was shown: by a GET of one, and in a list, which may be wrong by itself. */
  const [taken, listed] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const sent = new Map<Claim, unknown[]>();
  const longest = new Map<string, number>();
  /** Looks for records of others that are under way. */
  const looks = new Map<string, Promise<boolean>>();

  const isAnothers = (answer: Answer, claim: Claim): boolean => showsAnother(answer, claim, nonce);
  const take = ({ resource }: Claim, id: string, where = taken): void => {
    const ids = where.get(resource.name) ?? new Set();
    where.set(resource.name, ids.add(id));
  };
  const isOwn = (answer: Answer, claim: Claim): boolean => {
    const { resource, payload } = claim;
    const known = [payload, ...(sent.get(claim) ?? [])];
    return holds(answer, nonce) || known.some((one) => whoseItIs(answer, { payload: one, resource }, nonce) === 'ours');
  };
  const observeList = (answer: Answer, resource: RecordResource): void => {
    const entries = listedIn(answer.representation.value, resource) ?? [];
    longest.set(resource.name, Math.max(longest.get(resource.name) ?? 0, entries.length));
    for (const entry of entries) {
      const id = idOfEntry(entry, resource);
      const claim = id === undefined ? undefined : book.of(resource, id).at(-1);
      if (id === undefined || (claim === undefined && (others.has(resource.name) || wasListed(resource, id)))) continue;
      const text = (JSON.stringify(entry) ?? '').toLowerCase();
      const isMarked = text.includes(nonce);
      if (claim !== undefined && !isMarked && isAnothersEntry(entry, claim, nonce)) take(claim, id, listed);
      if (claim !== undefined && isMarked) moving.observe(text, claim);
      if (claim === undefined && !isMarked && wasRead(resource)) others.add(resource.name);
    }
  };
  const observeItem = (answer: Answer, resource: RecordResource): void => {
    const { item } = resource;
    const id = item === undefined ? undefined : idAt(home, item.address, answer.exchange.request.url);
    const claim = id === undefined ? undefined : book.of(resource, id).at(-1);
    if (id === undefined || claim === undefined) return;
    moving.observe(answer.text, claim);
    if (!mayComeBack(id) || !isAnothers(answer, claim)) return;
    // What never showed a value of the run may show its records in a way of its own.
    if (claim.isDeletionSent === true || (wasShown(claim) && !isOwn(answer, claim))) take(claim, id);
  };

  const isSuspect = (claim: Claim, isDoubtful: boolean): boolean => {
    const { id, resource, gone } = claim;
    // An id that was drawn is not drawn again: what it shows is the run's record, whatever became of it.
    if (id === undefined || gone || !mayComeBack(id)) return false;
    return isDoubtful || [cameBack, taken, listed, others].some((signs) => signs.has(resource.name));
  };
  const lookAt = async (claim: Claim, id: string): Promise<NotStill | undefined> => {
    const request = readRequest(claim.resource, id);
    // What cannot be read has its id alone to stand for it, now as before.
    if (request === undefined || !wasShown(claim)) return undefined;
    const told = `GET ${request.address}`;
    let answered = 'was not answered';
    for (let i = 0; i < READINGS; i += 1) {
      const answer = await read(request);
      if (answer === undefined) continue;
      answered = `was answered ${answer.status}`;
      if (isAbsent(answer))
        return { is: 'gone', why: `${told} was answered ${answer.status}: somebody else deleted it` };
      if (!answer.succeeded) continue;
      if (isOwn(answer, claim)) return undefined;
      if (isAnothers(answer, claim)) take(claim, id);
      return { is: 'another', why: `${told} shows another record by now than the one that was sent` };
    }
    return {
      is: 'unseen',
      why: `${told} ${answered}, so that it is not known whose it is by now: ids may be given again`,
    };
  };

  return {
    observe(answer) {
      const { method, url } = answer.exchange.request;
      if (method !== 'GET' || !answer.succeeded) return;
      for (const resource of book.resources()) {
        if (resource.list !== undefined && url === absolute(home, resource.list.address)) observeList(answer, resource);
        else observeItem(answer, resource);
      }
    },
    given(claim) {
      const { resource, id } = claim;
      if (id !== undefined && book.of(resource, id).some((one) => one !== claim)) cameBack.add(resource.name);
    },
    changing(claim, payload) {
      sent.set(claim, [...(sent.get(claim) ?? []), payload]);
    },
    async whyNotStill(claim, isDoubtful = false) {
      const moved = await moving.why(claim.resource);
      if (moved !== undefined && !claim.gone) return { is: 'unseen', why: moved };
      return claim.id !== undefined && isSuspect(claim, isDoubtful) ? lookAt(claim, claim.id) : undefined;
    },
    async lookAtLists() {
      const kept = book.all.filter(({ id, gone }) => id !== undefined && !gone && mayComeBack(id));
      for (const resource of new Set(kept.map((claim) => claim.resource))) await readList(resource, read);
    },
    whyMoving: moving.why,
    told: moving.told,
    longestList: ({ name }) => longest.get(name) ?? 0,
    isTaken: ({ name }) => taken.has(name),
    othersMake(resource) {
      const { name } = resource;
      const isSeen = (): boolean => [others, taken, listed].some((signs) => signs.has(name));
      const look = async (): Promise<boolean> => {
        await readList(resource, read);
        return isSeen();
      };
      if (isSeen()) return Promise.resolve(true);
      const looking = looks.get(name) ?? happensWithout(clock, 0, look).finally(() => looks.delete(name));
      looks.set(name, looking);
      return looking;
    },
    async metBy(answers, resourceOf) {
      const isAbout = (answer: Answer, { resource, id }: Claim): boolean =>
        id !== undefined && isNamed(answer, id) && (resourceOf(answer)?.name ?? resource.name) === resource.name;
      const mayBeMet = ({ id, isDeletionSent }: Claim): boolean =>
        isDeletionSent === true && id !== undefined && mayComeBack(id);
      const deleted = book.all.filter(mayBeMet);
      const named = deleted.filter((claim) => answers.some((answer) => isAbout(answer, claim)));
      const isMet = (claim: Claim): boolean =>
        answers.some((answer) => isAbout(answer, claim) && isAnothers(answer, claim)) ||
        taken.get(claim.resource.name)?.has(claim.id ?? '') === true ||
        (claim.resource.item === undefined && listed.get(claim.resource.name)?.has(claim.id ?? '') === true);
      const met = named.find(isMet);
      if (met !== undefined) return met.id;
      for (const claim of named.slice(-ASKED)) {
        const request = readRequest(claim.resource, claim.id ?? '');
        const answer = request && (await read(request));
        if (answer !== undefined && isAnothers(answer, claim)) return claim.id;
      }
      return undefined;
    },
  };
}

/** Whether a request named an id, with a suffix for a representation too. */
function isNamed({ exchange: { request } }: Answer, id: string): boolean {
  const named = namedIn(request);
  return named.has(id) || [...named].some((one) => one.startsWith(`${id}.`));
}
