import { CLAIM_NAMES } from '../core/claims.ts';
import type { KnownFault } from '../core/known-faults.ts';
import type { Result, Results } from '../core/results.ts';
import { type Seen, signKey, signsOf } from '../core/signs.ts';
import { RULES } from '../suites/index.ts';
import type { Deviation } from './deviations/deviation.ts';
import { DEVIATIONS } from './deviations/index.ts';
import { judgesAsWell } from './general-rules.ts';
import { judgeTraffic, judgeWrapped } from './judge-wrapped.ts';
import { deviated } from './prove.ts';
import { watchedIn } from './watched-in.ts';
import { whereItShows } from './where-it-shows.ts';

/** Generated cases per property: what is always tried shows a fault in every run. */
const RUNS = 2;

/** Judges the mock with one fault, and writes down how it shows. */
export async function learn(id: string, seed: number): Promise<KnownFault> {
  const deviation = deviationCalled(id);
  const wrapped = deviated(deviation, seed);
  const rules = rulesThatMayFail(deviation);
  const how = { ...wrapped.how, runs: RUNS, rules };
  const { results, ...traffic } = await judgeTraffic({ ...wrapped, how });
  const watched = await watchedIn(traffic, how, rules);
  const known = knownFault(deviation, results.results);
  const driven = await drivenOf([...known.signs.map(({ rule }) => rule), ...watched], (rule) =>
    judgeWrapped({ ...wrapped, how: { ...how, rules: [rule] } }),
  );
  const shows = await whereItShows(results, wrapped.options ?? {}, (claims) =>
    judgeWrapped({ ...wrapped, how, options: { ...wrapped.options, ...claims } }),
  );
  return {
    ...known,
    ...(watched.length === 0 ? {} : { watched }),
    ...(driven.length === 0 ? {} : { driven }),
    ...(shows === undefined ? {} : { shows }),
  };
}

/** Of these rules the ones that watch, and fail where each is judged alone. */
async function drivenOf(
  rules: readonly string[],
  judgedBy: (rule: string) => Promise<Results>,
): Promise<readonly string[]> {
  const driven: string[] = [];
  for (const { id } of RULES.filter((rule) => rule.passive === true && rules.includes(rule.id))) {
    const { results } = await judgedBy(id);
    if (results.some(({ rule, outcome }) => rule === id && outcome === 'fail')) driven.push(id);
  }
  return driven;
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
