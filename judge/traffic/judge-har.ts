import { readFile } from 'node:fs/promises';
import { NO_SESSION } from '../../client/session.ts';
import type { Exchange } from '../../core/http/exchange.ts';
import { header } from '../../core/http/exchange.ts';
import { drawEntropy } from '../../core/ids/fresh-ids.ts';
import { messageOf } from '../../core/message-of.ts';
import { isDistinctive, secretsOfCookies, secretsOfField } from '../../core/redaction/secrets.ts';
import type { Results } from '../../core/results/results.ts';
import { withoutAsking } from '../../target-file/assume.ts';
import { askedOf } from '../asked.ts';
import { checkOptions } from '../check-options.ts';
import { configOf } from '../config.ts';
import { resultsOf } from '../on-stage.ts';
import { type JudgeOptions, UsageProblem } from '../options.ts';
import { givenSecrets } from '../secrets.ts';
import { readHar, type Traffic } from './har.ts';
import { isOfTarget } from './places.ts';
import { tryTraffic } from './try-traffic.ts';

/**
 * Judges recorded traffic: every rule that watches what a run is answered is tried on it, and nothing is sent. All other rules are
 * not exercised. Throws a UsageProblem for what is no HTTP Archive, or holds no answer of the target.
 */
export async function judgeHar(path: string, wanted: JudgeOptions): Promise<Results> {
  checkOptions(wanted);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageProblem(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  });
  const traffic = readHar(path, text);
  const options = configOf(wanted);
  const file = { ...wanted.target, baseUrl: wanted.baseUrl ?? wanted.target?.baseUrl ?? onlyOrigin(path, traffic) };
  const asked = askedOf(options, file);
  const target = withoutAsking(asked.draft);
  const exchanges = traffic.exchanges.filter(({ request }) => isOfTarget(request.url, target));
  if (exchanges.length === 0) {
    throw new UsageProblem(
      `${path} holds no answer of ${target.baseUrl} at an address of the convention; look at the address, or name the resources in a target file`,
    );
  }
  const given = givenSecrets(options, file, file.baseUrl);
  const opened = {
    session: NO_SESSION,
    secrets: [...new Set([...given.values, ...credentialsIn(exchanges)])],
    secretFields: given.fields,
    madeUp: [],
    value: undefined,
    notes: [],
  };
  // Nothing is sent at all, whatever somebody consented to.
  const consent = { readOnly: false };
  const run = { ...asked, options, consent, startedAt: new Date(traffic.startedAt), opened, entropy: drawEntropy() };
  const outcome = await tryTraffic({ ...asked, options, target, exchanges, entropy: run.entropy });
  const headline = [...toldOf(traffic, exchanges), ...outcome.headline];
  const results = resultsOf(run, offline(exchanges), { ...outcome, headline });
  return { ...results, run: { ...results.run, requests: 0 } };
}

function onlyOrigin(path: string, { exchanges }: Traffic): string {
  const origins = [...new Set(exchanges.map(({ request }) => new URL(request.url).origin))];
  const [first, ...others] = origins;
  if (first === undefined) throw new UsageProblem(`${path} holds no answer of a server`);
  if (others.length === 0) return first;
  throw new UsageProblem(`${path} holds answers of ${origins.join(', ')}; give the address of the target to judge`);
}

/** Credentials that clients sent: hidden wherever they stand. */
function credentialsIn(exchanges: readonly Exchange[]): string[] {
  const sent = exchanges.flatMap(({ request: { headers } }) => [
    ...secretsOfField('Authorization', header(headers, 'Authorization') ?? ''),
    ...secretsOfCookies(header(headers, 'Cookie') ?? ''),
  ]);
  return sent.filter(isDistinctive);
}

function toldOf({ exchanges: all, unanswered, withoutBody }: Traffic, judged: readonly Exchange[]): string[] {
  const left = [
    ...(all.length > judged.length ? [`${all.length - judged.length} of other addresses`] : []),
    ...(unanswered > 0 ? [`${unanswered} without an answer of the server`] : []),
  ];
  const bodies =
    withoutBody > 0 ? `; ${withoutBody} bodies are not whole in the archive, and nothing is said of them` : '';
  const others = left.length === 0 ? '' : `; left out: ${left.join(', ')}`;
  return [`judged by recorded traffic, ${judged.length} answers${others}${bodies}`];
}

function offline(exchanges: readonly Exchange[]): Parameters<typeof resultsOf>[1] {
  const last = exchanges.at(-1)?.timings;
  const never = (): never => {
    throw new Error('recorded traffic is judged without requests');
  };
  return {
    client: { exchanges, send: never, probe: never, close: async () => undefined },
    clock: { now: () => (last === undefined ? 0 : last.startedAt + last.total), after: () => () => undefined },
  };
}
