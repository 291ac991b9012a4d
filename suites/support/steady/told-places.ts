import type { Answer } from '../../../core/answer.ts';
import { decodeSegment, lastSegment, sameAddress } from '../../../core/http/address.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { mayAsk, namesNewRecord } from '../evidence.ts';
import { endOf, named } from '../record-histories.ts';

/**
 * Demands of every 201 with a Location that it leads to the target itself, under an origin that a client of the run can ask (RFC 9110
 * 10.2.2). Where the origin has a default port, http and https are one: a proxy may speak TLS there.
 */
export function leadToTheTarget(trial: Trial, made: readonly Answer[]): void {
  for (const answer of made) {
    const { location } = answer;
    if (answer.status !== 201 || location === undefined) continue;
    answer.owes(mayAsk(trial.target, location), "a Location under the target's own origin", location);
  }
}

/**
 * Demands of the 201s to creations that none names the collection, nor a record that an earlier one named and that nothing took away
 * since (document 4.4-c2): an id may be given again once its record is gone, and others who make records may have taken it away.
 */
export async function nameNewRecords(trial: Trial, made: readonly Answer[]): Promise<void> {
  const before = new Map<string, Answer>();
  const located = made.filter(({ status, location }) => status === 201 && location !== undefined);
  for (const answer of located) {
    const { location = '', exchange } = answer;
    await namesNewRecord(trial, { answer, claim: trial.records.claimOf(answer) });
    const isCollection = sameAddress(location, exchange.request.url);
    if (isCollection && located.some((other) => !sameAddress(other.location ?? '', location)))
      fail('a Location of what was created', `${location}, the collection`, answer);
    const earlier = before.get(location);
    before.set(location, answer);
    if (earlier === undefined || mayBeGone(trial, earlier, answer, lastSegment(location) ?? '')) continue;
    if (await doOthersMake(trial, answer)) continue;
    fail('the Location of a new record, with 201', `${location}, which was made before`, earlier, answer);
  }
}

async function doOthersMake({ records }: Trial, answer: Answer): Promise<boolean> {
  const claim = records.claimOf(answer);
  return claim !== undefined && records.replaced.othersMake(claim.resource);
}

/**
 * The same of the records that operations make in a sub-collection. Whoever keeps one record for each deal has one address for it, so
 * that this holds where two of one collection have addresses apart.
 */
export function nameNewRecordsOfDeals(trial: Trial, made: readonly Answer[], idOf: (answer: Answer) => string): void {
  const located = made.filter(({ status, location }) => status === 201 && location !== undefined);
  const first = new Map<string, string>();
  const isApart = located.some(({ location = '', exchange: { request } }) => {
    const known = first.get(request.url) ?? location;
    first.set(request.url, known);
    return known !== location;
  });
  if (!isApart) return;
  const before = new Map<string, Answer>();
  for (const answer of located) {
    const { location = '', exchange } = answer;
    const { url } = exchange.request;
    answer.owes(!sameAddress(location, url), 'a Location of what was created', `${location}, the collection`);
    const earlier = before.get(location);
    before.set(location, answer);
    // What was done to the deal otherwise may have ended its earlier records.
    if (earlier === undefined || mayBeGone(trial, earlier, answer, idOf(earlier), url)) continue;
    fail('the Location of a new record, with 201', `${location}, which was made before`, earlier, answer);
  }
}

/** Whether anything between two answers, or beside them, may have taken away what has this id: a write that names it, or the clean-up. */
function mayBeGone(trial: Trial, first: Answer, last: Answer, id: string, except?: string): boolean {
  const [from, to] = [first.exchange.timings.startedAt, endOf(last)];
  const ids = [id, decodeSegment(id)];
  const isBetween = ({ exchange }: Pick<Answer, 'exchange'>): boolean =>
    exchange.timings.startedAt <= to && exchange.timings.startedAt + exchange.timings.total >= from;
  const isOfIt = (one: Pick<Answer, 'exchange'>): boolean => isBetween(one) && ids.some((name) => named(one).has(name));
  if (trial.cleaned.some((exchange) => isOfIt({ exchange }))) return true;
  return trial.seen.some((answer) => {
    const { method, url } = answer.exchange.request;
    if (answer === first || answer === last || !isOfIt(answer)) return false;
    if (method === 'GET' || method === 'HEAD') return answer.status === 404 || answer.status === 410;
    return url !== except && method !== 'OPTIONS';
  });
}
