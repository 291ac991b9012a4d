import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { type JudgeOptions, judge, UsageProblem } from '../../judge/index.ts';
import { judgeHar } from '../../judge/traffic/judge-har.ts';
import { reportHar, reportJson } from '../../reports/index.ts';
import { temporaryFolder } from '../cli/assayer.ts';

const BASE = 'http://api.example';
const NEEDS = /^it needs requests of its own/u;

interface Said {
  readonly method?: string;
  readonly path?: string;
  readonly url?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly content?: object;
  readonly own?: object;
}

describe('recorded traffic is judged', () => {
  test('by what watches it, and nothing that is right fails', { tags: ['night'] }, async () => {
    const seen = await judge({ seed: 1, runs: 1, rules: ['session/*', 'delete/status', 'create/status'] });
    const results = await judged(reportHar(seen), {});
    expect(outcomes(results, 'fail')).toEqual([]);
    expect(outcomes(results, 'error')).toEqual([]);
    expect(outcomes(results, 'pass')).toEqual(
      expect.arrayContaining(['negotiate/truthful', 'status/401-challenge', 'status/204-empty', 'status/in-table']),
    );
    expect(results.results.filter(({ rule }) => rule === 'delete/removes')[0]?.reason).toMatch(NEEDS);
    expect(results.run.requests).toBe(0);
    expect(results.summary.verdict).toBe('partly-judged');
    expect(results.summary.headline?.join('\n')).toMatch(
      /^judged by recorded traffic, \d+ answers.*\n\d+ rules could not be judged: they need requests of their own/u,
    );
  });

  test('without a warning of Node, however many rules look at it side by side', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    try {
      await judged(archive({}), { concurrency: 50 });
      await new Promise((resolve) => setImmediate(resolve));
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', onWarning);
    }
  });

  test.each<[string, Said]>([
    ['status/no-server-error', { status: 500 }],
    ['status/401-challenge', { status: 401 }],
    [
      'status/204-empty',
      { method: 'DELETE', path: '/rest/1/deals/1', status: 204, headers: { 'Content-Length': '5' } },
    ],
    ['negotiate/truthful', { body: '{"id":', headers: { 'Content-Type': 'application/json' } }],
    ['status/405-allow', { status: 405 }],
    ['status/201-address', { method: 'POST', path: '/rest/1/deals/', status: 201, headers: { Location: 'a b' } }],
  ])('%s fails where the traffic shows it', async (rule, said) => {
    expect(outcomes(await judged(archive(said)), 'fail')).toEqual([rule]);
  });

  test.each<[string, Said]>([
    ['of a page of the same server', { path: '/app.js', status: 500 }],
    ['that came from a cache', { own: { _fromCache: 'disk' }, status: 500 }],
    ['of another origin', { url: 'http://other.example/users', status: 500 }],
    ['that never came', { status: 0 }],
    [
      'whose body is cut',
      { content: { size: 90, text: '{"id":', mimeType: '' }, headers: { 'Content-Type': 'application/json' } },
    ],
    ['in a charset that is not read', { body: '{"a', headers: { 'Content-Type': 'application/json; charset=utf-16' } }],
  ])('nothing is said of an answer %s', async (_, said) => {
    const results = await judged(archive(said, {}), { baseUrl: BASE });
    expect(outcomes(results, 'fail')).toEqual([]);
    expect(outcomes(results, 'pass')).toContain('status/in-table');
  });

  test('and what clients sent as credentials is hidden', async () => {
    const sent = { Cookie: 'USER_TOKEN=s3cret-of-a-user', Authorization: 'Bearer t0ken-of-a-user' };
    const body = JSON.stringify({ echo: 's3cret-of-a-user t0ken-of-a-user' });
    const text = reportJson(await judged(archive({ sent, status: 500, body })));
    expect(text).toContain('[redacted]');
    expect(text).not.toContain('of-a-user');
  });
});

test.each<[string, string, RegExp]>([
  ['no JSON', 'HAR', /traffic\.har is no HTTP Archive: it is no JSON$/u],
  ['another JSON', '{"log":{}}', /is no HTTP Archive: log\.entries is no list$/u],
  ['no answer', archive({ status: 0 }), /holds no answer of a server$/u],
  [
    'several origins',
    archive({}, { url: 'https://b.example/users' }),
    /holds answers of http:\/\/api\.example, https:\/\/b\.example; give the address/u,
  ],
  [
    'nothing of the convention',
    archive({ path: '/index.html' }),
    /holds no answer of http:\/\/api\.example at an address of the convention/u,
  ],
])('an archive with %s is refused', async (_, text, told) => {
  await expect(judged(text)).rejects.toThrow(told);
  await expect(judged(text)).rejects.toThrow(UsageProblem);
});

async function judged(text: string, options: JudgeOptions = {}): Promise<Results> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'traffic.har');
  await writeFile(path, text);
  return await judgeHar(path, options);
}

function outcomes({ results }: Results, wanted: string): string[] {
  return results.filter(({ outcome }) => outcome === wanted).map(({ rule }) => rule);
}

function archive(...entries: readonly Said[]): string {
  return JSON.stringify({ log: { version: '1.2', entries: entries.map(entry) } });
}

function entry(said: Said, i: number): object {
  const { method = 'GET', path = '/users', status = 200, headers = {}, sent = {}, body = '', own = {} } = said;
  const named = (fields: Readonly<Record<string, string>>): object[] =>
    Object.entries(fields).map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString(),
    time: 5,
    request: { method, url: said.url ?? BASE + path, headers: named({ ':authority': 'api.example', ...sent }) },
    response: {
      status,
      statusText: '',
      headers: named(headers),
      content: said.content ?? { size: body.length, text: body },
    },
    ...own,
  };
}
