import type { HttpRequest } from '../http/exchange.ts';
import { absolute } from '../http/origins.ts';
import { withFieldsOf } from '../http/resource-fields.ts';
import type { RecordResource } from '../records/record-claim.ts';
import type { Records } from '../records/records.ts';
import { inconclusive, notExercised } from '../results/outcome.ts';
import type { Subject } from '../rule.ts';
import { returnedIn } from '../run/came-back.ts';
import type { RunContext } from '../run/run-context.ts';
import { reasonOf, untilStopped } from '../run/until-stopped.ts';
import type { Target } from '../target.ts';
import type { Aimless } from './aimless.ts';
import { changeOf } from './change.ts';
import { harmOf } from './harm.ts';
import { refuseMisled } from './misled.ts';
import { createsOn, isReading, recordAt, resourceAt, whyNotSent } from './record-gate.ts';
import { SAFE_METHODS, type SafeMethod } from './safe-methods.ts';
import type { WriteTurn } from './watched-writes.ts';
import type { Turn } from './wrong-record.ts';

/** Why nothing more is written to what the run deleted, where ids were seen to be given again. */
const COMES_BACK = 'the target gives ids again, and that of the deleted record may be another client’s by now';

/** What a request is that may come to another record than it names. */
export interface Aimed {
  readonly aimless: Aimless | undefined;
  /** Of a write that is watched: it has to be ended. */
  readonly turn: Turn | undefined;
}

/** Ends the check where a request is not to be sent. `before`: the deletions of nothing that the same check sent and that succeeded. */
export async function mayBeSent(
  run: RunContext,
  subject: Subject,
  request: HttpRequest,
  before: readonly Aimless[],
): Promise<Aimed> {
  const { records, target } = run;
  refuseUnwanted(run, subject, request);
  const safe = SAFE_METHODS.find((method) => method === request.method.toUpperCase());
  if (safe !== undefined) return { aimless: undefined, turn: await safeTurn(run, safe, request) };
  // First of all: what is known of a record may be old when others were deleted meanwhile.
  let turn = await watchedTurn(run, subject, request);
  try {
    const why = await whyNotSent(records, target, request);
    if (why !== undefined) notExercised(`not sent: ${why}`);
    const aimless = aimlessAt(run, request);
    const change = changeOf(records, target, request);
    if (change?.names === 'gone' && comesBack(records, change.resource)) notExercised(`not sent: ${COMES_BACK}`);
    if (change !== undefined) {
      // Another check may have deleted the record while the turn was waited for: its deletion is one of nothing now.
      turn?.end();
      turn = await records.wrong.begin(change);
    }
    // Only now: meanwhile another check may have seen what such a deletion does.
    const whyNot = aimless && records.aimless.whyNot(aimless, before);
    if (whyNot !== undefined) notExercised(`not sent: ${whyNot}`);
    if (turn !== undefined) refuseInTurn(target, subject, turn);
    return { aimless, turn };
  } catch (ending) {
    turn?.end();
    throw ending;
  }
}

/** The turn of a method that is to read only, as long as it is not known whether it does so here. */
async function safeTurn({ records, target }: RunContext, method: SafeMethod, { address }: HttpRequest): Promise<Turn> {
  const place = recordAt(records, target, absolute(records.home, address));
  const claim = place && records.claimOfId(place.resource, place.id);
  const isOwn = claim !== undefined && !claim.gone && records.wasShown(claim);
  const { whyNot, answered, end } = await records.safe[method].begin(place && { ...place, isOwn });
  if (whyNot !== undefined) {
    end();
    notExercised(`not sent: ${whyNot}`);
  }
  return { answered, end };
}

function refuseInTurn(target: Target, subject: Subject, { whyNot, misled, isReached }: Turn): void {
  if (whyNot === undefined) return;
  // What failed is tried again.
  if (misled !== undefined) refuseMisled(target, subject, misled);
  if (isReached === true) notExercised(`not sent: ${whyNot}`);
  inconclusive(`not sent: ${whyNot}`);
}

/** Whether ids were seen to be given again: to the run itself, or to another client. */
function comesBack({ claims, replaced }: Records, resource: RecordResource): boolean {
  return replaced.isTaken(resource) || returnedIn(claims).length > 0;
}

/** The resource of which a request creates a record; undefined where it creates nothing. */
export function createdBy(
  records: Records,
  target: Target,
  subject: Subject,
  request: HttpRequest,
): RecordResource | undefined {
  if (isReading(request)) return undefined;
  // A creation at an address of another version is one of the trial's own resource.
  return createsOn(records, target, request) ?? (request.aim === 'collection' ? creatableOf(subject) : undefined);
}

/** Ends the check where it would create a record, and nobody knows of what, or those of before cannot be deleted. */
export async function refuseMore({ cleanUp, records }: RunContext, resource: RecordResource): Promise<void> {
  if (resource.create?.refused !== undefined) inconclusive(resource.create.refused);
  // Where records move to other ids, deletions seem to fail too.
  const moving = await records.replaced.whyMoving(resource);
  await cleanUp.beforeMore(resource);
  const harm = harmOf(records, resource);
  // What takes records of others away is no service that a pipeline may call good.
  if (moving === undefined && harm !== undefined) inconclusive(`not sent: ${harm}`);
  const why = moving ?? cleanUp.whyNoMore(resource);
  if (why !== undefined) notExercised(`not sent: ${why}`);
}

function creatableOf({ resource }: Subject): RecordResource | undefined {
  return resource?.create === undefined ? undefined : resource;
}

/** The turn of a creation, or of a deletion of what is there, and the run's. */
async function watchedTurn(
  { records, cleanUp, target, signal }: RunContext,
  subject: Subject,
  request: HttpRequest,
): Promise<Turn | undefined> {
  const created = createdBy(records, target, subject, about(target, subject, request));
  const deleted = deletedBy(records, target, request);
  // Before the turn: it may have to be looked while no write is under way.
  if (created !== undefined) await untilStopped(cleanUp.lookBeside(), signal);
  if (created !== undefined) return turnOf(await records.creations.begin(created));
  return deleted && turnOf(await records.deletions.begin(deleted));
}

function deletedBy(records: Records, target: Target, request: HttpRequest): RecordResource | undefined {
  if (request.method !== 'DELETE') return undefined;
  const place = recordAt(records, target, absolute(records.home, request.address));
  const claim = place && records.claimOfId(place.resource, place.id);
  return claim === undefined || claim.gone ? undefined : place?.resource;
}

function turnOf({ done, ...turn }: WriteTurn): Turn {
  return {
    ...turn,
    async answered(answer) {
      if (answer.succeeded) await done();
      return undefined;
    },
  };
}

/** What a request deletes that is not there, as far as the run knows. */
function aimlessAt({ records, target }: RunContext, request: HttpRequest): Aimless | undefined {
  if (request.method !== 'DELETE') return undefined;
  const place = recordAt(records, target, absolute(records.home, request.address));
  return place && records.aimless.of(place.resource, records.claimOfId(place.resource, place.id));
}

/** A request with the fields that a subject's requests carry: of its resource, and the representation that is claimed first. */
export function about(target: Target, { resource, ...subject }: Subject, request: HttpRequest): HttpRequest {
  if (resource === undefined) return request;
  const [first] = target.claims.representations;
  // A client that says nothing else asks for JSON, which a target that claims other representations may rightly refuse (406).
  const isOther = first !== undefined && !showsJson(target, { ...subject, resource });
  const accept = isOther ? { accept: resource.mediaTypes[first] } : {};
  return withFieldsOf(resource, { ...request, headers: { ...accept, ...resource.headers, ...request.headers } });
}

/**
 * Whether JSON is what is owed to who asks for nothing else. The session check and the queries of 4.3, which are about no resource, are
 * owed in JSON whatever is claimed.
 */
export function showsJson({ claims }: Target, { resource }: Subject): boolean {
  return resource === undefined || claims.representations.length === 0 || claims.representations.includes('json');
}

/** Whether a request only reads, by the methods that a run sends for that. */
export function isSafe({ method }: HttpRequest): boolean {
  return ['GET', ...SAFE_METHODS].includes(method.toUpperCase());
}

/** Ends the check where the run is over, only reads, or is told never to send such a method. */
export function refuseUnwanted(run: RunContext, subject: Subject, request: HttpRequest): void {
  if (run.signal.aborted) inconclusive(reasonOf(run.signal));
  const method = request.method.toUpperCase();
  if (run.readOnly && !isSafe(request))
    notExercised(
      `${method} would write, and this run only reads (--read-only, or writes: "forbidden" in the target file)`,
    );
  const never = neverSentTo(run, subject, { ...request, method });
  if (never !== undefined) notExercised(`the target file says never to send ${method} to ${never.name}`);
}

/** The resource that such a method is never sent to: the check's own, or that of the address, as where a query needs a new deal. */
function neverSentTo(
  { records, target }: RunContext,
  { resource }: Subject,
  { method, address }: HttpRequest,
): RecordResource | undefined {
  if (resource?.never.includes(method) === true) return resource;
  if (!target.resources.some(({ never }) => never.includes(method))) return undefined;
  const other = resourceAt(records, target, address);
  return other?.never.includes(method) === true ? other : undefined;
}
