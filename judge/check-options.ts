import { hasInvisible } from '../core/redaction/visible.ts';
import { problemLines } from '../target-file/problem.ts';
import { validateTarget } from '../target-file/validate.ts';
import { FAIL_ON } from './fail-on.ts';
import { checkShapes } from './option-shapes.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';

interface NumberRule {
  readonly allows: (value: number) => boolean;
  /** What to write instead. */
  readonly due: string;
}

const isCountFrom =
  (least: number) =>
  (value: number): boolean =>
    Number.isSafeInteger(value) && value >= least;

// Timers hold no more than 31 bits of milliseconds.
const isTime = (value: number): boolean => value > 0 && value <= 2 ** 31 - 1;

/** What each number among the options has to be. */
const NUMBERS = {
  maxLeftBehind: { allows: isCountFrom(1), due: 'a whole number, 1 or more' },
  concurrency: { allows: isCountFrom(1), due: 'a whole number, 1 or more' },
  rate: { allows: (value) => value > 0, due: 'a number above 0: requests per second' },
  cleanUpMs: { allows: isTime, due: 'milliseconds above 0' },
  timeoutMs: { allows: isTime, due: 'milliseconds above 0' },
  maxTimeMs: { allows: isTime, due: 'milliseconds above 0' },
  usedMs: { allows: (value) => value === 0 || isTime(value), due: 'milliseconds, 0 or more' },
  waitMs: { allows: (value) => value === 0 || isTime(value), due: 'milliseconds, 0 or more' },
  settleMs: { allows: (value) => value === 0 || isTime(value), due: 'milliseconds, 0 or more' },
  seed: {
    allows: (value) => Number.isInteger(value) && Math.abs(value) < 2 ** 32,
    due: 'a whole number of at most 32 bits',
  },
  runs: { allows: isCountFrom(1), due: 'a whole number, 1 or more' },
  minExercised: { allows: isCountFrom(0), due: 'a whole number, 0 or more' },
  maxNotExercised: { allows: isCountFrom(0), due: 'a whole number, 0 or more' },
  minCoverage: { allows: (value) => value >= 0 && value <= 1, due: 'a share from 0 to 1, such as 0.9 for 90%' },
} satisfies Partial<Record<keyof JudgeOptions, NumberRule>>;

/** Refuses what means nothing, before anything is sent. Throws a UsageProblem that names the option. */
export function checkOptions(options: JudgeOptions): void {
  checkShapes(options);
  for (const [name, { allows, due }] of Object.entries<NumberRule>(NUMBERS)) {
    // Each key of NUMBERS is one of JudgeOptions, which Object.entries does not say; the value comes from a user.
    const value: unknown = options[name as keyof typeof NUMBERS];
    if (value === undefined || (typeof value === 'number' && allows(value))) continue;
    throw new UsageProblem(`${name}: ${String(value)} is not allowed; give ${due}`);
  }
  for (const [name, size] of Object.entries(options.sizes ?? {})) {
    if (!isCountFrom(1)(size))
      throw new UsageProblem(`sizes.${name}: ${String(size)} is not allowed; give a whole number, 1 or more`);
  }
  checkShard(options);
  checkFast(options);
  checkLabels(options);
  checkTarget(options);
  checkClaims(options);
  const { level } = options;
  if (level !== undefined && level !== 'must' && level !== 'should') {
    throw new UsageProblem(`level: ${String(level)} is not allowed; give must or should`);
  }
  const unknown = options.failOn?.find((name) => !FAIL_ON.includes(name));
  if (unknown !== undefined) {
    throw new UsageProblem(`failOn: ${String(unknown)} is not allowed; give ${FAIL_ON.join(', ')}`);
  }
}

// A file that was read is checked where it is read. What a caller builds may have passed no compiler.
function checkTarget({ target }: JudgeOptions): void {
  if (target === undefined) return;
  const checked = validateTarget(target);
  if ('problems' in checked) throw new UsageProblem(`target is not valid:\n${problemLines(checked.problems)}`);
}

function checkClaims({ claims }: JudgeOptions): void {
  if (claims === undefined) return;
  const checked = validateTarget({ claims });
  if ('file' in checked) return;
  throw new UsageProblem(checked.problems.map(({ path, reason }) => `${path} ${reason}`).join('\n'));
}

// A fast run tries what it comes upon first, which leaves nothing to be named or split.
function checkFast({ fast, shard, replay, only }: JudgeOptions): void {
  if (fast !== true) return;
  if (shard !== undefined) throw new UsageProblem('fast: a fast run cannot be split; leave out the shard, or --fast');
  if (replay === undefined && only === undefined) return;
  throw new UsageProblem('fast: single cases are tried at once; leave out --fast');
}

const LABEL_KEY = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/u;
const LONGEST_LABEL = 256;

function checkLabels({ labels = {} }: JudgeOptions): void {
  for (const [key, value] of Object.entries(labels)) {
    if (!LABEL_KEY.test(key)) {
      throw new UsageProblem(
        `labels: “${key}” cannot be a key; use up to 64 letters, digits, dots, dashes, underscores and slashes`,
      );
    }
    if (value.length > LONGEST_LABEL || hasInvisible(value)) {
      throw new UsageProblem(`labels: the value of ${key} is no line of at most ${LONGEST_LABEL} characters`);
    }
  }
}

/** More parts than rules have no use. */
const MOST_SHARDS = 100;

/** What is decided by all shards together cannot be asked of one. */
const OF_THE_WHOLE = ['minExercised', 'maxNotExercised', 'minCoverage'] as const;

function checkShard({ shard, seed, replay, only, ...options }: JudgeOptions): void {
  if (shard === undefined) return;
  const { index, count } = shard;
  const isOne = isCountFrom(1)(index) && isCountFrom(1)(count) && index <= count && count <= MOST_SHARDS;
  if (!isOne) {
    throw new UsageProblem(
      `shard: ${index}/${count} is not allowed; give 1/4, 2/4, 3/4 and 4/4, ${MOST_SHARDS} shards at most`,
    );
  }
  if (seed === undefined) throw new UsageProblem('shard: needs a seed, the same for every shard; add --seed 1');
  if (replay !== undefined) throw new UsageProblem('shard: a replay is one case, which cannot be split');
  if (only !== undefined) throw new UsageProblem('shard: what failed before is tried at once, and cannot be split');
  const whole = OF_THE_WHOLE.find((name) => options[name] !== undefined);
  if (whole === undefined) return;
  throw new UsageProblem(`${whole}: is about all shards together; give it to assayer merge`);
}
