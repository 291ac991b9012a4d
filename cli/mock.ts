import { type Command, Option } from 'commander';
import { UsageProblem } from '../judge/options.ts';
import type { Component, MockOptions } from '../mock/index.ts';
import { type StartedMock, startMock } from '../mock/node.ts';
import { parseClaims } from '../target/claim-option.ts';
import { collect, parsePort } from './values.ts';

interface MockFlags {
  readonly port: number;
  readonly host: string;
  readonly claim?: readonly string[];
  readonly basePath?: string;
  readonly versionSegment?: string;
  readonly location?: 'absolute' | 'relative';
  readonly ids?: 'number' | 'uuid';
  readonly unavailable?: readonly Component[];
}

const COMPONENTS: readonly Component[] = ['deals', 'users', 'commands', 'session'];

/** `assayer mock`: serve the reference mock until it is told to stop. */
export function addMock(program: Command): void {
  program
    .command('mock')
    .description('serve the reference mock')
    .option('--port <n>', 'the port; 0 for any that is free', parsePort, 4010)
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--claim <key=value>', 'a claim to be served, such as emptyQuery=204; may be repeated', collect)
    .option('--base-path <path>', 'a path before all others, such as /api/shop')
    .option('--version-segment <text>', 'the version segment of deal addresses (1)')
    .addOption(new Option('--location <form>', 'how a Location is written').choices(['absolute', 'relative']))
    .addOption(new Option('--ids <kind>', 'how new ids are made').choices(['number', 'uuid']))
    .addOption(new Option('--unavailable <component...>', 'parts that answer 503').choices(COMPONENTS))
    .addHelpText('after', '\nExit status: 0 when it was asked to stop (Ctrl-C, SIGTERM), 2 when it cannot start.')
    .action(async (flags: MockFlags) => {
      const mock = await start(flags);
      process.stdout.write(`listening on ${mock.url}\n\n${whatToTry(mock)}\n`);
      await untilAsked();
      await mock.close();
    });
}

async function start(flags: MockFlags): Promise<StartedMock> {
  const { port, host, claim = [], versionSegment, basePath, location, ids, unavailable } = flags;
  const options: MockOptions = {
    ...parseClaims(claim),
    ...(versionSegment === undefined ? {} : { version: versionSegment }),
    ...(basePath === undefined ? {} : { basePath }),
    ...(location === undefined ? {} : { location }),
    ...(ids === undefined ? {} : { ids }),
    ...(unavailable === undefined ? {} : { unavailable }),
  };
  try {
    return await startMock({ ...options, port, host });
  } catch (cause) {
    // It rejects with what was wrong with an option or the port, and what to do.
    throw new UsageProblem(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function whatToTry({ url, mock }: StartedMock): string {
  const { version, sessions, session } = mock.options;
  const cookie = `USER_TOKEN=${session === 'validated' ? (sessions[0] ?? '') : 'anything'}`;
  const deals = `${url}/rest/${version}/deals/`;
  const json = `-H 'Content-Type: application/json'`;
  return [
    'Try:',
    `  curl -i ${url}/users`,
    `  curl -i ${json} -d '{"name":"a deal","price":100}' ${deals}`,
    ...(session === 'none' ? [] : [`  curl -i -b '${cookie}' ${url}/`]),
    `  assayer check ${url}`,
    'Ctrl-C stops it.',
  ].join('\n');
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
