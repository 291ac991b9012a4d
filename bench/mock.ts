// `npm run bench:mock [-- --rounds 9 --seconds 1 --write]`: the built mock beside a bare node:http server. `--write` renews docs/bench.md.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { againstBare, bareAnswers, CONTESTS } from './against-bare.ts';
import type { Comparison } from './compare.ts';
import { measureMemory } from './memory.ts';
import { type Figures, render } from './report.ts';
import { measureScale } from './scale.ts';
import { bare, firstAnswer, MOCK } from './server.ts';
import { estimate } from './statistics.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    'max-rounds': { type: 'string', default: '40' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
/** Rounds go on until the medians are known this well. */
const NOISE = 0.03;

const figures: Figures = {
  contests: await measureContests(),
  firstAnswer: await measureFirstAnswers(2 * rounds),
  memory: await measureMemory(100_000),
  ...(await measureScale(rounds, seconds)),
};
const report = render(figures);
process.stdout.write(report);
if (values.write) await writeFile(new URL('../docs/bench.md', import.meta.url), report);

async function measureContests(): Promise<Figures['contests']> {
  const measured = [];
  for (const contest of CONTESTS) {
    const done: Comparison[] = [];
    while (done.length < rounds || (isNoisy(done) && done.length < Number(values['max-rounds']))) {
      done.push(await againstBare(contest, seconds));
      progress(`${contest.name}: ${done.at(-1)?.rate.toFixed(2)}`);
    }
    measured.push({ contest, rounds: done });
  }
  return measured;
}

function isNoisy(done: readonly Comparison[]): boolean {
  return estimate(done.map(({ rate }) => rate)).noise > NOISE;
}

async function measureFirstAnswers(times: number): Promise<Figures['firstAnswer']> {
  const target = '/users/1';
  const answers = await bareAnswers(CONTESTS[0].sent);
  const pairs = [];
  for (let i = 0; i < times; i += 1) {
    const pair = { bare: await firstAnswer(bare(answers), target), mock: await firstAnswer(MOCK, target) };
    pairs.push(pair);
    progress(`first answer: ${(pair.mock / pair.bare).toFixed(2)}`);
  }
  return pairs;
}

function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}
