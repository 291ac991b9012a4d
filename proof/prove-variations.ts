import type { Result, Results } from '../core/results/results.ts';
import type { JsonObject } from '../fixtures/json.ts';
import type { MockOptions } from '../mock/index.ts';
import type { TargetFile } from '../target-file/file.ts';
import { judgeWrapped, type Wrapped } from './judge-wrapped.ts';
import { together, type Variation } from './variations/variation.ts';

/** How a server that behaves unusually but legally fared. */
export interface Verdict {
  readonly variations: readonly string[];
  /** Binding results that failed, or in which the checker itself failed: false alarms, all of them. */
  readonly alarms: readonly Result[];
  /** Binding results that passed on the plain mock and said nothing here, those left out that a variation owns up to. */
  readonly lost: readonly Result[];
  /** What the run told of harm to records of others, where nobody else is at work: it did none. */
  readonly harm: readonly string[];
  readonly requests: number;
}

/** How to judge variations. */
export interface Circumstances {
  /** Whether the target file tells all about the mock, or is not there at all. */
  readonly file: boolean;
  readonly seed: number;
  /** What the mock is told besides. */
  readonly options?: MockOptions;
  /** Whether each rule is tried on one subject alone. */
  readonly fast?: boolean;
}

/** Generated cases per property: what is always tried is what most servers differ in. */
const RUNS = 2;

/** What the mock is told for these variations. */
export function optionsFor(variations: readonly Variation[], given: MockOptions = {}): MockOptions {
  return Object.assign({}, given, ...variations.map((v) => v.options ?? {})) as MockOptions; // of options
}

/** Judges the mock behind several variations at once, beside the plain mock. */
export async function judgeVaried(variations: readonly Variation[], how: Circumstances): Promise<Verdict> {
  const options = optionsFor(variations, how.options);
  const plain = await plainly(options, how);
  const results = await judgeOnce(variations, options, how);
  const hidden = variations.flatMap(({ hides }) => Object.keys(hides ?? {}));
  const saysSo = how.file && variations.some(({ file }) => file !== undefined);
  const departed = variations.flatMap(({ departs }) => Object.keys(departs ?? {}));
  const isDeparture = ({ level, outcome, rule, subject }: Result): boolean =>
    level === 'should' && outcome === 'fail' && departed.some((key) => covers(key, rule, subject));
  const binding = results.results.filter(({ level }) => level !== 'may');
  return {
    variations: variations.map(({ id }) => id),
    alarms: binding
      .filter(({ outcome }) => ['fail', 'error', 'inconclusive'].includes(outcome))
      .filter((r) => !isDeparture(r)),
    lost: binding.filter(({ rule, subject, outcome }) => {
      if (outcome === 'pass' || outcome === 'fail' || outcome === 'error' || outcome === 'inconclusive') return false;
      if (hidden.some((key) => covers(key, rule, subject)) || (saysSo && outcome === 'not-applicable')) return false;
      return plain.has(`${rule} on ${subject}`);
    }),
    harm: variations.some(({ othersWork }) => othersWork === true) ? [] : (results.run.harm ?? []),
    requests: results.run.requests,
  };
}

// `read/*` and `read/head on users*`: a star at the end stands for whatever follows.
function covers(key: string, rule: string, subject: string): boolean {
  const [rules = '', subjects = '*'] = key.split(' on ');
  return fits(rules, rule) && fits(subjects, subject);
}

function fits(pattern: string, text: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}

const known = new Map<string, Promise<ReadonlySet<string>>>();

/** What passes on the plain mock, by rule and subject. */
function plainly(options: MockOptions, how: Circumstances): Promise<ReadonlySet<string>> {
  const key = JSON.stringify([options, how.file, how.fast]);
  const found = known.get(key) ?? passing(options, how);
  known.set(key, found);
  return found;
}

async function passing(options: MockOptions, how: Circumstances): Promise<ReadonlySet<string>> {
  const { results } = await judgeOnce([], options, how);
  return new Set(results.filter((r) => r.outcome === 'pass').map(({ rule, subject }) => `${rule} on ${subject}`));
}

function judgeOnce(variations: readonly Variation[], options: MockOptions, how: Circumstances): Promise<Results> {
  return judgeWrapped(varied(variations, options, how));
}

/** The mock behind variations, and how it is judged. */
export function varied(variations: readonly Variation[], options: MockOptions, how: Circumstances): Wrapped {
  const { file, seed, fast = false } = how;
  const settleMs = Math.max(0, ...variations.map((v) => v.settleMs ?? 0));
  return {
    wrap: together(variations),
    options,
    // Without a target file nothing but the address is known.
    file: (whole) =>
      file ? variations.reduce((f, v) => untold(withPatch(f, v.file), v.untoldEffects), whole) : addressOf(whole),
    how: { seed, runs: RUNS, settleMs, fast },
  };
}

function untold(file: TargetFile, names: readonly string[] = []): TargetFile {
  const { operations } = file;
  if (operations === undefined || names.length === 0) return file;
  return {
    ...file,
    operations: operations.map(({ effect, ...rest }) =>
      effect === undefined || names.includes(rest.name) ? rest : { ...rest, effect },
    ),
  };
}

function addressOf({ baseUrl }: TargetFile): TargetFile {
  return baseUrl === undefined ? {} : { baseUrl };
}

// A patch is plain JSON to the mock, which knows no target files.
function withPatch(file: TargetFile, patch: JsonObject | undefined): TargetFile {
  if (patch === undefined) return file;
  const { resources, ...rest } = patch;
  const patches: readonly JsonObject[] = Array.isArray(resources) ? resources : [];
  return {
    ...file,
    ...rest,
    claims: { ...file.claims, ...(patch['claims'] as TargetFile['claims']) }, // a patch holds what its member may hold
    resources: (file.resources ?? []).map((resource) =>
      Object.assign({}, resource, ...patches.filter(({ name }) => name === resource.name)),
    ),
  };
}
