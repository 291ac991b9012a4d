import { expect, test } from 'vitest';
import { type JudgeOptions, judge, UsageProblem } from '../../judge/index.ts';

test.each<[JudgeOptions, RegExp]>([
  [{ minCoverage: 90 }, /^minCoverage: 90 is not allowed; give a share from 0 to 1, such as 0\.9 for 90%$/u],
  [{ minCoverage: Number.NaN }, /^minCoverage: NaN is not allowed/u],
  [{ maxNotExercised: -1 }, /^maxNotExercised: -1 is not allowed; give a whole number, 0 or more$/u],
  [{ maxNotExercised: 0.5 }, /^maxNotExercised: 0\.5 is not allowed/u],
  [{ concurrency: 0 }, /^concurrency: 0 is not allowed; give a whole number, 1 or more$/u],
  [{ maxTimeMs: 0 }, /^maxTimeMs: 0 is not allowed; give milliseconds above 0$/u],
  [
    // What no compiler has seen.
    { target: JSON.parse('{"resources": [{"name": "books", "lists": "/books"}]}') },
    /^target is not valid:\n {2}resources\[0\]\.lists .*list.*\n/u,
  ],
  [{ rules: ['read/unkown-item'] }, /did you mean read\/unknown-item\?$/u],
])('judge(%j) is refused before anything is sent, with what to give instead', async (options, told) => {
  // Nobody listens there: a request would be told as such.
  const refused = judge({ baseUrl: 'http://127.0.0.1:1', ...options });
  await expect(refused).rejects.toThrow(UsageProblem);
  await expect(refused).rejects.toThrow(told);
});
