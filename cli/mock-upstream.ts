import type { Command } from 'commander';
import { visible } from '../core/redaction/visible.ts';
import type { Breach, PassedExchange, StartOptions } from '../mock/node.ts';
import { collect } from './values.ts';

/** A real service behind the mock. */
export interface UpstreamFlags {
  readonly upstream?: string;
  readonly upstreamCa?: string;
  readonly fromMock?: readonly string[];
}

/** Adds the options of the service behind the mock. */
export function addUpstreamFlags(command: Command): Command {
  return command
    .option(
      '--upstream <url>',
      'pass requests on to this service, judge its answers, and serve from the mock what it does not have',
    )
    .option('--upstream-ca <file>', 'trust the authority in this PEM file when the service is reached by https')
    .option(
      '--from-mock <route>',
      'serve this route from the mock anyway, such as "GET /users/*"; may be repeated',
      collect,
    );
}

/** What the options say, as the mock takes it. */
export async function upstreamOptionsOf(
  { upstream, upstreamCa, fromMock = [] }: UpstreamFlags,
  onPassed?: (exchange: PassedExchange) => void,
): Promise<Partial<StartOptions>> {
  if (upstream === undefined) {
    if (upstreamCa !== undefined) throw new Error('--upstream-ca says whom to trust there: give --upstream as well');
    if (fromMock.length > 0) throw new Error('--from-mock says what is not passed on: give --upstream as well');
    return {};
  }
  const [{ judgePassed }, { pemOf }, { upstreamUrl }] = await Promise.all([
    import('../judge/passed.ts'),
    import('../judge/tls.ts'),
    import('../mock/upstream/pass.ts'),
  ]);
  const ca = upstreamCa === undefined ? {} : { ca: await pemOf(upstreamCa, '--upstream-ca', 'certificate') };
  const { href } = upstreamUrl(upstream);
  const judge = judgePassed(href.replace(/(?<!\/)\/+$/u, ''));
  return { upstream: { url: upstream, ...ca, fromMock, judge, ...(onPassed === undefined ? {} : { onPassed }) } };
}

/** Tells a breach as it is met. */
export function printBreach({ id, rule, title, reason, method, path, status }: Breach): void {
  const told = `breach ${id}: ${rule} (${title}): ${reason}; ${method} ${path} answered ${status}`;
  process.stdout.write(`${visible(told)}\n`);
}
