import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { deletesWith } from '../deletes-with.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

interface Assertion {
  readonly title: string;
  readonly ancestorTitles: readonly string[];
  readonly status: string;
  readonly failureMessages: readonly string[];
  readonly meta: unknown;
}

/** What `TARGET_URL=… npx vitest run --project conformance` tells of a target. */
function conformance(url: string): Promise<{ status: number; tests: readonly Assertion[] }> {
  const args = ['run', '--project', 'conformance', '--reporter=json'];
  return new Promise((resolve, reject) => {
    const options = { cwd: ROOT, env: { ...process.env, TARGET_URL: url }, maxBuffer: 64 * 1024 * 1024 };
    execFile(`${ROOT}node_modules/.bin/vitest`, args, options, (failure, stdout) => {
      try {
        const told = JSON.parse(stdout) as { testResults: { assertionResults: Assertion[] }[] }; // vitest's JSON report
        const tests = told.testResults.flatMap((file) => file.assertionResults);
        resolve({ status: Number(failure?.code ?? 0), tests });
      } catch (error) {
        // Thrown in here, it would end nothing, and the test would wait for its time limit.
        reject(error);
      }
    });
  });
}

describe('the conformance project of vitest', { tags: ['night'] }, () => {
  let told: Awaited<ReturnType<typeof conformance>>;

  beforeAll(async () => {
    await using mock = await deletesWith(202, {
      operationForms: [],
      commandQuery: false,
      representations: ['json'],
    });
    told = await conformance(mock.url);
  });

  const named = (text: string): Assertion | undefined => told.tests.find(({ title }) => title.startsWith(text));

  test('fails what the target breaks, and says what was due, what came and how to ask again', () => {
    expect(told.status).toBe(1);
    const failed = told.tests.filter(({ status }) => status === 'failed');
    expect(failed.map(({ title }) => title.split(' ')[0])).toEqual(['delete/status', 'model/sequence']);
    const [message = ''] = failed[0]?.failureMessages ?? [];
    expect(message).toContain('status 204');
    expect(message).toContain('status 202');
    expect(message).toMatch(/curl .*-X DELETE/u);
  });

  test('passes what it keeps, grouped by clause', () => {
    expect(named('create/status · deals')?.status).toBe('passed');
    expect(named('create/status · deals')?.ancestorTitles).toContain('Creation (4.1, 4.4)');
  });

  test('skips what does not apply or could not be exercised', () => {
    expect(named('create/full-result · deals')?.status).toBe('skipped');
    expect(named('delete/empty · deals')?.status).toBe('skipped');
  });
});

test('a target that is not there fails, with the cause', { tags: ['night'] }, async () => {
  const { status, tests } = await conformance('http://127.0.0.1:1');
  expect(status).toBe(1);
  expect(tests.map(({ status: outcome }) => outcome)).toEqual(['failed']);
  expect(tests[0]?.failureMessages[0]).toMatch(/refused/u);
});
