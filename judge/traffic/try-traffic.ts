import { setMaxListeners } from 'node:events';
import { openCleanUp } from '../../core/cleanup/record-cleanup.ts';
import type { Exchange, Transport } from '../../core/http/exchange.ts';
import { createFreshIds } from '../../core/ids/fresh-ids.ts';
import { openRecords } from '../../core/records/open-records.ts';
import { notExercised } from '../../core/results/outcome.ts';
import { checkName } from '../../core/results/waivers.ts';
import { type PlannedCheck, plan } from '../../core/run/catalogue.ts';
import { run } from '../../core/run/run.ts';
import type { Target } from '../../core/target.ts';
import { RULES } from '../../suites/index.ts';
import type { Asked } from '../asked.ts';
import type { RunConfig } from '../config.ts';
import type { RunOutcome } from '../run-input.ts';

/** Traffic that is to be judged. */
export interface TrafficInput extends Pick<Asked, 'selected' | 'draft'> {
  readonly options: RunConfig;
  readonly target: Target;
  readonly exchanges: readonly Exchange[];
  readonly entropy: string;
}

const NEEDS = 'it needs requests of its own, and recorded traffic is judged without any';

/** Tries every selected rule on what was recorded. What sends a request, or watches for records of the run, is not exercised. */
export async function tryTraffic({ options, selected, target, exchanges, entropy }: TrafficInput): Promise<RunOutcome> {
  const { baseUrl, origins } = target;
  const transport: Transport = { send: refuse, probe: refuse };
  const records = openRecords({ home: { baseUrl, origins }, fresh: createFreshIds(entropy), transport });
  const never = new AbortController().signal;
  // Every check listens to it.
  setMaxListeners(0, never);
  const planned = plan(RULES, target, selected).filter(({ onlyAsControl }) => !onlyAsControl);
  const { results } = await run(planned.map(withoutRequests), {
    ...options,
    target,
    transport,
    records,
    cleanUp: openCleanUp({ records, transport, signal: never }),
    seen: exchanges,
    // Nothing is sent, which each rule that sends is told in its own words.
    readOnly: false,
    isJudged: (id) => planned.some(({ rule }) => rule.id === id && rule.watches !== undefined),
    signal: never,
    writesSignal: never,
    replays: [],
  });
  const all = plan(RULES, target, () => true);
  const unable = new Set(results.filter(({ reason }) => reason === NEEDS).map(({ rule }) => rule));
  return {
    leftBehind: [],
    target,
    results,
    leftOut: { rules: RULES.filter((rule) => !selected(rule)).length, results: all.length - planned.length },
    checks: new Set(all.map(({ rule, subject }) => checkName({ rule: rule.id, subject: subject.id }))),
    headline: [`${unable.size} rules could not be judged: they need requests of their own`],
  };
}

async function refuse(): Promise<never> {
  return notExercised(NEEDS);
}

/** The same check, which needs no control, and is not tried where it does more than to watch. */
function withoutRequests(check: PlannedCheck): PlannedCheck {
  const { needs: _, ...rule } = check.rule;
  return { ...check, rule: rule.watches === undefined ? { ...rule, check: refuse } : rule };
}
