import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { workMs } from './machine-speed.ts';
import { noMsw3 } from './msw-versions.ts';

/** So many times the piece of work is what `npm test` takes on one core that does nothing else: measured on 27 November 2026. */
const RUN_IN_WORK = 220_000;

/** So much of a failure is told at the end; all of it stands where the test failed. */
const FAILURE_CHARACTERS = 600;

/** Programs that some tests run for real, and where they are looked for. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  chromium: [process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'],
  curl: ['/usr/bin/curl', '/usr/local/bin/curl'],
  xmllint: ['/usr/bin/xmllint', '/usr/local/bin/xmllint'],
};

/**
 * Says at the start what a run takes and which tools it found, lists what was skipped with its reason and what failed, and ends with
 * `N passed, N failed, N skipped` on a line of its own. A test that says why it means nothing here (a rule that does not apply
 * to the mock, a request that a page cannot send) is listed apart: skipped are those that lack something of this machine, and
 * those that do not say why.
 */
export default class Totals implements Reporter {
  onTestRunStart(): void {
    const found = Object.entries(TOOLS).map(
      ([name, places]) => `${name} ${places.some(existsSync) ? 'found' : 'missing'}`,
    );
    const cores = availableParallelism();
    const minutes = Math.ceil((RUN_IN_WORK * workMs()) / cores / 60_000);
    console.log(`npm test takes about ${minutes} min on ${cores} cores like these, when they are idle.`);
    console.log(`Tools: ${[...found, noMsw3 === undefined ? 'MSW 3 found' : noMsw3].join(', ')}.`);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    // A file or a group that could not be set up has no failed test.
    const broken = modules.filter((module) => !module.ok() && [...module.children.allTests('failed')].length === 0);
    const of = (state: string): readonly TestCase[] => tests.filter((test) => test.result().state === state);
    // What `npm test` leaves out is not skipped for want of something.
    const isLate = (test: TestCase): boolean => test.tags.includes('night') && reasonOf(test) === undefined;
    const late = of('skipped').filter(isLate);
    const left = of('skipped').filter((test) => !isLate(test));
    const skipped = left.filter((test) => isSkipped(reasonOf(test)));
    for (const line of reasonsOf(left.filter((test) => !skipped.includes(test))))
      console.log(`does not apply: ${line}`);
    for (const line of reasonsOf(skipped)) console.log(`skipped: ${line}`);
    if (late.length > 0) console.log(`left to npm run test:all: ${late.length} tests that take long`);
    // Again at the very end: of a long log often only the end is kept.
    for (const test of of('failed')) console.log(`failed: ${failureOf(test)}`);
    const failed = of('failed').length + broken.length + errors.length;
    for (const module of broken) console.log(`failed: ${module.relativeModuleId}`);
    console.log(`${of('passed').length} passed, ${failed} failed, ${skipped.length} skipped`);
  }
}

function isSkipped(reason: string | undefined): boolean {
  return reason === undefined || /\bneeds (?:Chromium|curl|xmllint|Node)\b/u.test(reason);
}

/** Where a failed test stands, and the first lines of why. */
function failureOf(test: TestCase): string {
  const reasons = (test.result().errors ?? []).map(({ message }) =>
    stripVTControlCharacters(message).slice(0, FAILURE_CHARACTERS),
  );
  return [`${test.module.relativeModuleId} > ${test.fullName}`, ...reasons].join('\n  ');
}

function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  return 'note' in result ? result.note : undefined;
}

/** Each reason once, with how many tests it concerns. */
function reasonsOf(skipped: readonly TestCase[]): string[] {
  const counts = new Map<string, number>();
  for (const test of skipped) {
    const reason = reasonOf(test) ?? test.fullName;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => (count === 1 ? reason : `${reason} (${count} tests)`));
}
