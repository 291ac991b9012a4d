import type { Answer } from '../../../core/answer.ts';
import { decodeSegment } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { createRecord } from '../evidence.ts';
import { gainsNothing, stateOf, unchanged } from '../operation/deal-state.ts';
import { operationRequest, particulars } from '../operation/operation-requests.ts';
import { askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { LONG_AGO } from '../view/view-dates.ts';
import { withFields } from '../with-fields.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';

/**
 * Reads, changes and deletes a new record under a version that nobody serves: there is no such record (document 9.1, 4.4-m1), and the one
 * under the served version stays as it was. Where an unknown id is answered otherwise than with 404, so may an unknown version be.
 * The version is a value of this run, so that nothing else can be meant.
 */
export async function unknownVersionOf(trial: Trial): Promise<readonly Answer[]> {
  const { item, delete: deletion } = resourceOf(trial);
  const record = await createRecord(trial);
  const before = await stateOf(trial, { ...record, id: record.id ?? '' });
  const requests: readonly (HttpRequest | undefined)[] = [
    item === undefined ? undefined : { method: 'GET', address: record.address },
    firstOperation(trial, record),
    deletion === undefined ? undefined : record.deletion,
  ];
  const answers: Answer[] = [];
  // It begins like the one that is served: who reads its number alone, or its beginning, takes it for that.
  const version = `${trial.target.version}${trial.unique()}`;
  for (const [i, request] of requests.entries()) {
    const address = request === undefined ? undefined : underVersion(trial, request.address, version);
    const nobodys = request === undefined ? undefined : ofNobody(trial, request.address, record.id);
    if (request === undefined || address === undefined || nobodys === undefined) continue;
    const refusal = await trial.send({ ...request, address: nobodys, alone: true });
    // What is answered otherwise where the id is unknown is told by the rules about that.
    if (refusal.status !== 404) continue;
    answers.push((await trial.send({ ...request, address, alone: true })).hasStatus(404));
    // No condition counts where the answer without it is no success (RFC 9110 13.2.1).
    const conditional = withFields({ ...request, address, alone: true }, IGNORED[i % IGNORED.length] ?? {});
    answers.push((await trial.send(conditional)).hasStatus(404));
  }
  const after = await stateOf(trial, { ...record, id: record.id ?? '' });
  const what = 'requests under a version that is not served';
  return [
    ...answers,
    ...(await unchanged(trial, before, after, what)),
    ...(await gainsNothing(trial, before, after, what)),
  ];
}

/** Whatever each of them says of what is not there. */
const IGNORED: readonly Readonly<Record<string, string>>[] = [
  { 'if-none-match': '*' },
  { 'if-match': TAG_OF_NOBODY },
  { 'if-match': '*', 'if-unmodified-since': LONG_AGO },
];

/** The first operation that has its own address below the record. */
function firstOperation(trial: Trial, record: Awaited<ReturnType<typeof createRecord>>): HttpRequest | undefined {
  const { target } = trial;
  const { id } = record;
  const operation = target.operations.find(({ resource }) => resource === resourceOf(trial).name);
  const form = operation === undefined ? undefined : formsOf(target, operation).find((one) => one !== 'G');
  if (operation === undefined || form === undefined || id === undefined) return undefined;
  const asked = askedIn(target, operation, form);
  return operationRequest(asked, particulars(asked, { ...record, id }, trial.unique()));
}

/** The same address with an id that nobody has; undefined where no segment is the id. */
function ofNobody(trial: Trial, address: string, id: string | undefined): string | undefined {
  const [path = '', ...query] = address.split(/(?=\?)/u);
  const segments = path.split('/');
  // A Location may percent-encode what needs it not (RFC 3986 6.2.2.2).
  const at = segments.findLastIndex((segment) => decodeSegment(segment) === id);
  return at === -1 ? undefined : [segments.with(at, trial.unique()).join('/'), ...query].join('');
}

/** The same address under another version; undefined where it has none. */
export function underVersion({ target }: Trial, address: string, version: string): string | undefined {
  const path = address.startsWith(target.baseUrl) ? address.slice(target.baseUrl.length) : address;
  const served = `/rest/${target.version}/`;
  return path.startsWith(served) ? `/rest/${version}/${path.slice(served.length)}` : undefined;
}
