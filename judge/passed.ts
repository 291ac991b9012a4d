import { type Answer, answerOf } from '../core/answer.ts';
import type { SafeMethodGuard } from '../core/guard/safe-methods.ts';
import type { WatchedWrites } from '../core/guard/watched-writes.ts';
import { createFreshIds } from '../core/ids/fresh-ids.ts';
import type { Records } from '../core/records/records.ts';
import { Halt, notExercised } from '../core/results/outcome.ts';
import { signatureAmong } from '../core/results/signature.ts';
import type { Rule, Subject } from '../core/rule.ts';
import { createScope } from '../core/run/shared-evidence.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Target } from '../core/target.ts';
import type { FoundBreach, JudgePassed } from '../mock/upstream/breaches.ts';
import { RULES } from '../suites/index.ts';
import { withVersion } from '../target-file/draft.ts';
import { resolveTarget } from '../target-file/resolve.ts';
import { fileOf } from './embedded.ts';

/** Rules that judge an answer by earlier ones: a 405 does not allow GET where GET was served, a Location is missing where others had one. */
const COMPARING: readonly string[] = ['status/405-allow', 'create/every'];
const REMEMBERED = 200;

/**
 * Judges answers of a service as they pass through a mock, by the rules that watch a run and need no request of their own.
 * What was found quotes neither bodies nor values, so it may be shown as it is.
 */
export function judgePassed(baseUrl: string): JudgePassed {
  let target: { readonly of: object; readonly is: Target } | undefined;
  const checks = RULES.filter(needsNoRequest).map((rule) => ({ rule, blamed: new WeakSet<Answer>() }));
  const seen: Answer[] = [];
  return async (exchange, options) => {
    if (target?.of !== options) target = { of: options, is: targetOf(fileOf(options, baseUrl)) };
    const answer = answerOf(exchange, exchange.response);
    seen.push(answer);
    if (seen.length > REMEMBERED) seen.shift();
    const { is } = target;
    const found: FoundBreach[] = [];
    for (const { rule, blamed } of checks) {
      for (const subject of rule.on(is)) {
        if ('notApplicable' in subject) continue;
        const answers = COMPARING.includes(rule.id) ? seen.slice() : [answer];
        found.push(...(await failures(rule, subject, is, answers, blamed)));
      }
    }
    return found;
  };
}

// Rules that compare a record with what it was are left out: somebody else may have changed it in the meantime.
function needsNoRequest({ id, watches }: Rule): boolean {
  return watches !== undefined || id === 'create/every';
}

// A check ends with the first answer that breaks it, so what was told of one is taken out and the others are tried again.
async function failures(
  rule: Rule,
  subject: Subject,
  target: Target,
  answers: readonly Answer[],
  blamed: WeakSet<Answer>,
): Promise<readonly FoundBreach[]> {
  const found: FoundBreach[] = [];
  for (;;) {
    const seen = answers.filter((answer) => !blamed.has(answer));
    const trial = watchingTrial(target, subject, seen);
    try {
      await rule.check(trial);
      return found;
    } catch (thrown) {
      if (!(thrown instanceof Halt) || thrown.ending.outcome !== 'fail') return found;
      const { ending } = thrown;
      const broken = ending.witness.filter((answer) => !blamed.has(answer));
      if (broken.length === 0) return found;
      for (const answer of broken) blamed.add(answer);
      const { level, clause, title, id } = rule;
      found.push({
        rule: id,
        level,
        clause,
        title,
        reason: withoutPlace(signatureAmong(ending, answers, fresh.nonce)),
      });
    }
  }
}

// Where a body goes wrong is another place in each, and which answers have it is told beside the reason.
function withoutPlace(reason: string): string {
  return reason
    .replace(/(?:…|\b\d+):(?:…|\d+): /gu, '')
    .replace(/ at position …/gu, '')
    .replace(/ (?:on|of) the \d{3} to [A-Z]+ [^\s;,]+/gu, '');
}

// Nothing in the traffic of others was made up by a run, so these values are never met.
const fresh = createFreshIds();

const UNWATCHED: WatchedWrites = {
  begin: () => notExercised('nothing is sent here'),
  whyNoMore: () => undefined,
  suspect: () => undefined,
  isSuspected: () => false,
};

function watchingTrial(target: Target, subject: Subject, seen: readonly Answer[]): Trial {
  const refuse = (): never => notExercised('nothing is sent here');
  const unsent: SafeMethodGuard = { begin: refuse, took: refuse, told: () => [] };
  const records: Records = {
    home: target,
    fresh,
    lateMs: 0,
    claims: [],
    beside: [],
    besideUnknown: [],
    beforeCreation: refuse,
    madeNothing: () => false,
    isAnsweredAlike: () => false,
    whyNoneMade: () => undefined,
    know: () => undefined,
    knowCollections: () => undefined,
    observe: () => undefined,
    beforeWrite: () => undefined,
    countBefore: () => undefined,
    claimOf: () => undefined,
    claimOfId: () => undefined,
    whyNotOurs: refuse,
    showNew: refuse,
    whyNotListed: refuse,
    wasListed: () => false,
    wasOthers: () => false,
    listedFirst: () => [],
    alone: refuse,
    toldReading: async () => [],
    toldNewcomers: async () => [],
    last: () => undefined,
    ending: () => undefined,
    mayBeMade: () => undefined,
    whyNotMade: refuse,
    isDoubtful: () => false,
    wasShown: () => false,
    isAnothers: () => false,
    isFree: refuse,
    aimless: {
      of: () => undefined,
      whyNot: refuse,
      succeeded: refuse,
      hasSucceeded: () => false,
      isHarmful: () => false,
    },
    deletions: UNWATCHED,
    creations: UNWATCHED,
    overwritten: { changed: () => undefined, whyNoMore: () => undefined },
    wrong: {
      begin: refuse,
      suspect: () => undefined,
      tookOthers: () => undefined,
      tookOwn: () => undefined,
      reachedBy: () => [],
      whyNoMore: refuse,
      told: async () => [],
      toldOfOwn: () => [],
    },
    safe: { HEAD: unsent, OPTIONS: unsent },
    replaced: {
      observe: () => undefined,
      given: () => undefined,
      changing: () => undefined,
      whyNotStill: refuse,
      lookAtLists: refuse,
      whyMoving: refuse,
      told: () => [],
      longestList: () => 0,
      isTaken: () => false,
      othersMake: refuse,
      metBy: refuse,
    },
    harmDueMs: () => undefined,
    undoing: { know: () => undefined, requestFor: () => undefined },
  };
  return {
    target,
    subject,
    records,
    seen,
    asked: [],
    cleaned: [],
    settleMs: 0,
    // Each rule judges alone: none of those that others would be left to is tried here.
    isJudged: () => false,
    unique: () => fresh.unique(),
    send: refuse,
    atOnce: refuse,
    probe: refuse,
    scope: createScope(),
    apart: refuse,
    forAll: refuse,
    until: refuse,
  };
}

function targetOf(file: Parameters<typeof resolveTarget>[0]): Target {
  const draft = withVersion(resolveTarget(file), file.version ?? '1');
  const { open: _, claims: __, resources, ...known } = draft;
  const claims = file.claims as Target['claims']; // the file of a mock claims everything
  return {
    ...known,
    claims,
    resources: resources.map(({ ifSeen: ___, sampleIsGuess: ____, create, ...resource }) => ({
      ...resource,
      // No value of a run marks the creations of others.
      ...(create === undefined ? {} : { create: { ...create, sample: {} } }),
      representations: resource.representations ?? claims.representations,
      selectors: resource.selectors ?? claims.selectors,
    })),
  };
}
