import { relative } from 'node:path';
import { type Command, Option } from 'commander';
import { messageOf } from '../core/message-of.ts';
import { nearest } from '../core/nearest.ts';
import { visible } from '../core/redaction/visible.ts';
import { UsageProblem } from '../judge/options.ts';
import type { Component, MockOptions } from '../mock/index.ts';
import { isEverywhere, ownAddresses } from '../mock/node/addresses.ts';
import { type StartedMock, startMock } from '../mock/node.ts';
import { COMPONENTS, ID_KINDS, LOCATIONS } from '../mock/options.ts';
import type { Deviation } from '../proof/deviations/deviation.ts';
import { allDeviations, optionsOf, together } from '../proof/deviations/together.ts';
import { parseClaims } from '../target-file/claim-option.ts';
import { type ChaosFlags, readChaos } from './chaos-plan.ts';
import { addHttpsFlags, type HttpsFlags, httpsOptionsOf } from './mock-https.ts';
import { type Likeness, likenessOf } from './mock-like.ts';
import {
  addRecordingFlags,
  harOptionsOf,
  type Recording,
  type RecordingFlags,
  startRecording,
} from './mock-recording.ts';
import { addStateFlags, type StateFlags, stateOptionsOf } from './mock-state.ts';
import { addUpstreamFlags, printBreach, type UpstreamFlags, upstreamOptionsOf } from './mock-upstream.ts';
import { say } from './say.ts';
import { collect, collectList, parsePort, parseSeed } from './values.ts';

interface MockFlags extends ChaosFlags, StateFlags, UpstreamFlags, HttpsFlags, RecordingFlags {
  readonly port: number;
  readonly host: string;
  readonly claim?: readonly string[];
  readonly basePath?: string;
  readonly versionSegment?: string;
  readonly location?: (typeof LOCATIONS)[number];
  readonly ids?: (typeof ID_KINDS)[number];
  readonly unavailable?: readonly Component[];
  readonly log?: boolean;
  readonly control: boolean;
  readonly controlToken?: string;
  readonly controlOrigin?: readonly string[];
  readonly deviate?: readonly string[];
  readonly deviations?: boolean;
  readonly like?: string;
}

/** `assayer mock`: serve the reference mock until it is told to stop. */
export function addMock(program: Command): void {
  addRecordingFlags(addHttpsFlags(addUpstreamFlags(addStateFlags(program.command('mock')))))
    .option('--port <n>', 'the port; 0 for any that is free', parsePort, 4010)
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--claim <key=value>', 'a claim to be served, such as emptyQuery=204; may be repeated', collect)
    .option('--base-path <path>', 'a path before all others, such as /api/shop')
    .option('--version-segment <text>', 'the version segment of deal addresses (1)')
    .addOption(new Option('--location <form>', 'how a Location is written').choices(LOCATIONS))
    .addOption(new Option('--ids <kind>', 'how new ids are made').choices(ID_KINDS))
    .addOption(new Option('--unavailable <component...>', 'parts that answer 503').choices(COMPONENTS))
    .option('--chaos <file>', 'a chaos plan in JSON: what goes wrong, where and how often')
    .option('--chaos-rule <rule>', 'such as "GET /users/* share=0.2 status=503"; may be repeated', collect)
    .option('--chaos-seed <n>', 'decides what chaos draws (0)', parseSeed)
    .option('--log', 'print a line for each exchange')
    .option('--no-control', 'serve nothing below /_mock/: no control API, no inspector')
    .option(
      '--control-token <text>',
      'what callers of the control API have to send; made up where --host is not loopback',
    )
    .option('--control-origin <origin>', 'pages of this origin may drive the control API; may be repeated', collect)
    .option('--deviate <id,…>', 'serve with these deliberate faults; may be repeated', collectList)
    .option('--like <results.json>', 'serve as that judged target does: its claims, and the faults of its diagnosis')
    .option('--deviations', 'list the deliberate faults, and serve nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  assayer mock --port 4010 --claim emptyQuery=204 --log\n  assayer mock --like results.json\n\nExit status: 0 when it was asked to stop (Ctrl-C, SIGTERM), 2 when it cannot start.',
    )
    .action(async (flags: MockFlags) => {
      if (flags.deviations === true) {
        process.stdout.write(`${await listDeviations()}\n`);
        return;
      }
      const like = flags.like === undefined ? undefined : await likenessOf(flags.like);
      if (like !== undefined) tellLikeness(like);
      const { mock, file, recording } = await start(flags, like);
      if (flags.log === true) await printLog(mock);
      mock.mock.breaches.listen(printBreach);
      // Before the line that says so: whoever reads it may stop the mock at once.
      const asked = untilAsked();
      process.stdout.write(`listening on ${mock.url}\n\n${whatToTry(mock, flags, file)}\n`);
      await asked;
      await mock.close();
      await recording?.end();
    });
}

/** A mock, the file of its certificate, and the recording of what passes through it. */
interface Started {
  readonly mock: StartedMock;
  readonly file?: string;
  readonly recording?: Recording;
}

async function start(flags: MockFlags, like: Likeness | undefined): Promise<Started> {
  const { port, host, claim = [], versionSegment, basePath, location, ids, unavailable } = flags;
  const given = await Promise.all((flags.deviate ?? []).map(deviationOf));
  const faults = [...new Set([...(like?.faults ?? []), ...given])];
  const chaos = await readChaos(flags);
  const options: MockOptions = {
    ...like?.options,
    // A fault that shows only under certain claims brings them along; what is claimed here goes before.
    ...optionsOf(faults),
    ...parseClaims(claim),
    ...(versionSegment === undefined ? {} : { version: versionSegment }),
    ...(basePath === undefined ? {} : { basePath }),
    ...(location === undefined ? {} : { location }),
    ...(ids === undefined ? {} : { ids }),
    ...(unavailable === undefined ? {} : { unavailable }),
    ...(chaos === undefined ? {} : { chaos }),
    ...(flags.controlOrigin === undefined ? {} : { controlOrigins: flags.controlOrigin }),
  };
  const { control, controlToken } = flags;
  const guarding = { control, ...(controlToken === undefined ? {} : { controlToken }) };
  try {
    const { options: secure, ...certificate } = await httpsOptionsOf(flags, host);
    const recorded = await harOptionsOf(flags, options, tell);
    const recording = await recordingOf(flags, options);
    const mock = await startMock({
      ...options,
      ...recorded,
      ...secure,
      ...stateOptionsOf(flags),
      ...(await upstreamOptionsOf(flags, recording?.onPassed)),
      ...guarding,
      port,
      host,
      ...(faults.length === 0 ? {} : { wrap: together(faults) }),
    });
    return { mock, ...certificate, ...(recording === undefined ? {} : { recording }) };
  } catch (cause) {
    // It rejects with what was wrong with an option or the port, and what to do.
    throw new UsageProblem(messageOf(cause), { cause });
  }
}

function tellLikeness({ faults, unexplained }: Likeness): void {
  for (const { id, title } of faults) tell(`with ${id}: ${title}`);
  for (const name of unexplained) tell(`without what made ${name} fail: no known fault explains it`);
}

function tell(line: string): void {
  say(visible(line));
}

async function recordingOf(
  { record, upstream }: MockFlags,
  { indexBase = 0 }: MockOptions,
): Promise<Recording | undefined> {
  if (record === undefined) return undefined;
  if (upstream === undefined) throw new Error('--record writes what is passed on: give --upstream as well');
  return startRecording(record, upstream, indexBase, tell);
}

async function deviationOf(id: string): Promise<Deviation> {
  const all = await allDeviations();
  const found = all.find((deviation) => deviation.id === id);
  if (found !== undefined) return found;
  const near = nearest(
    id,
    all.map((deviation) => deviation.id),
  );
  const hint = near === undefined ? 'assayer mock --deviations lists them' : `did you mean ${near}?`;
  throw new UsageProblem(`--deviate: no deviation is called “${id}”; ${hint}`);
}

async function listDeviations(): Promise<string> {
  const deviations = await allDeviations();
  return deviations.map(({ id, title, breaks }) => `${id}\n  ${title}\n  breaks ${breaks.join(', ')}`).join('\n');
}

function whatToTry({ url, mock, controlUrl, controlToken }: StartedMock, flags: MockFlags, file?: string): string {
  const { version, sessions, session } = mock.options;
  const cookie = `USER_TOKEN=${session === 'validated' ? (sessions[0] ?? '') : 'anything'}`;
  const deals = `${url}/rest/${version}/deals/`;
  // A token that was given is known; only one that was made up has to be told, and nowhere but here.
  const madeUp = controlToken === undefined || flags.controlToken !== undefined ? '' : `?token=${controlToken}`;
  const json = `-H 'Content-Type: application/json'`;
  const near = file === undefined ? undefined : relative(process.cwd(), file);
  const curl = near === undefined ? 'curl -i' : `curl -i --cacert ${near}`;
  return [
    'Try:',
    `  ${curl} ${url}/users`,
    `  ${curl} ${json} -d '{"name":"a deal","price":100}' ${deals}`,
    ...(session === 'none' ? [] : [`  ${curl} -b '${cookie}' ${url}/`]),
    `  assayer check ${url}${near === undefined ? '' : ` --ca ${near}`}`,
    ...othersReach(url, flags.host),
    ...(controlUrl === undefined ? [] : [`The inspector is at ${controlUrl}${madeUp}`]),
    'Ctrl-C stops it.',
  ].join('\n');
}

/** Where other machines, such as a phone, find the mock; nothing where they cannot. */
function othersReach(url: string, host: string): string[] {
  if (!isEverywhere(host)) return [];
  const { port, pathname, protocol } = new URL(url);
  return ownAddresses().map(
    (address) => `From other machines: ${protocol}//${address}:${port}${pathname.replace(/\/$/u, '')}`,
  );
}

// Only when it is asked for: what leaves secrets out takes its time to load.
async function printLog({ mock }: StartedMock): Promise<void> {
  const { logLine } = await import('./mock-log.ts');
  mock.log.listen((logged) => void process.stdout.write(`${logLine(logged)}\n`));
}

// A second signal ends the process at once: the listeners are gone by then.
function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
