import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Results } from '../../core/results/results.ts';
import type { StateImage } from '../../mock/state/image.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { patiently, resultsIn } from '../cli/patiently.ts';
import { startCanary } from './canary.ts';
import type { HostileServer, Kind } from './hostile-server.ts';

/** How a hostile server was judged. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly kind: Kind;
  readonly every: number;
  /** Null: it did not end by itself. */
  readonly status: number | null;
  readonly verdict: string | undefined;
  readonly seconds: number;
  /** The most memory that the process held, in megabytes. */
  readonly peakMb: number;
  /** Requests that reached the server. */
  readonly requests: number;
  /** What arrived at another server. */
  readonly elsewhere: readonly string[];
  /** Records that are there now and were not before. */
  readonly left: number;
  /** How many of those the results tell. */
  readonly told: number;
  /** Records of before that are gone or changed. */
  readonly harmed: readonly string[];
  /** Whether results.json was written and can be read. */
  readonly report: boolean;
  /** Rules that ended with an error of the checker itself. */
  readonly errors: readonly string[];
  /** What must not be on a terminal or a log: stack traces, raw control characters. */
  readonly leaks: readonly string[];
  /** The end of stderr. */
  readonly stderr: string;
  /** The day on which it was measured, and how busy the machine was. */
  readonly date: string;
  readonly load: number;
}

/** How to judge one. */
export interface Circumstances {
  readonly every?: number;
  readonly maxTime?: string;
  /** More arguments of `check`. */
  readonly more?: readonly string[];
  /** After how many milliseconds the process is killed: it hangs. */
  readonly patienceMs?: number;
}

/** Judges a hostile server in a process of its own, and looks at what became of both. */
export async function judgeHostile(server: HostileServer, how: Circumstances = {}): Promise<Row> {
  const { every = 1, maxTime = '15s', more = [], patienceMs = 120_000 } = how;
  await using folder = await temporaryFolder();
  await using canary = await startCanary();
  await using started = await server.start({ canary: canary.url, every });
  const before = started.state();
  const args = ['check', started.url, '--max-time', maxTime, '--seed', '1', '--out', 'out', ...more];
  const ended = await patiently(args, folder.path, patienceMs);
  const results = await resultsIn(join(folder.path, 'out/results.json'));
  return {
    id: server.id,
    title: server.title,
    kind: server.kind,
    every,
    status: ended.status,
    verdict: results?.summary.verdict,
    seconds: ended.seconds,
    peakMb: ended.peakMb,
    requests: started.requests(),
    elsewhere: [...canary.heard],
    left: added(before, started.state()).length,
    told: toldOf(results),
    harmed: harmed(before, started.state()),
    report: results !== undefined,
    errors: (results?.results ?? [])
      .filter(({ outcome }) => outcome === 'error')
      .map(({ rule, reason }) => `${rule}: ${reason}`),
    leaks: leaksIn(ended.stdout + ended.stderr),
    stderr: ended.stderr.slice(-500),
    date: new Date().toISOString().slice(0, 10),
    load: loadavg()[0] ?? 0,
  };
}

function toldOf(results: Results | undefined): number {
  const run: object = results?.run ?? {};
  return 'leftBehind' in run && Array.isArray(run.leftBehind) ? run.leftBehind.length : 0;
}

/** The records of a state, each as text, by what they are. */
export function recordsOf({ deals, users }: StateImage): ReadonlyMap<string, string> {
  return new Map([
    ...deals.map((deal) => [`deal ${deal.id}`, JSON.stringify(deal)] as const),
    ...users.map((user) => [`user ${user.id}`, JSON.stringify(user)] as const),
  ]);
}

/** Records that are there after and were not before. */
export function added(before: StateImage, after: StateImage): string[] {
  const known = recordsOf(before);
  return [...recordsOf(after).keys()].filter((name) => !known.has(name));
}

/** Records of before that are gone or changed. */
export function harmed(before: StateImage, after: StateImage): string[] {
  const now = recordsOf(after);
  return [...recordsOf(before)].flatMap(([name, text]) => {
    const found = now.get(name);
    if (found === undefined) return [`${name} is gone`];
    return found === text ? [] : [`${name} was changed: ${found}`];
  });
}

function leaksIn(text: string): string[] {
  const traces = /^\s+at .*(?:node:|\.js:|\.ts:)/mu.test(text) ? ['a stack trace'] : [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u.exec(text);
  const bidi = /[\u202a-\u202e\u2066-\u2069]/u.test(text) ? ['marks that turn the direction of text'] : [];
  const named = controls === null ? [] : [`control character ${controls[0].charCodeAt(0).toString(16)}`];
  return [...traces, ...named, ...bidi];
}
