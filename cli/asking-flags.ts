import type { Command } from 'commander';
import type { JudgeOptions } from '../judge/options.ts';
import { parseHeader, parseLimit, parseRate } from './values.ts';

/** Who asks, as commander gives it: the options that every command has which speaks to a target. */
export interface CredentialFlags {
  readonly cookie?: string;
  readonly cookieFile?: string;
  readonly header?: Readonly<Record<string, string>>;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
}

/** Who asks, and how fast. */
export interface AskingFlags extends CredentialFlags {
  readonly timeout?: number;
  readonly rate?: number;
}

/** Declares who asks. */
export function declareCredentials(command: Command): Command {
  return command
    .option('--cookie <name=value>', 'the session cookie')
    .option('--cookie-file <file>', 'a cookie file in the Netscape format')
    .option('--ca <file>', 'authorities to trust over TLS beside the usual ones, in PEM')
    .option('--cert <file>', 'the certificate of this client, in PEM')
    .option('--key <file>', 'the private key of --cert, in PEM')
    .option('--insecure', 'trust any certificate')
    .option('--header <“Name: value”>', 'a field that every request carries; may be repeated', parseHeader);
}

/** Declares who asks, and how fast. */
export function declareAsking(command: Command): Command {
  return declareCredentials(command)
    .option('--timeout <time>', 'for one request (10s)', parseLimit)
    .option('--rate <n>', 'requests per second at most', parseRate);
}

/** The same as options of the judge; what was not given is absent. */
export function askingOptions(
  flags: AskingFlags,
): Pick<JudgeOptions, 'cookie' | 'cookieFile' | 'headers' | 'timeoutMs' | 'rate'> &
  Required<Pick<JudgeOptions, 'tls'>> {
  const { cookie, cookieFile, header, ca, cert, key, insecure, timeout, rate } = flags;
  return {
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(insecure === undefined ? {} : { insecure }),
    },
    ...(cookie === undefined ? {} : { cookie }),
    ...(cookieFile === undefined ? {} : { cookieFile }),
    ...(header === undefined ? {} : { headers: header }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(rate === undefined ? {} : { rate }),
  };
}
