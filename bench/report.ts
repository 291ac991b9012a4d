import { cpus } from 'node:os';
import type { Contest } from './against-bare.ts';
import type { Comparison } from './compare.ts';
import { APART } from './cores.ts';
import { GENERATOR } from './load.ts';
import type { Memory } from './memory.ts';
import type { Reading, Start } from './scale.ts';
import { type Estimate, estimate } from './statistics.ts';

/** All that was measured. */
export interface Figures {
  readonly contests: readonly { readonly contest: Contest; readonly rounds: readonly Comparison[] }[];
  /** Milliseconds, side by side. */
  readonly firstAnswer: readonly { readonly bare: number; readonly mock: number }[];
  readonly memory: Memory;
  readonly starts: readonly Start[];
  readonly readings: readonly Reading[];
}

/** The latest first answer that the issue allows, in those of the bare server. */
const FIRST_ANSWER_GOAL = 2.5;

/** docs/bench.md: what was measured, and how to measure it again. */
export function render({ contests, firstAnswer, memory, starts, readings }: Figures): string {
  const first = estimate(firstAnswer.map(({ bare, mock }) => mock / bare));
  const lateness = estimate(firstAnswer.map(({ mock }) => mock));
  return [
    '# Speed of the mock',
    '',
    'Written by `npm run bench:mock -- --write`; not by hand. Every figure is a ratio of two servers that were measured in turn',
    `in one run (${machine()}). A ratio is the median of its rounds, with the interval that holds the`,
    'true median with 95 % confidence.',
    '',
    '## Beside a bare node:http server that answers the same bytes from a Map',
    '',
    'The mock is `assayer mock` with its defaults. 1.00 is as fast. "By processor" counts answers per second of processor time.',
    '',
    '| what is asked | rate | by processor | goal | bare answers/s |',
    '|---|---|---|---|---|',
    ...contests.map(({ contest, rounds }) => contestRow(contest, rounds)),
    '',
    '## First answer',
    '',
    `From the start of the process to the end of the first answer: **${inWords(first)}** times the bare server's`,
    `(goal: at most ${FIRST_ANSWER_GOAL}); ${lateness.median.toFixed(0)} ms here.`,
    '',
    '## Memory',
    '',
    memoryLine(memory),
    '',
    '## A million users and a hundred thousand deals',
    '',
    'Reads of the same hundred users, beside a mock that holds no others (goal: at least 0.80):',
    '',
    '| what is asked | rate | by processor |',
    '|---|---|---|',
    ...readings.map(({ name, rounds }) => `| ${name} | ${rateOf(rounds)} | ${perCpuOf(rounds)} |`),
    '',
    'The start from a seed file, which is to grow with the number of records and no faster:',
    '',
    '| records | milliseconds | microseconds a record | bytes a record |',
    '|---|---|---|---|',
    ...starts.map((start) => startRow(start)),
    '',
  ].join('\n');
}

function memoryLine({ deals, empty, full, peak }: Memory): string {
  if (empty === undefined || full === undefined || peak === undefined)
    return 'Not measured: this system does not tell it.';
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  const created = `after ${deals.toLocaleString('en')} deals were created over sockets`;
  return `The process holds ${mb(empty)} when it starts, and **${mb(full)}** ${created} (most on the way: ${mb(peak)}; goal: at most 160 MB).`;
}

function machine(): string {
  const placed = APART ? 'server and load on a core each' : 'server and load not held to cores';
  return `Node ${process.versions.node}, ${cpus()[0]?.model ?? 'a processor'}, ${GENERATOR}, ${placed}`;
}

function contestRow({ name, goal }: Contest, rounds: readonly Comparison[]): string {
  const of = estimate(rounds.map((round) => round.of)).median;
  return `| ${name} | ${rateOf(rounds)} | ${perCpuOf(rounds)} | ${goal.toFixed(2)} | ${of.toFixed(0)} |`;
}

function rateOf(rounds: readonly Comparison[]): string {
  return inWords(estimate(rounds.map(({ rate }) => rate)));
}

function perCpuOf(rounds: readonly Comparison[]): string {
  return inWords(estimate(rounds.map(({ perCpu }) => perCpu)));
}

function inWords({ median, low, high, samples }: Estimate): string {
  return `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}, ${samples} rounds)`;
}

function startRow({ records, milliseconds, heapBytes }: Start): string {
  const micros = ((milliseconds * 1000) / records).toFixed(1);
  return `| ${records} | ${milliseconds.toFixed(0)} | ${micros} | ${(heapBytes / records).toFixed(0)} |`;
}
