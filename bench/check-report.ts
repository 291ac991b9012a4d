import { cpus } from 'node:os';
import { estimate } from './statistics.ts';

/** What was measured, in milliseconds, a number for each round. */
export interface CheckFigures {
  readonly node: string;
  /** What the machine had to do besides, as the system tells it (five minutes). */
  readonly loadAverage: number;
  readonly requests: number;
  readonly concurrency: number;
  /** A whole default run, from the start of the process to its end. */
  readonly run: readonly number[];
  /** The same requests by undici alone. */
  readonly floor: readonly number[];
  /** From the start of the process to the first request. */
  readonly start: readonly number[];
  /** The same of a script that imports undici. */
  readonly script: readonly number[];
}

/** docs/bench-check.md: what was measured, and how to measure it again. */
export function renderPage(figures: CheckFigures): string {
  const { node, loadAverage, requests, concurrency, run, floor, start, script } = figures;
  return `# Speed of a run

Written by \`npm run bench:check -- --write\`; not by hand. Each pair was measured in turn, ${run.length} times (Node ${node},
${cpus().length} × ${cpus()[0]?.model ?? 'a processor'}, load average ${loadAverage.toFixed(1)}: measure on a quiet machine before you
quote it). The figures are medians of whole processes; the ratio is the median of the pairs.

![The medians as bars](bench-check.svg)

| what | milliseconds | beside | milliseconds | ratio | goal |
|---|--:|---|--:|--:|--:|
| \`assayer check\` of a mock in another process, ${requests} requests | ${median(run)} | the same requests by undici alone, ${concurrency} at a time | ${median(floor)} | ${ratio(run, floor)} | 1.5 |
| its start, up to the first request | ${median(start)} | a script that imports undici | ${median(script)} | ${ratio(start, script)} | 2 |
`;
}

/** The same as bars. */
export function renderChart({ run, floor, start, script }: CheckFigures): string {
  const rows: readonly (readonly [string, readonly number[]])[] = [
    ['a whole run', run],
    ['its requests by undici alone', floor],
    ['start to the first request', start],
    ['the same of a bare script', script],
  ];
  const longest = Math.max(...rows.map(([, times]) => estimate(times).median));
  const bars = rows.map(([name, times], i) => {
    const width = (380 * estimate(times).median) / longest;
    const y = 12 + 28 * i;
    return `<text x="210" y="${y + 14}" text-anchor="end">${name}</text><rect x="220" y="${y}" width="${width.toFixed(1)}" height="20" fill="#4477aa"/><text x="${(226 + width).toFixed(1)}" y="${y + 14}">${median(times)} ms</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 130" font-family="sans-serif" font-size="13" role="img" aria-label="Medians in milliseconds"><rect width="700" height="130" fill="#fff"/>${bars.join('')}</svg>\n`;
}

function median(times: readonly number[]): string {
  return estimate(times).median.toFixed(0);
}

function ratio(times: readonly number[], others: readonly number[]): string {
  return estimate(times.map((time, i) => time / (others[i] ?? Number.NaN))).median.toFixed(2);
}
