import { expect, test } from 'vitest';
import type { Claims } from '../../core/claims.ts';
import type { Results } from '../../core/results/results.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import { createMock } from '../../mock/index.ts';
import { REPORTERS } from '../../reports/registry.ts';
import { RULES } from '../../suites/index.ts';
import { TRIES_ALL } from '../in-gate.ts';
import { type Draw, drawFrom, pick } from './odd-answers.ts';
import { createOddClient } from './odd-target.ts';

const COUNT = Number(process.env['FUZZ'] ?? (TRIES_ALL ? 100 : 24));
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Rules of one run; with all of them a run takes seconds. */
const RULES_TRIED = 2;
/** Runs under way together: some wait a little between two questions. */
const AT_ONCE = 8;

test(`${COUNT} runs against odd but parsable answers end with a report and without an error of ours, from seed ${SEED}`, {
  tags: ['night'],
  timeout: 3_600_000,
}, async () => {
  const outcomes = new Map<string, number>();
  for (let begin = 0; begin < COUNT; begin += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, COUNT - begin) }, (_, i) => SEED + begin + i);
    for (const results of await Promise.all(numbers.map(oddRun))) {
      for (const { outcome } of results.results) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }
  // Were nothing judged, nothing would have been tried.
  expect(outcomes.get('pass') ?? 0).toBeGreaterThan(COUNT / 10);
  expect(outcomes.get('fail') ?? 0).toBeGreaterThan(COUNT / 10);
});

async function oddRun(seed: number): Promise<Results> {
  const repeat = `repeat with FUZZ_SEED=${seed} FUZZ=1`;
  const draw = drawFrom(seed);
  const share = pick(draw, [0.02, 0.1, 0.5, 1]);
  const rules = Array.from({ length: RULES_TRIED }, () => pick(draw, [firstRule, ...RULES]).id);
  const claims = draw() < 0.5 ? {} : { claims: claimsOf(draw) };
  const mock = createMock(claims.claims ?? {});
  const file = { ...fileOf(mock.options, 'http://127.0.0.1:9'), name: '\u202eodd\ud800' };
  let planned = -1;
  const told = {
    onPlan: (all: readonly unknown[]) => {
      planned = all.length;
    },
  };
  // Half the runs ask the target for everything that a file could say.
  const described = draw() < 0.5 ? file : { baseUrl: 'http://127.0.0.1:9' };
  const results = await judgeFile({ rules, seed, runs: 3, ...told }, described, (options) =>
    createOddClient(options, mock.fetch, draw, share),
  ).catch((error: unknown) => {
    throw new Error(`the run was lost; ${repeat}`, { cause: error });
  });
  const errors = results.results.filter(({ outcome }) => outcome === 'error');
  expect(errors, repeat).toEqual([]);
  expect(results.results.length, repeat).toBe(Math.max(0, planned));
  for (const [name, load] of REPORTERS) {
    const text = rendered(await load(), results, `${name}: ${repeat}`);
    // Where nothing failed there is nothing to annotate.
    if (name !== 'annotations') expect(text, `${name}: ${repeat}`).not.toBe('');
  }
  expect(JSON.parse(JSON.stringify(results)), repeat).toEqual(results);
  return results;
}

const [firstRule] = RULES as readonly [(typeof RULES)[number]]; // the catalogue is never empty

function claimsOf(draw: Draw): Partial<Claims> {
  return {
    representations: pick(draw, [['json'], ['json', 'xml'], ['json', 'xml', 'html']]),
    create: pick(draw, ['created', 'full-result']),
    emptyQuery: pick(draw, [200, 204]),
    deleted: pick(draw, [404, 410]),
    commandQuery: draw() < 0.5,
    operationForms: pick(draw, [[], ['A'], ['C', 'D'], ['E', 'F', 'G']]),
  };
}

function rendered(render: (results: Results) => string, results: Results, repeat: string): string {
  try {
    return render(results);
  } catch (error) {
    throw new Error(`a report was lost: ${repeat}`, { cause: error });
  }
}
