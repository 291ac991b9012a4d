import { unlessDeletedMeanwhile } from '../guard/deleted-meanwhile.ts';
import { refusedWhileFull, sameButFresh, sameMembers, unlessFull } from '../guard/full-service.ts';
import { unlessMetAnother } from '../guard/met-another.ts';
import type { Claim } from '../records/record-claim.ts';
import { asResult, inapplicable, unsent } from '../results/as-result.ts';
import type { Ending } from '../results/outcome.ts';
import type { Result } from '../results/results.ts';
import type { Subject } from '../rule.ts';
import { isAboutReturned, returnedIn, sawItNotHold } from './came-back.ts';
import { controlFor, type PlannedCheck } from './catalogue.ts';
import { openLanes } from './lanes.ts';
import type { Counterexample } from './property.ts';
import { type Attempt, brokeDown, insteadOf, isWorthRetrying, retryAlone, withOwnEvidence } from './retry-alone.ts';
import { retrySettled } from './retry-settled.ts';
import type { RunContext } from './run-context.ts';
import type { RunSettings } from './run-settings.ts';
import { openSessionEnd } from './session-ended.ts';
import { shareEvidence } from './shared-evidence.ts';
import { type CaseChoice, tryOne } from './try-one.ts';
import { untilStopped } from './until-stopped.ts';

/** The checks of one run, each tried once at most. */
export interface Checks {
  /** Tries a check after its controls, when there is a lane for it. */
  resultOf(check: PlannedCheck): Promise<Result>;
  /** Whether a check was begun. */
  isTried(check: PlannedCheck): boolean;
  asResult(check: PlannedCheck, attempt: Attempt): Result;
  /** What explains the results of several checks, each in a line. */
  told(): readonly string[];
}

/** How checks are tried. */
export interface ChecksOptions extends CaseChoice, Pick<RunSettings, 'concurrency'> {
  /** Told of each result as it comes, controls that were not asked for left out. */
  readonly onResult?: (result: Result) => void;
}

/** Opens the checks of one run. */
export function openChecks(planned: readonly PlannedCheck[], context: RunContext, options: ChecksOptions): Checks {
  const apart = withOwnEvidence(context);
  const session = openSessionEnd(context);
  const lanes = openLanes(options.concurrency);
  const started = new Map<PlannedCheck, Promise<Result>>();

  const resultFor = (check: PlannedCheck, attempt: Attempt): Result =>
    asResult(check, attempt, context.records.fresh.nonce);
  const resultOf = (check: PlannedCheck): Promise<Result> => {
    const known = started.get(check);
    if (known !== undefined) return known;
    const result = attempt(check).then((r) => {
      if (!check.onlyAsControl && check.rule.passive !== true) options.onResult?.(r);
      return r;
    });
    started.set(check, result);
    return result;
  };
  const sure = async (attempt: Attempt): Promise<Attempt> => {
    const looking = unlessMetAnother(attempt.judged, context.records, context.target).then(session.unlessEnded);
    const judged = await untilStopped(looking, context.signal);
    return judged === undefined ? attempt : { ...attempt, judged };
  };
  const attempt = async (check: PlannedCheck): Promise<Result> => {
    const { subject } = check;
    if ('notApplicable' in subject) return resultFor(check, unsent(inapplicable(subject)));
    const unserved = subject.unserved ?? subject.resource?.unserved;
    if (unserved !== undefined)
      return resultFor(check, unsent({ outcome: 'not-exercised', reason: unserved, witness: [] }));
    const missing = await missingControl(check, subject, planned, resultOf);
    if (missing !== undefined) return resultFor(check, unsent(missing));
    const tried = await lanes.beside(() => tryOne(check, subject, context, options));
    const looking = unlessDeletedMeanwhile(tried.judged, subject, context);
    const first = { ...tried, judged: (await untilStopped(looking, context.signal)) ?? tried.judged };
    // Passive rules run alone already, and judge what was seen before.
    const isTriedAlone = check.rule.passive !== true && isUnsure(first, context);
    const second = isTriedAlone ? await tryAlone(check, subject, first) : first;
    const last = await retrySettled(second, context, (patient, only) =>
      lanes.beside(() => tryOne(check, subject, patient, options, only)),
    );
    const { claims, fresh } = context.records;
    return resultFor(
      check,
      await sure({ ...last, judged: unlessFull(last.judged, claims, sameButFresh(fresh.nonce)) }),
    );
  };
  const tryAlone = async (check: PlannedCheck, subject: Subject, first: Attempt): Promise<Attempt> => {
    const again = (only?: Counterexample): Promise<Attempt> => tryOne(check, subject, apart, options, only);
    const alone = await lanes.alone(async () => {
      if (isWorthRetrying(first, context.seen)) return retryAlone(first, again);
      // Now that all creations are answered.
      const { claims } = context.records;
      if (isAboutReturned(first.judged, claims)) return insteadOf(first, await again());
      return refusedWhileFull(first.judged, claims, sameMembers) === undefined
        ? first
        : whereFull(first, again, claims);
    });
    const { outcome } = alone.judged;
    if (outcome === 'inconclusive' || outcome === 'pass') await shareEvidence(apart.scope, context.scope);
    return alone;
  };

  return { resultOf, isTried: (check) => started.has(check), asResult: resultFor, told: session.told };
}

/** Whether it may have to be tried again alone. */
function isUnsure(first: Attempt, { records }: RunContext): boolean {
  const { claims } = records;
  if (brokeDown(first) || refusedWhileFull(first.judged, claims, sameMembers) !== undefined) return true;
  return sawItNotHold(first.judged) && returnedIn(claims).length > 0;
}

/** Tries a check again that failed over a refused creation: one case where it generates them, which is there alone then. */
async function whereFull(
  first: Attempt,
  again: (only?: Counterexample) => Promise<Attempt>,
  claims: readonly Claim[],
): Promise<Attempt> {
  const property = 'property' in first.judged ? first.judged.property : undefined;
  if (property === undefined) return insteadOf(first, await again());
  const single = await again(property);
  const isHeld = single.judged.outcome === 'pass';
  return insteadOf(first, { ...single, judged: isHeld ? unlessFull(first.judged, claims, sameMembers) : first.judged });
}

async function missingControl(
  check: PlannedCheck,
  subject: Subject,
  planned: readonly PlannedCheck[],
  resultOf: (check: PlannedCheck) => Promise<Result>,
): Promise<Ending | undefined> {
  for (const id of check.rule.needs ?? []) {
    const control = controlFor(planned, id, subject);
    if (control === undefined) continue;
    const result = await resultOf(control);
    if (result.outcome === 'pass') continue;
    // Without the control's subject matter there is nothing that this rule could be about.
    const outcome = result.outcome === 'not-applicable' ? 'not-applicable' : 'not-exercised';
    return { outcome, reason: `its control ${id} ended as ${result.outcome}: ${result.reason}`, witness: [] };
  }
  return undefined;
}
