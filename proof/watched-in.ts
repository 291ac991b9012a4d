import type { Exchange } from '../core/http/exchange.ts';
import { drawEntropy } from '../core/ids/fresh-ids.ts';
import { askedOf } from '../judge/asked.ts';
import { configOf } from '../judge/config.ts';
import type { JudgeOptions } from '../judge/judge.ts';
import { tryTraffic } from '../judge/traffic/try-traffic.ts';
import { RULES } from '../suites/index.ts';
import { withoutAsking } from '../target-file/assume.ts';
import type { TargetFile } from '../target-file/file.ts';

/** What a run sent and was answered, and what it was told of the target. */
export interface Traffic {
  readonly file: TargetFile;
  readonly exchanges: readonly Exchange[];
}

/** The rules that watch every answer, and fail on these: nothing is sent. Those that the run tried itself are left out. */
export async function watchedIn(
  { file, exchanges }: Traffic,
  how: JudgeOptions,
  tried: readonly string[],
): Promise<readonly string[]> {
  const rules = RULES.filter(({ id, watches }) => watches === 'every-answer' && !tried.includes(id)).map(
    ({ id }) => id,
  );
  const options = configOf({ ...how, rules });
  const asked = askedOf(options, file);
  const { results } = await tryTraffic({
    ...asked,
    options,
    target: withoutAsking(asked.draft),
    exchanges,
    entropy: drawEntropy(),
  });
  return [...new Set(results.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule))];
}
