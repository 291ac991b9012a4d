import { CLAIM_NAMES } from '../core/claims.ts';
import { exercisedIn } from '../core/results/assure.ts';
import type { KnownFault } from '../core/results/known-faults.ts';
import type { Result, Results } from '../core/results/results.ts';
import { type Seen, signKey, signsOf } from '../core/results/signs.ts';
import type { JudgeOptions } from '../judge/judge.ts';
import { RULES } from '../suites/index.ts';
import type { Deviation } from './deviations/deviation.ts';
import { DEVIATIONS } from './deviations/index.ts';
import { judgesAsWell } from './general-rules.ts';
import { judgeTraffic, judgeWrapped, type Wrapped } from './judge-wrapped.ts';
import { deviated } from './prove.ts';
import { watchedIn } from './watched-in.ts';
import { isSeen, whereItShows } from './where-it-shows.ts';

/** Generated cases per property: what is always tried shows a fault in every run. */
const RUNS = 2;

/** Judges the mock with one fault by these rules, those that may fail unless others are named, and writes down how it shows. */
export async function learn(id: string, seed: number, some?: readonly string[]): Promise<KnownFault> {
  const deviation = deviationCalled(id);
  const wrapped = deviated(deviation, seed);
  const rules = some ?? rulesThatMayFail(deviation);
  const how = { ...wrapped.how, runs: RUNS, rules };
  const { results, ...traffic } = await judgeTraffic({ ...wrapped, how });
  const watched = await watchedIn(traffic, how, rules);
  const known = knownFault(deviation, results.results);
  const watching = watchingAmong([...known.signs.map(({ rule }) => rule), ...watched]);
  const judgedBy = judgingBy(wrapped);
  const driven = await drivenOf(watching, judgedBy);
  const asking = [...new Set(known.signs.map(({ rule }) => rule))].filter((rule) => !watching.includes(rule));
  const fast = await fastOf(asking, rules, judgedBy);
  const unprompted = await isUnprompted(known, asking, judgingBy({ ...wrapped, wrap: (fetch) => fetch }));
  const shows = await whereItShows(
    results,
    wrapped.options ?? {},
    (claims) => judgeWrapped({ ...wrapped, how, options: { ...wrapped.options, ...claims } }),
    deviation.oneByOne === true,
  );
  return {
    ...known,
    ...(watched.length === 0 ? {} : { watched }),
    ...(driven.length === 0 ? {} : { driven }),
    ...(fast.length === 0 ? {} : { fast }),
    ...(unprompted ? { unprompted } : {}),
    ...(shows === undefined ? {} : { shows }),
  };
}

type JudgedBy = (which: Pick<JudgeOptions, 'rules' | 'fast'>) => Promise<Results>;

/** Judges a wrapped mock by the rules that are asked for. */
export function judgingBy(wrapped: Wrapped): JudgedBy {
  return (which) => judgeWrapped({ ...wrapped, how: { ...wrapped.how, runs: RUNS, ...which } });
}

function watchingAmong(rules: readonly string[]): readonly string[] {
  return RULES.filter(({ id, passive }) => passive === true && rules.includes(id)).map(({ id }) => id);
}

/** Of these rules that watch the ones that fail where each is judged alone. */
async function drivenOf(watching: readonly string[], judgedBy: JudgedBy): Promise<readonly string[]> {
  const driven: string[] = [];
  for (const id of watching) if (failedIn(await judgedBy({ rules: [id] })).includes(id)) driven.push(id);
  return driven;
}

/**
 * The rules that fail where each rule is tried on one subject alone: those that watch, and those that meet the fault by other requests
 * than those of the rules that show it. They are looked for only where no rule that shows it, and that asks for what is wrong, fails so:
 * any other fault is caught by those.
 */
export async function fastOf(
  asking: readonly string[],
  rules: readonly string[],
  judgedBy: JudgedBy,
): Promise<readonly string[]> {
  const { results } = await judgedBy({ rules, fast: true });
  if (isSeen({ results: results.filter(({ rule }) => asking.includes(rule)) })) return [];
  return failedIn(await judgedBy({ fast: true }));
}

/** Whether none of the rules that ask is exercised where it shows the fault while that is not there: the fault itself made them apply. */
async function isUnprompted(
  { signs }: Pick<KnownFault, 'signs'>,
  asking: readonly string[],
  judgedWithout: JudgedBy,
): Promise<boolean> {
  if (asking.length === 0) return false;
  const exercised = exercisedIn(await judgedWithout({ rules: asking }));
  return signs
    .filter(({ rule }) => asking.includes(rule))
    .every(({ rule, subjects }) => !subjects.some((subject) => exercised.get(rule)?.has(subject) === true));
}

function failedIn({ results }: Results): readonly string[] {
  return results.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule);
}

/**
 * The rules that a fault can make fail: those that it names, and those that judge as much. All others pass, as the proof shows, and
 * to try them would take five times as long. What watches every answer of the run is left out unless it is named: with it come the
 * rules that drive it, and `watchedIn` needs no request.
 */
export function rulesThatMayFail({ breaks, alsoStrikes = {}, serviceWide }: Deviation): readonly string[] {
  if (serviceWide === true) return RULES.filter(({ watches }) => watches !== 'every-answer').map(({ id }) => id);
  const named = [...breaks, ...Object.keys(alsoStrikes)];
  const asWell = RULES.filter(({ id, watches }) => watches !== 'every-answer' && judgesAsWell(id, named));
  return [...new Set([...named, 'model/sequence', ...asWell.map(({ id }) => id)])];
}

/** A fault as it showed in a run. */
export function knownFault(
  { id, title, breaks, options = {} }: Pick<Deviation, 'id' | 'title' | 'breaks' | 'options'>,
  results: readonly (Seen & Pick<Result, 'level'>)[],
): KnownFault {
  const claims = Object.fromEntries(
    CLAIM_NAMES.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
  return {
    id,
    sentence: title,
    breaks,
    ...(Object.keys(claims).length === 0 ? {} : { claims }),
    signs: signsAmong(results),
  };
}

/** The deviation of this id. */
export function deviationCalled(id: string): Deviation {
  const found = DEVIATIONS.find((deviation) => deviation.id === id);
  if (found === undefined) throw new Error(`no deviation is called ${id}`);
  return found;
}

function signsAmong(results: readonly Seen[]): KnownFault['signs'] {
  const signs = new Map<string, KnownFault['signs'][number]>();
  for (const result of results) {
    if (result.outcome !== 'fail') continue;
    for (const sign of signsOf(result)) {
      const { subjects = [] } = signs.get(signKey(sign)) ?? {};
      signs.set(signKey(sign), { ...sign, subjects: [...subjects, result.subject] });
    }
  }
  return [...signs.values()];
}
