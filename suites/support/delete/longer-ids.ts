import type { Answer } from '../../../core/answer.ts';
import { lastSegment } from '../../../core/http/address.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { creationsOf, recordsOf } from '../create/creations.ts';
import { addressed, type Created, create, isIdReused, samplePayload } from '../evidence.ts';
import { endOf } from '../record-histories.ts';
import { resourceName, resourceOf } from '../subjects.ts';
import { isWritten } from './written-meanwhile.ts';

type Readable = Created & { readonly address: string };

/** A record of the beginning of the run, whose id many later ones hold where ids are counted, kept for this alone; shared. */
export const earlyRecord: Evidence<Readable> = evidence(resourceName, async (shared) =>
  addressed(await create(shared)),
);

/** A later one with texts that begin with those of the early record; shared. */
export const longerRecord: Evidence<Created> = evidence(resourceName, async (shared) => {
  const { unique } = await earlyRecord(shared);
  return create(shared, () => samplePayload(resourceOf(shared), `${unique}x`));
});

/** How many of the records whose ids hold that of the deleted one are looked at. */
const FEW = 3;

/**
 * Deletes the early record. Records of the run whose ids begin with its id, end with it or hold it stay (document 4.1: one record is
 * deleted), and so does one whose texts begin with those of the deleted one, where ids are made of texts.
 */
export async function leavesLongerIds(trial: Trial): Promise<readonly Answer[]> {
  const early = await earlyRecord(trial);
  if (early.deletion === undefined || early.id === undefined || resourceOf(trial).item === undefined) return [];
  const longer = await longerRecord(trial);
  const addresses = [...(longer.address === undefined ? [] : [longer.address]), ...holding(trial, early.id)];
  const read = (address: string): Promise<Answer> => trial.send({ method: 'GET', address });
  const before: Answer[] = [];
  for (const address of addresses.filter((one) => one !== early.address)) before.push(await read(address));
  const there = before.filter(({ status }) => status === 200);
  if (there.length === 0 || isIdReused(trial, early)) return [];
  const deleted = await trial.send(early.deletion);
  if (!deleted.succeeded) return there;
  for (const first of there) {
    const { url } = first.exchange.request;
    const after = await read(url);
    const isOurs = isWritten(trial, lastSegment(url) ?? '', endOf(first), endOf(after));
    if (isAbsent(after) && !isOurs)
      fail(`${url} to be there, as only ${early.address} was deleted`, after.brief, first, deleted, after);
  }
  return [deleted, ...there];
}

/** The addresses of records of the run that were not deleted and whose ids hold this one. */
function holding(trial: Trial, id: string): readonly string[] {
  const gone = new Set(
    [...trial.seen.map(({ exchange }) => exchange), ...trial.cleaned]
      .filter(({ request }) => request.method === 'DELETE')
      .map(({ request }) => lastSegment(request.url)),
  );
  const all = recordsOf(trial, creationsOf(trial)).filter(({ address }) => {
    const own = lastSegment(address) ?? '';
    return own.length > id.length && own.includes(id) && !gone.has(own);
  });
  const places = [...new Set(all.map(({ address }) => address))];
  // One that begins with it, one that ends with it, and any other.
  const begins = places.find((one) => lastSegment(one)?.startsWith(id) === true);
  const ends = places.find((one) => lastSegment(one)?.endsWith(id) === true);
  return [...new Set([begins, ends, ...places].flatMap((one) => one ?? []))].slice(0, FEW);
}
