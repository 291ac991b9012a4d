import type { Command } from 'commander';
import { visible } from '../core/visible.ts';
import type { Breach, PassedExchange, StartOptions } from '../mock/node.ts';
import { collect } from './values.ts';

/** A real service behind the mock. */
export interface UpstreamFlags {
  readonly upstream?: string;
  readonly fromMock?: readonly string[];
}

/** Adds the options of the service behind the mock. */
export function addUpstreamFlags(command: Command): Command {
  return command
    .option(
      '--upstream <url>',
      'pass requests on to this service, judge its answers, and serve from the mock what it does not have',
    )
    .option(
      '--from-mock <route>',
      'serve this route from the mock anyway, such as "GET /users/*"; may be repeated',
      collect,
    );
}

/** What the options say, as the mock takes it. */
export async function upstreamOptionsOf(
  { upstream, fromMock = [] }: UpstreamFlags,
  onPassed?: (exchange: PassedExchange) => void,
): Promise<Partial<StartOptions>> {
  if (upstream === undefined) {
    if (fromMock.length > 0) throw new Error('--from-mock says what is not passed on: give --upstream as well');
    return {};
  }
  const [{ judgePassed }, { upstreamUrl }] = await Promise.all([
    import('../judge/passed.ts'),
    import('../mock/upstream/pass.ts'),
  ]);
  const { href } = upstreamUrl(upstream);
  const judge = judgePassed(href.replace(/(?<!\/)\/+$/u, ''));
  return { upstream: { url: upstream, fromMock, judge, ...(onPassed === undefined ? {} : { onPassed }) } };
}

/** Tells a breach as it is met. */
export function printBreach({ id, rule, title, reason, method, path, status }: Breach): void {
  const told = `breach ${id}: ${rule} (${title}): ${reason}; ${method} ${path} answered ${status}`;
  process.stdout.write(`${visible(told)}\n`);
}
