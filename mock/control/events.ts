import type { Log, Logged } from '../log.ts';
import type { Watcher } from '../state/world.ts';
import { summaryOf } from './exchanges.ts';

/** What is told as it happens. */
export interface EventSources {
  readonly log: Log;
  readonly watch: (watcher: Watcher) => () => void;
}

/** Which events are asked for. */
export interface Wanted {
  /** Undefined: of all tenants. */
  readonly tenant: string | undefined;
  /** The last exchange that they have: what the log holds after it is told first. Undefined: only what is to come. */
  readonly after: number | undefined;
  /** Ends it, where the caller is in this process and leaves as fetch lets it: by aborting. */
  readonly signal: AbortSignal;
}

/** More than this many wait for nobody who does not read: the oldest are left out, and that is told. */
const WAITING_LIMIT = 1000;
const KEEP_ALIVE_MS = 15_000;
/** What happens within this time is sent at once: nobody sees the difference, and a busy mock has less to do. */
const GATHER_MS = 25;
/** How soon a browser asks again when the connection broke. */
const RETRY_MS = 1000;

/**
 * Exchanges and changes of state as server-sent events, for as long as somebody reads. They are written all that wait at once,
 * and only when they are read, so that a slow reader costs neither memory nor the service's time.
 */
export function eventStream(
  { log, watch }: EventSources,
  { tenant, after, signal }: Wanted,
): ReadableStream<Uint8Array> {
  const isWanted = (whose: string): boolean => tenant === undefined || whose === tenant;
  let waiting: Logged[] = [];
  let missed = 0;
  let changed = new Set<string>();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let end = (): void => undefined;

  const drain = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    gathering = undefined;
    if ((controller.desiredSize ?? 0) <= 0) return;
    const text = [
      ...(missed === 0 ? [] : [event('missed', { missed })]),
      ...waiting.map((logged) => event('exchange', summaryOf(logged), `${log.name}-${logged.ordinal}`)),
      ...Array.from(changed, (whose) => event('state', { tenant: whose })),
    ].join('');
    waiting = [];
    missed = 0;
    changed = new Set();
    controller.enqueue(encoder.encode(text));
  };
  const drainSoon = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (gathering !== undefined || waiting.length + changed.size === 0) return;
    gathering = setTimeout(() => drain(controller), GATHER_MS);
  };
  const wait = (logged: Logged): void => {
    waiting.push(logged);
    if (waiting.length <= WAITING_LIMIT) return;
    waiting.shift();
    missed += 1;
  };
  return new ReadableStream({
    start(controller) {
      controller.enqueue(
        encoder.encode(`retry: ${RETRY_MS}\n${event('log', { log: log.name, dropped: droppedBy(log, tenant) })}`),
      );
      if (after !== undefined) waiting = log.list(tenant).filter((logged) => logged.ordinal > after);
      const endings = [
        log.listen((logged) => {
          if (!isWanted(logged.tenant)) return;
          wait(logged);
          drainSoon(controller);
        }),
        watch((whose) => {
          if (!isWanted(whose)) return;
          changed.add(whose);
          drainSoon(controller);
        }),
        keepAlive(() => controller.enqueue(encoder.encode(':\n\n'))),
      ];
      end = () => {
        clearTimeout(gathering);
        for (const ending of endings) ending();
      };
      const leave = (): void => {
        end();
        controller.error(signal.reason);
      };
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave);
    },

    pull: drainSoon,
    cancel: () => end(),
  });
}

/** Of whom how many exchanges are no longer held. */
function droppedBy(log: Log, tenant: string | undefined): Readonly<Record<string, number>> {
  const tenants = tenant === undefined ? new Set(log.list().map((logged) => logged.tenant)) : [tenant];
  const counts = Array.from(tenants, (whose) => [whose, log.dropped(whose)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const encoder = new TextEncoder();

// JSON has no line breaks of its own, so an event's data is one line whatever a client sent.
function event(name: string, data: unknown, id?: string): string {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

// A comment now and then: without it, proxies take a silent connection for a dead one.
function keepAlive(send: () => void): () => void {
  const timer = setInterval(send, KEEP_ALIVE_MS);
  // On Node a timer is an object, and one that nobody cleared would keep the process from ending.
  if (typeof timer === 'object') timer.unref();
  return () => clearInterval(timer);
}
