import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import * as reports from '../../reports/index.ts';
import { REPORTERS } from '../../reports/registry.ts';
import type { Reporter } from '../../reports/reporter.ts';
import { harSchema } from './har-schema.ts';
import { exchange, failure, hostile, mixed, result, resultsOf, WAIVER } from './sample.ts';

test('assayer/reports has each report of the command line', async () => {
  const offered: readonly unknown[] = Object.values(reports);
  const missing = [];
  for (const [name, load] of REPORTERS) if (name !== 'text' && !offered.includes(await load())) missing.push(name);
  expect(missing).toEqual([]);
});

const SUBJECTS = { deals: 3, users: 9, HoldDeal: 12 };

/** A run under a target file that names some subjects and not others. */
function placed(results: Results): Results {
  return { ...results, target: { ...results.target, source: { path: 'api/assayer config.ts', lines: SUBJECTS } } };
}

const waived = placed(resultsOf([failure({ waiver: WAIVER }), result({ rule: 'delete/status' })]));
const nothing = resultsOf([]);

async function schemaOf(file: string): Promise<object> {
  // Kept here, with its source beside it; a JSON Schema is an object.
  return JSON.parse(await readFile(new URL(`./schemas/${file}`, import.meta.url), 'utf8')) as object;
}

// A pattern of SARIF's schema is none with the flag u.
const draft7 = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats.default(draft7);
const latest = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(latest);
latest.addFormat('url', (text: string) => URL.canParse(text));
// The schema of SARIF is of draft 4, of which it uses nothing that draft 7 does not have but these two names.
const { $schema: _, id: __, ...sarif } = (await schemaOf('sarif-2.1.0.json')) as { $schema: string; id: string };

/** https://shields.io/badges/endpoint-badge: the members that are required, and those that are allowed here. */
const endpoint = {
  type: 'object',
  required: ['schemaVersion', 'label', 'message'],
  properties: {
    schemaVersion: { const: 1 },
    label: { type: 'string' },
    message: { type: 'string', minLength: 1 },
    color: { type: 'string' },
    isError: { type: 'boolean' },
  },
  additionalProperties: false,
};

const VALIDATORS = {
  ctrf: draft7.compile(await schemaOf('ctrf-0.0.json')),
  sarif: draft7.compile(sarif),
  har: latest.compile(harSchema),
  'badge-json': latest.compile(endpoint),
};

const reporters = new Map<string, Reporter>();
for (const [name, load] of REPORTERS) reporters.set(name, await load());

function render(name: string, results: Results): string {
  const reporter = reporters.get(name);
  if (reporter === undefined) throw new Error(`no report is called ${name}`);
  return reporter(results);
}

const SAMPLES: readonly (readonly [string, Results])[] = [
  ['every outcome', mixed()],
  ['every outcome, with a target file', placed(mixed())],
  ['a waived failure', waived],
  ['nothing', nothing],
  ['hostile text', placed(hostile())],
];

describe.each(Object.entries(VALIDATORS))('%s', (name, isValid) => {
  test.each(SAMPLES)('of %s follows its published schema', (_, results) => {
    isValid(JSON.parse(render(name, results)));
    expect(isValid.errors).toBeNull();
  });
});

// A badge holds the verdict alone; EARL knows no exchange.
test.each([...REPORTERS.keys()].filter((name) => !['badge', 'badge-json', 'earl'].includes(name)))(
  'each finding tells the trace of its request in %s',
  (name) => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const { request, ...rest } = exchange();
    const headers = [...request.headers, ['traceparent', `00-${trace}-b7ad6b7169203331-01`] as const];
    const results = resultsOf([failure({ witness: ['x1'] })], { x1: { request: { ...request, headers }, ...rest } });
    for (const one of [results, placed(results)]) expect(render(name, one)).toContain(trace);
  },
);

// A badge holds the verdict alone, and an archive the exchanges.
test.each([...REPORTERS.keys()].filter((name) => !['badge', 'badge-json', 'har'].includes(name)))(
  'a waived failure is a failure with its waiver and its age in %s',
  (name) => {
    for (const results of [waived, { ...waived, target: mixed().target }]) {
      const text = render(name, results);
      for (const told of [WAIVER.reason, WAIVER.owner, WAIVER.expires]) expect(text).toContain(told);
      if (name === 'json') expect(text).toContain(`"since": "${WAIVER.since}"`);
      else expect(text).toMatch(/waived for \d+ days/u);
    }
  },
);

test.each([...REPORTERS.keys()].filter((name) => name !== 'json'))(
  'no text of a target steers a terminal by %s',
  (name) => {
    expect(render(name, hostile()).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u202e]/u);
  },
);

describe('ctrf', () => {
  const report = (
    results: Results,
  ): { results: { summary: Record<string, number>; tests: Record<string, unknown>[] } } =>
    JSON.parse(render('ctrf', results));

  test('counts what is inconclusive and in error as failed, and has a test for a verdict that could not be given', () => {
    const results = placed(mixed());
    const { summary, tests } = report(results).results;
    const bad = results.results.filter(({ outcome }) => ['fail', 'inconclusive', 'error'].includes(outcome)).length;
    expect(summary['failed']).toBe(bad);
    expect(tests).toHaveLength(results.results.length);
    expect(tests.find(({ name }) => name === 'create/status [deals]')).toMatchObject({ line: 3, rawStatus: 'fail' });
    expect(report(nothing).results.summary['failed']).toBe(1);
  });

  test('skips a waived failure and says so', () => {
    expect(report(waived).results.tests[0]).toMatchObject({ status: 'skipped', rawStatus: 'waived' });
  });
});

interface Sarif {
  readonly runs: readonly [
    {
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly partialFingerprints: Readonly<Record<string, string>>;
        readonly locations: readonly [
          {
            readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: object };
          },
        ];
      }[];
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly invocations: readonly [
        { readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[] },
      ];
    },
  ];
}

describe('sarif', () => {
  const sarifOf = (results: Results): Sarif['runs'][0] => (JSON.parse(render('sarif', results)) as Sarif).runs[0];

  test('places failures at the line that names their subject, and tells the others as notifications', () => {
    const { results, tool, invocations } = sarifOf(placed(mixed()));
    expect(results.map(({ ruleId }) => ruleId)).toEqual(['create/status', 'read/unknown-item', 'negotiate/vary']);
    for (const { ruleId, ruleIndex, locations } of results) {
      expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(locations[0].physicalLocation.artifactLocation.uri).toBe('api/assayer%20config.ts');
    }
    expect(results[0]?.locations[0].physicalLocation.region).toEqual({ startLine: 3 });
    const told = invocations[0].toolExecutionNotifications.map(({ message }) => message.text).join('\n');
    expect(told).toContain('session/authorized on target');
    expect(told).toContain('model/sequence');
  });

  test('without a target file nothing has a place, and no failure is lost', () => {
    const { results, invocations } = sarifOf(mixed());
    expect(results).toEqual([]);
    const told = invocations[0].toolExecutionNotifications.map(({ message }) => message.text).join('\n');
    for (const rule of ['create/status', 'read/unknown-item', 'negotiate/vary']) expect(told).toContain(rule);
  });

  test('no place is a web address', () => {
    const uris = JSON.stringify(sarifOf(placed(mixed())).results).match(/"uri":"[^"]*"/gu) ?? [];
    expect(uris.length).toBeGreaterThan(0);
    expect(uris.filter((uri) => uri.includes('://'))).toEqual([]);
  });

  test('one defect has one fingerprint in every run, and another defect another', () => {
    const markOf = (actual: string): unknown =>
      sarifOf(placed(resultsOf([failure({ actual })]))).results[0]?.partialFingerprints;
    const one = markOf('status 200 application/json, 31 bytes: {"id":"7"}');
    expect(one).toEqual(markOf('status 200 application/json, 99 bytes: {"id":"8"}'));
    expect(one).not.toEqual(markOf('status 500 without a body'));
  });

  test('a waived failure is a note that is suppressed', () => {
    expect(sarifOf(waived).results[0]).toMatchObject({ level: 'note', suppressions: [{ kind: 'external' }] });
  });

  test('no more results than GitHub takes, and no more bytes', () => {
    const many = Array.from({ length: 6000 }, (_, i) =>
      failure({ rule: `create/r${i % 50}`, reason: 'x'.repeat(1500) }),
    );
    const text = render('sarif', placed(resultsOf(many)));
    expect((JSON.parse(text) as Sarif).runs[0].results).toHaveLength(5000);
    // GitHub takes 10 MB when packed; text like this packs to far less than a quarter.
    expect(Buffer.byteLength(text)).toBeLessThan(40_000_000);
  });
});

describe('github', () => {
  const many = (count: number): Results =>
    resultsOf(
      Array.from({ length: count }, (_, i) =>
        failure({ rule: `create/r${i}`, witness: [`x${i}`], reason: `expected a, got ${'y'.repeat(2000)}${i}` }),
      ),
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, exchange()])),
    );

  test('a summary shows exchanges, and never grows past what GitHub takes', () => {
    const text = render('github', mixed());
    expect(text).toContain('<details><summary>create/status on deals</summary>');
    expect(text).toContain('curl -sS');
    const large = render('github', many(600));
    expect(Buffer.byteLength(large)).toBeLessThanOrEqual(1024 * 1024);
    expect(large).toMatch(/The exchanges of \d+ more findings had no room here/u);
  });

  test('it leaves room for what is there already', () => {
    const reporter = reporters.get('github');
    expect(Buffer.byteLength(reporter?.(many(600), 1_000_000) ?? '')).toBeLessThanOrEqual(1024 * 1024 - 1_000_000);
  });
});

describe('annotations', () => {
  test('stand at the line of the target file, ten of a kind at most', () => {
    const lines = render('annotations', placed(mixed())).split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(/^::error file=api\/assayer config\.ts,line=3,title=create\/status on deals::/u),
    );
    const many = Array.from({ length: 40 }, (_, i) => failure({ rule: `create/r${i}`, witness: [`y${i}`] }));
    const errors = render('annotations', resultsOf(many))
      .split('\n')
      .filter((line) => line.startsWith('::error'));
    expect(errors).toHaveLength(10);
    expect(errors.at(-1)).toContain('and 31 more findings of this kind');
  });

  test('no text of a target begins a command of its own', () => {
    const lines = render('annotations', placed(hostile())).trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) [^:]*::/u);
  });
});

test('a badge is SVG with the verdict', () => {
  const svg = render('badge', mixed());
  expect(svg).toMatch(/^<svg .*non-conformant.*<\/svg>\n$/su);
  expect(render('badge', hostile())).not.toContain('<script');
});

test('an archive holds each exchange once, with the checks that cite it', () => {
  const { log } = JSON.parse(render('har', mixed())) as { log: { entries: { comment: string; _id: string }[] } };
  expect(log.entries.map(({ _id }) => _id)).toEqual(['x1', 'x2', 'x3']);
  expect(log.entries[0]?.comment).toContain('fail: create/status on deals');
});
