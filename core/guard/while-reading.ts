import { type Answer, answerOf } from '../answer.ts';
import { type Exchange, header } from '../http/exchange.ts';
import { absolute, type Home } from '../http/origins.ts';
import { hasLasted } from '../records/lasting.ts';
import type { Span } from '../records/moments.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { isReading } from './record-gate.ts';
import { entriesOf, isMarked, type States } from './states.ts';
import { tollInWords, tollOf } from './toll.ts';

/** What is told of records that were shown otherwise while a run wrote nothing. */
const WORDS = {
  took: 'they went while this run only read: somebody else took them away, or the service does so when they are read',
  changed:
    'they changed while this run only read: somebody else changed them, or the service does so when they are read',
};

/** What says who asks, and for what. */
const FIELDS: readonly string[] = ['cookie', 'authorization', 'accept'];

/** What the lists of a resource showed of records of others before the first write of a run, in order. `nonce`: what the run's own show. */
export function listedWhileReading(
  resource: RecordResource,
  exchanges: readonly Exchange[],
  { home, nonce }: { readonly home: Home; readonly nonce: string },
): readonly States[] {
  const { list } = resource;
  if (list === undefined) return [];
  const address = absolute(home, list.address);
  const writtenAt = Math.min(
    ...exchanges.filter(({ request }) => !isReading(request)).map(({ timings }) => timings.startedAt),
  );
  const isListing = ({ request, response, timings }: Exchange): boolean =>
    request.method === 'GET' &&
    request.url === address &&
    response?.status === 200 &&
    timings.startedAt + timings.total < writtenAt;
  const listings = exchanges.filter(isListing).toSorted((a, b) => a.timings.startedAt - b.timings.startedAt);
  // Somebody else may be shown other records, and another representation less.
  const [first] = listings;
  const isAsFirst = ({ request }: Exchange): boolean =>
    FIELDS.every((name) => header(request.headers, name) === header(first?.request.headers ?? [], name));
  return listings.filter(isAsFirst).flatMap((exchange): States[] => {
    const answer: Answer | undefined = exchange.response === null ? undefined : answerOf(exchange, exchange.response);
    if (answer?.representation.syntax !== 'json') return [];
    return [new Map(entriesOf(answer, resource).filter(([, entry]) => !isMarked(entry, nonce)))];
  });
}

/**
 * What became of records of others between the first of these lists and the last one, in sentences. `watched`: how they were shown before the
 * first change, at several readings alike, where they were. What is another one at each reading is no change; nor is it a loss that a list as
 * long as before shows others, as a page that moved on.
 */
export async function toldWhileReading(
  { name }: RecordResource,
  lists: readonly States[],
  watched: ReadonlyMap<string, unknown>,
  span: Span,
): Promise<readonly string[]> {
  const [first, ...later] = watched.size > 0 ? [lists[0], watched, watched] : lists;
  const now = later.at(-1);
  if (first === undefined || now === undefined) return [];
  const before = later.at(-2);
  const isSteady = (id: string): boolean =>
    now.get(id) !== undefined && hasLasted({ before: before?.get(id), now: now.get(id) }, span);
  const known = new Map([...first].map(([id, entry]) => [id, now.has(id) && !isSteady(id) ? undefined : entry]));
  const isShorter = now.size < first.size;
  const toll = await tollOf(
    { first: known, now },
    async (id) => (isShorter ? { id, became: 'is gone since' } : undefined),
    { isBlamed: false, isSent: () => false, span },
  );
  return tollInWords(name, toll, WORDS);
}
