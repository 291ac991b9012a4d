import { type Answer, answerOf } from '../answer.ts';
import { fillTemplate } from '../http/address.ts';
import type { HttpRequest, Transport } from '../http/exchange.ts';
import { absolute } from '../http/origins.ts';
import { isAbsent } from '../http/status-kinds.ts';
import { idsListed, type RecordResource } from '../records/record-claim.ts';
import { listRequest, readRequest } from '../records/record-requests.ts';
import type { Records } from '../records/records.ts';
import type { Subject } from '../rule.ts';
import type { Judged } from '../run/retry-alone.ts';

/** What a failure is held against. */
interface Run {
  readonly records: Records;
  readonly transport: Transport;
  /** Every answer that was given before the rules began. */
  readonly asked: readonly Answer[];
}

/**
 * A failure over the record that was found for the rules to read: it answered 404 or 410, or the query that finds it was asked. Where it was
 * read when the target was asked what it offers, and neither a GET nor the list shows it any more, somebody else deleted it while the run
 * went on. Then the check is inconclusive. A record that the list still shows is a failure, and so is one that only a target file names.
 */
export async function unlessDeletedMeanwhile(judged: Judged, subject: Subject, run: Run): Promise<Judged> {
  const { resource } = subject;
  if (judged.outcome !== 'fail' || resource?.known === undefined) return judged;
  const request = readRequest(resource, resource.known);
  if (request === undefined) return judged;
  const address = absolute(run.records.home, request.address);
  const isMissed = (answer: Answer): boolean =>
    (isAbsent(answer) && isAt(answer, address)) || isLookUp(answer, subject, run);
  if (!judged.witness.some(isMissed)) return judged;
  if (!run.asked.some((answer) => answer.succeeded && answer.exchange.request.url === address)) return judged;
  const now = await ask(run, request);
  if (now === undefined || !isAbsent(now)) return judged;
  const list = await listNow(run, resource);
  if (list !== undefined && idsListed(list, resource).includes(resource.known)) return judged;
  const reason = `${address} went during the run: it was read before, and is neither read nor listed now; if this run did not take it (the first lines of the report tell what became of the records of others), name a record that stays as \`known\` of ${resource.name} in the target file`;
  const seen = list === undefined ? [now] : [now, list];
  return { outcome: 'inconclusive', reason, witness: [...judged.witness, ...seen] };
}

/** Whether a request named this record, by a suffix or a parameter too. */
function isAt({ exchange }: Answer, address: string): boolean {
  const { method, url } = exchange.request;
  const rest = url.slice(address.length);
  return ['GET', 'HEAD'].includes(method) && url.startsWith(address) && /^(?:$|[.?/])/u.test(rest);
}

/** Whether a request was the query with the value that the record is known to have. */
function isLookUp({ exchange }: Answer, { resource }: Subject, { records }: Run): boolean {
  const { address, matches } = resource?.query ?? {};
  if (address === undefined || matches === undefined) return false;
  return exchange.request.url === absolute(records.home, fillTemplate(address, { value: matches }));
}

async function listNow(run: Run, resource: RecordResource): Promise<Answer | undefined> {
  const request = listRequest(resource);
  const answer = request === undefined ? undefined : await ask(run, request);
  return answer?.succeeded === true ? answer : undefined;
}

async function ask({ transport }: Run, request: HttpRequest): Promise<Answer | undefined> {
  const exchange = await transport.send(request);
  return exchange.response === null ? undefined : answerOf(exchange, exchange.response);
}
