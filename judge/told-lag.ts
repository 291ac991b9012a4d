import type { Exchange } from '../core/http/exchange.ts';

/** One may be the work of somebody else who changes records. */
const SEVERAL = 3;

/** A reading of an address, or a write that was answered with success. */
interface Step {
  readonly start: number;
  readonly end: number;
  readonly exchange: Exchange;
}

/**
 * Says that the target shows changes late: the reading after a write shows a record as the one before it did, and a later one otherwise,
 * while the run sent nothing else about that record. A service that answers from copies may do so, and is to be judged with time for them.
 */
export function toldLag(exchanges: readonly Exchange[]): readonly string[] {
  const steps = exchanges.map(stepOf).toSorted((a, b) => a.start - b.start);
  const readings = byAddress(steps.filter(isReading));
  const writes = steps.filter(isWrite);
  const delays = writes.flatMap((write) => delayOf(write, readings, writes) ?? []);
  if (delays.length < SEVERAL) return [];
  const longest = Math.ceil(Math.max(...delays));
  const settle = Math.ceil(longest / 1000);
  return [
    `the target showed ${delays.length} changes late: readings up to ${longest} ms after them did not show them yet, and later ones did; where it is meant to be late, --settle ${settle}s waits for it`,
  ];
}

function stepOf(exchange: Exchange): Step {
  const { startedAt, total } = exchange.timings;
  return { start: startedAt, end: startedAt + total, exchange };
}

function isReading({ exchange: { request, response } }: Step): boolean {
  const isPlain = !request.headers.some(([name]) => /^(?:if-|range$)/iu.test(name));
  return request.method === 'GET' && isPlain && (response?.status === 200 || response?.status === 404);
}

function isWrite({ exchange: { request, response } }: Step): boolean {
  const isSuccess = response !== null && response.status >= 200 && response.status < 300;
  return isSuccess && !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
}

function byAddress(readings: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  const all = new Map<string, Step[]>();
  for (const one of readings) {
    const { url } = one.exchange.request;
    const others = all.get(url) ?? [];
    others.push(one);
    all.set(url, others);
  }
  return all;
}

/** How many milliseconds after a change of a record, or an operation below it, a reading did not show it yet, where a later one does. */
function delayOf(
  write: Step,
  readings: ReadonlyMap<string, readonly Step[]>,
  writes: readonly Step[],
): number | undefined {
  const [address = ''] = write.exchange.request.url.split('?');
  const url = [address, address.slice(0, address.lastIndexOf('/'))].find((one) => readings.has(one));
  if (url === undefined) return undefined;
  const next = readings.get(url)?.find(({ start }) => start >= write.end);
  const alike = readings.get(url)?.filter((one) => next !== undefined && acceptOf(one) === acceptOf(next)) ?? [];
  const before = alike.findLast(({ end }) => end <= write.start);
  const later = alike.find((one) => next !== undefined && one.start > next.end && !isSame(one, next));
  if (next === undefined || before === undefined || later === undefined || !isSame(before, next)) return undefined;
  const id = url.slice(url.lastIndexOf('/') + 1);
  const isBetween = (one: Step): boolean => one !== write && one.end > before.start && one.start < later.end;
  const isTouched = writes.some((one) => isBetween(one) && isAbout(one, id));
  const old = alike.findLast((one) => one.start < later.start);
  return isTouched || old === undefined ? undefined : old.start - write.end;
}

function acceptOf({ exchange }: Step): string | undefined {
  return exchange.request.headers.find(([name]) => name.toLowerCase() === 'accept')?.[1];
}

function isSame(one: Step, other: Step): boolean {
  const [a, b] = [one.exchange.response, other.exchange.response];
  return a !== null && b !== null && a.status === b.status && Buffer.compare(a.body, b.body) === 0;
}

/** Whether a write names a record, in its address or in its body, as a command does. */
function isAbout({ exchange: { request } }: Step, id: string): boolean {
  return request.url.includes(id) || (request.body !== null && Buffer.from(request.body).includes(id));
}
