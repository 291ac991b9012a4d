import type { Answer } from '../../core/answer.ts';
import { lastSegment, pathOf } from '../../core/http/address.ts';
import { header } from '../../core/http/exchange.ts';
import { isAbsent } from '../../core/http/status-kinds.ts';
import { namedIn } from '../../core/ids/named-ids.ts';
import type { Trial } from '../../core/run/trial.ts';

/** A record that the run created, and where. */
export interface CreatedRecord {
  readonly creation: Answer;
  /** Where it is read. */
  readonly address: string;
  /** What it is called in other addresses, when that is not the last segment of its own. */
  readonly id?: string | undefined;
  /** Where it is deleted, when that is another address. */
  readonly deletedAt?: string | undefined;
}

/** A record of the run from its creation on. */
export interface RecordHistory extends CreatedRecord {
  /** GET of its own address, as it is spelt, and DELETE, in order. */
  readonly asked: Answer[];
  /** What may have changed or deleted it: any other method at its address or naming it, and every DELETE that found something. */
  readonly written: Answer[];
}

/** The histories of the records that were created, each up to the next creation that was given the same address. */
export function recordHistories(made: readonly CreatedRecord[], seen: readonly Answer[]): readonly RecordHistory[] {
  const byPath = new Map<string, RecordHistory>();
  const byId = new Map<string, RecordHistory>();
  const histories: RecordHistory[] = [];
  const creations = new Map(made.map((record) => [record.creation, record]));
  for (const answer of seen) {
    const record = creations.get(answer);
    if (record !== undefined) {
      const id = lastSegment(record.address) ?? '';
      // A server may give the id of a deleted record again, while the next DELETE of that is under way: it may have met this one.
      const crossing = (byId.get(id)?.written ?? []).filter((write) => isDeletionDuring(write, answer));
      const history: RecordHistory = { ...record, asked: [], written: crossing };
      byPath.set(placeOf(record.address), history);
      if (record.deletedAt !== undefined) byPath.set(placeOf(record.deletedAt), history);
      byId.set(id, history);
      if (record.id !== undefined) byId.set(record.id, history);
      histories.push(history);
      continue;
    }
    const { method, url } = answer.exchange.request;
    const own = byPath.get(placeOf(url));
    const isRead = method === 'GET' || method === 'HEAD';
    // A request that was under way when the address was given again is about the earlier record.
    const isLater = own !== undefined && answer.exchange.timings.startedAt >= endOf(own.creation);
    if (isLater && (isPlainDeletion(answer, own) || isPlainReading(answer, own.address))) own.asked.push(answer);
    if (isRead || isAbsent(answer)) continue;
    for (const id of named(answer)) byId.get(id)?.written.push(answer);
  }
  return histories;
}

const placeOf = (address: string): string => pathOf(address) ?? address;

function isDeletionDuring(write: Answer, creation: Answer): boolean {
  return write.exchange.request.method === 'DELETE' && endOf(write) >= creation.exchange.timings.startedAt;
}

function isPlainReading(answer: Answer, address: string): boolean {
  const { method, url } = answer.exchange.request;
  return method === 'GET' && takesJson(answer) && isSpeltAlike(url, address);
}

function isPlainDeletion({ exchange }: Answer, { address, deletedAt = address }: CreatedRecord): boolean {
  return exchange.request.method === 'DELETE' && isEncodedAlike(exchange.request.url, deletedAt);
}

// A record that is missing in another representation may still be there.
function takesJson({ exchange }: Answer): boolean {
  const accept = header(exchange.request.headers, 'Accept');
  return accept === undefined || /json|\*\/\*/u.test(accept);
}

/** The ids that the request of an answer may name. */
export function named({ exchange }: Pick<Answer, 'exchange'>): ReadonlySet<string> {
  return namedIn(exchange.request);
}

/** Whether a request names the record of an address. */
export function isNamedBy(write: Pick<Answer, 'exchange'>, address: string): boolean {
  return idsOf(lastSegment(address) ?? '').some((id) => named(write).has(id));
}

/**
 * Of these writes, in their order, those that name the record of an address: found by their names, since a run reads and writes thousands
 * of times.
 */
export function namersOf(writes: readonly Answer[]): (address: string) => readonly Answer[] {
  const byId = new Map<string, Answer[]>();
  for (const write of writes)
    for (const id of named(write)) {
      const known = byId.get(id);
      if (known === undefined) byId.set(id, [write]);
      else known.push(write);
    }
  return (address) => {
    const [found = [], ...more] = idsOf(lastSegment(address) ?? '').map((id) => byId.get(id) ?? []);
    if (more.every((others) => others.length === 0)) return found;
    const all = new Set([found, ...more].flat());
    return writes.filter((write) => all.has(write));
  };
}

/** What a segment may name: what stands behind a semicolon is a parameter (RFC 3986 3.3), which other addresses may do without. */
export function idsOf(segment: string): readonly string[] {
  const [id = ''] = segment.split(';');
  return id === '' || id === segment ? [segment] : [segment, id];
}

/** A letter, digit, or one of `-._~` that is percent-encoded (RFC 3986 2.3). */
const NEEDLESSLY_ENCODED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/iu;

/**
 * Whether a reading names a record as its own address does. A server that knows no other spelling of it (RFC 3986 6.2.2), or no record
 * with a query behind it, has the record all the same; other rules judge that.
 */
function isSpeltAlike(url: string, address: string): boolean {
  const [query, ownQuery] = [url, address].map((one) => one.split('?', 2)[1]);
  return (query === undefined || query === ownQuery) && isEncodedAlike(url, address);
}

function isEncodedAlike(url: string, address: string): boolean {
  const [path = '', ownPath = ''] = [url, address].map((one) => one.split('?', 1)[0]);
  return !NEEDLESSLY_ENCODED.test(path) || NEEDLESSLY_ENCODED.test(ownPath);
}

/**
 * When the clean-up of the run deleted a record: a rule that found it in a list may read it just then. A server may give an id
 * again, so the first deletion after the creation counts.
 */
export function cleanings({ cleaned }: Trial): (record: CreatedRecord) => number {
  const times = new Map<string, number[]>();
  for (const { request, timings } of cleaned)
    for (const id of idsOf(lastSegment(request.url) ?? ''))
      times.set(id, [...(times.get(id) ?? []), timings.startedAt]);
  return ({ address, creation }) => {
    // The clean-up may spell the address of a record otherwise than its Location does.
    const known = idsOf(lastSegment(address) ?? '').flatMap((id) => times.get(id) ?? []);
    return Math.min(...known.filter((time) => time >= creation.exchange.timings.startedAt));
  };
}

/** When a request was sent, in the run's time. */
export function startOf({ exchange: { timings } }: Answer): number {
  return timings.startedAt;
}

/** When an answer was there, in the run's time. */
export function endOf({ exchange: { timings } }: Answer): number {
  return timings.startedAt + timings.total;
}
