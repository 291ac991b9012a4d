import { type Client, type ClientOptions, createClient } from '../client/client.ts';
import type { Results } from '../core/results/results.ts';
import { fileOf } from '../judge/embedded.ts';
import { type JudgeOptions, judgeFile } from '../judge/judge.ts';
import type { Fetch, Mock, MockOptions } from '../mock/index.ts';
import { createMock } from '../mock/index.ts';
import { startMock } from '../mock/node.ts';
import type { TargetFile } from '../target-file/file.ts';
import { createInProcessClient } from './in-process.ts';
import type { Traffic } from './watched-in.ts';

/** A mock behind a wrapper: a deliberate fault, or unusual but legal ways. */
export interface Wrapped {
  readonly wrap: (fetch: Fetch, mock: Mock) => Fetch;
  readonly options: MockOptions | undefined;
  /** What the target file says, given the one that tells the whole truth about the mock. */
  readonly file: (whole: TargetFile) => TargetFile;
  /** How it is judged. */
  readonly how: JudgeOptions;
}

/** A run, and all that it sent and was answered. */
export interface JudgedTraffic extends Traffic {
  readonly results: Results;
}

/** The mock behind a wrapper, judged: in this process where that shows all there is, over sockets where it needs a wire. */
export async function judgeWrapped(wrapped: Wrapped): Promise<Results> {
  return (await judgeTraffic(wrapped)).results;
}

/** The same, with the traffic of the run. */
export async function judgeTraffic(wrapped: Wrapped): Promise<JudgedTraffic> {
  return (await judgeHere(wrapped)) ?? (await judgeOverSockets(wrapped));
}

/** Judges in this process; undefined when an answer could only be told on a wire. */
async function judgeHere({ wrap, options, file, how }: Wrapped): Promise<JudgedTraffic | undefined> {
  const stop = new AbortController();
  const mock = createMock(options);
  const fetch = wrap(mock.fetch, mock);
  const whole = fileOf(mock.options, `http://127.0.0.1:9${mock.options.basePath}`);
  const signal = how.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, how.signal]);
  const judged = await judgedWith({ ...how, signal }, file(whole), (client) =>
    createInProcessClient(client, fetch, () => stop.abort()),
  );
  return stop.signal.aborted ? undefined : judged;
}

async function judgeOverSockets({ wrap, options, file, how }: Wrapped): Promise<JudgedTraffic> {
  await using mock = await startMock({ ...options, port: 0, wrap });
  // Awaited here: the mock is closed when this function returns.
  return await judgedWith(how, file(fileOf(mock.mock.options, mock.url)), createClient);
}

async function judgedWith(
  how: JudgeOptions,
  file: TargetFile,
  open: (options: ClientOptions) => Client,
): Promise<JudgedTraffic> {
  let client: Client | undefined;
  // The mock is thrown away after the run, so that nothing stays on anybody's server.
  const results = await judgeFile({ maxLeftBehind: Number.MAX_SAFE_INTEGER, ...how }, file, (options) => {
    client = open(options);
    return client;
  });
  return { results, file, exchanges: client?.exchanges ?? [] };
}
