import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { askingAgain } from '../../cli/last-failed.ts';
import { messageOf } from '../../core/message-of.ts';
import type { Results } from '../../core/results/results.ts';
import { type JudgeOptions, judge, UsageProblem } from '../../judge/index.ts';
import { rejudge } from '../../judge/transcript/rejudge.ts';
import type { Fetch } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import { DEVIATIONS } from '../../proof/deviations/index.ts';
import { rejudgeDeviation, rejudgeVariation } from '../../proof/prove-rejudge.ts';
import { VARIATIONS } from '../../proof/variations/index.ts';
import { asProcess, temporaryFolder } from '../cli/assayer.ts';
import { deletesWith } from '../deletes-with.ts';
import { inGate } from '../in-gate.ts';

// REJUDGE=all judges every deviation and variation again, and whole runs; REJUDGE=7 every seventh of them.
const { REJUDGE } = process.env;
const every = REJUDGE === 'all' ? 1 : Number(REJUDGE ?? Number.POSITIVE_INFINITY);
const SOME: JudgeOptions = {
  seed: 1,
  runs: 1,
  rules: ['create/status', 'delete/status', 'session/authorized'],
};

describe('a run that is judged again gives the same results, to the last member', () => {
  test('for the mock with a target file', { tags: ['night'] }, async () => {
    await using recorded = await record(SOME);
    const again = await rejudge(recorded.path);
    expect(again).toEqual({ results: recorded.results, isSame: true });
  });

  test('without one, after the target is gone', { tags: ['night'] }, async () => {
    const mock = await startMock({ port: 0 });
    await using recorded = await record({ ...SOME, baseUrl: mock.url, labels: { commit: '1' }, level: 'should' });
    await mock.close();
    expect(await rejudge(recorded.path)).toEqual({ results: recorded.results, isSame: true });
  });

  test('where it was stopped at the first failure', { tags: ['night'] }, async () => {
    await using mock = await deletesWith(202);
    await using recorded = await record({ ...SOME, baseUrl: mock.url, bail: true });
    expect(recorded.results.run.interrupted).toMatch(/--bail/u);
    expect(await rejudge(recorded.path)).toEqual({ results: recorded.results, isSame: true });
  });

  test('where only what failed before was sent, with operations as they were found then', {
    tags: ['night'],
  }, async () => {
    await using mock = await deletesWith(202);
    // How operations are spelt is asked for where a rule that is tried sends some.
    const before = await judge({ ...SOME, rules: ['delete/status', 'operation/served'], baseUrl: mock.url });
    expect(before.target.operations).toBeDefined();
    await using recorded = await record(askingAgain({}, before));
    expect(recorded.results.results.map(({ rule }) => rule)).toEqual(['delete/status']);
    expect(await rejudge(recorded.path)).toEqual({ results: recorded.results, isSame: true });
  });

  test('where the reference is loaded in the middle of the run', { tags: ['night'] }, async () => {
    await using mock = await startMock({ port: 0 });
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'run.jsonl');
    // A process of its own: here it was loaded long ago.
    const args = ['check', mock.url, '--seed', '1', '--runs', '2', '--rule', 'model/sequence', '--transcript', path];
    const { status, stdout } = await asProcess(args);
    expect(status, stdout).toBe(0);
    const { isSame, results } = await rejudge(path);
    expect([isSame, results.summary.verdict]).toEqual([true, 'conformant']);
  });

  test('where time ran out', { tags: ['night'] }, async () => {
    await using mock = await startMock({
      port: 0,
      wrap: (fetch) => async (request) => {
        if (request.method === 'DELETE') await new Promise((resolve) => setTimeout(resolve, 300));
        return fetch(request);
      },
    });
    await using recorded = await record({ ...SOME, baseUrl: mock.url, maxTimeMs: 2500, cleanUpMs: 1200 });
    expect(recorded.results.run.interrupted).toMatch(/time limit/u);
    expect(await rejudge(recorded.path)).toEqual({ results: recorded.results, isSame: true });
  });

  test('where effects take time to show', { tags: ['night'] }, async () => {
    const listed = new Map<string, number>();
    await using mock = await startMock({ port: 0, wrap: (fetch) => late(fetch, listed) });
    await using recorded = await record({
      ...SOME,
      baseUrl: mock.url,
      rules: ['delete/status', 'delete/gone'],
      settleMs: 400,
    });
    expect(listed.size).toBeGreaterThan(0);
    expect(await rejudge(recorded.path)).toEqual({ results: recorded.results, isSame: true });
  });

  test.each(['delete-answers-202', 'create-answers-200'])(
    'for the fault %s, by the rules that it breaks',
    async (id) => {
      expect(await rejudgeDeviation(id, 1, true)).toEqual({ runs: 1, differences: [] });
    },
  );

  test.each(inGate(REJUDGE === undefined ? [] : ['for whole runs'], Infinity))('%s', { timeout: 300_000 }, async () => {
    const mock = await startMock({ port: 0 });
    await using known = await record({ seed: 3 });
    await using unknown = await record({ seed: 3, baseUrl: mock.url });
    await mock.close();
    expect(await rejudge(known.path)).toEqual({ results: known.results, isSame: true });
    expect(await rejudge(unknown.path)).toEqual({ results: unknown.results, isSame: true });
  });

  const deviations = REJUDGE === undefined ? [] : DEVIATIONS.filter((_, i) => i % every === 0);
  const variations = REJUDGE === undefined ? [] : VARIATIONS.filter((_, i) => i % every === 0);
  test.runIf(deviations.length > 0).each(deviations.map(({ id }) => id))(
    'for the fault %s',
    { timeout: 300_000 },
    async (id) => {
      expect((await rejudgeDeviation(id, 1)).differences).toEqual([]);
    },
  );
  test.runIf(variations.length > 0).each(variations.map(({ id }) => id))(
    'for the variation %s',
    { timeout: 300_000 },
    async (id) => {
      expect((await rejudgeVariation(id, 1)).differences).toEqual([]);
    },
  );
});

describe('a transcript', () => {
  test('that was changed, cut or is none is refused', { tags: ['night'] }, async () => {
    await using recorded = await record({ ...SOME, rules: ['session/authorized'] });
    const { path } = recorded;
    const text = await readFile(path, 'utf8');
    const refused = async (content: string, why: RegExp): Promise<void> => {
      await writeFile(path, content);
      await expect(rejudge(path)).rejects.toThrow(why);
    };
    await refused(text.replace('"status":200', '"status":201'), /was changed after it was written: its digest is/u);
    await refused(text.replace('"seed":1', '"seed":2'), /was changed after it was written/u);
    await refused(text.split('\n').slice(0, -2).join('\n'), /ends before its last line/u);
    await refused(text.slice(0, text.length / 2), /ends before its last line/u);
    await refused('{"log":{}}\n', /holds no transcript of assayer/u);
    await refused('', /holds no transcript of assayer/u);
    await refused(
      sealed(text.replace('assayer-transcript/1', 'assayer-transcript/9')),
      /is of format assayer-transcript\/9/u,
    );
    await refused(sealed(text.replace('{"exchange":', '{"exchanges":')), /: line 2 is no line of a transcript/u);
    await expect(rejudge(join(path, 'nothing'))).rejects.toThrow(/cannot be read/u);
  });

  test('with another answer and a new digest gives other results, or is refused', { tags: ['night'] }, async () => {
    await using recorded = await record({ ...SOME, rules: ['delete/status'] });
    const lines = (await readFile(recorded.path, 'utf8')).split('\n');
    let changed = 0;
    for (const [i, line] of lines.entries()) {
      if (!line.includes('"call":') || i % 4 > 0) continue;
      const other = line.replace(/"status":\d+/u, '"status":418');
      await writeFile(recorded.path, sealed(lines.with(i, other).join('\n')));
      const again = await rejudge(recorded.path).catch(messageOf);
      const told = typeof again === 'string' ? again : JSON.stringify(again.results);
      if (told !== JSON.stringify(recorded.results)) changed += 1;
    }
    // What tells whether the target was there at all, and what cleans up, is judged by nobody.
    expect(changed).toBeGreaterThan(4);
  });

  test('with another answer and a new digest gives another verdict where a rule is about it', async () => {
    await using recorded = await record({ ...SOME, rules: ['session/authorized'] });
    const lines = (await readFile(recorded.path, 'utf8')).split('\n');
    // The last request of the rule, so that the run asks for nothing else after it; a 403 would have it ask whether its session ended.
    const last = lines.findLastIndex((line) => line.includes('"accept","application/x-assayer-none'));
    const other = (lines[last] ?? '').replace('"status":200', '"status":404');
    await writeFile(recorded.path, sealed(lines.with(last, other).join('\n')));
    const { results, isSame } = await rejudge(recorded.path);
    expect(isSame).toBe(false);
    expect(results.summary.verdict).toBe('non-conformant');
  });

  test('in which the run asks for something else is refused, with the line', async () => {
    await using recorded = await record({ ...SOME, rules: ['delete/status'] });
    const text = await readFile(recorded.path, 'utf8');
    await writeFile(recorded.path, sealed(text.replace(/("method":"POST","url":"[^"]*)/u, '$1x')));
    await expect(rejudge(recorded.path)).rejects.toThrow(
      /run\.jsonl cannot be judged again: line \d+ answers POST .*x, and the run sends POST .* there \(the address differs\)/u,
    );
    await writeFile(recorded.path, sealed(text.replace('"rules":["delete/status"]', '"rules":["delete/*"]')));
    await expect(rejudge(recorded.path)).rejects.toThrow(/cannot be judged again: /u);
  });

  test('holds every exchange whole, bytes that are no text too, and only its owner may read it', {
    tags: ['night'],
  }, async () => {
    const odd = new Uint8Array([0x7b, 0xff, 0x00, 0x7d]);
    await using mock = await startMock({
      port: 0,
      wrap: (fetch) => async (request) => {
        const answer = await fetch(request);
        const { status, headers } = answer;
        return request.url.endsWith('/users') ? new Response(odd, { status, headers }) : answer;
      },
    });
    await using recorded = await record({ ...SOME, baseUrl: mock.url, rules: ['read/collection'] });
    const text = await readFile(recorded.path, 'utf8');
    expect(text).toContain(`"body":{"base64":"${Buffer.from(odd).toString('base64')}"}`);
    expect(text.split('\n').filter((line) => line.startsWith('{"exchange"'))).toHaveLength(
      recorded.results.run.requests,
    );
    expect((await stat(recorded.path)).mode & 0o777).toBe(0o600);
    expect(await rejudge(recorded.path)).toEqual({ results: recorded.results, isSame: true });
  });

  test('shows no secret, puts one stand-in for each, and is judged the same', { tags: ['night'] }, async () => {
    const [key, minted, token] = ['k3y-of-the-owner', 'm1nted-by-the-target', 'tok3n-in-a-body'];
    await using mock = await startMock({
      port: 0,
      wrap: (fetch) => async (request) => {
        const answer = await fetch(request);
        const headers = new Headers(answer.headers);
        headers.set('x-echo', `you sent ${request.headers.get('x-api-key')}`);
        headers.append('set-cookie', `trace=${minted}; Path=/`);
        if (!headers.get('content-type')?.includes('json') || answer.status >= 300)
          return new Response(answer.body, { status: answer.status, headers });
        const body: unknown = await answer.json();
        const told =
          typeof body !== 'object' || Array.isArray(body)
            ? body
            : Object.assign({}, body, { token, about: [minted, encodeURIComponent(key)] });
        return new Response(JSON.stringify(told), { status: answer.status, headers });
      },
    });
    const cookie = 'USER_TOKEN=s3ssion-of-the-owner';
    await using recorded = await record({ ...SOME, baseUrl: mock.url, cookie, headers: { 'X-Api-Key': key } });
    const text = await readFile(recorded.path, 'utf8');
    for (const secret of [key, minted, token, 's3ssion-of-the-owner']) expect(text).not.toContain(secret);
    const sent = new Set([...text.matchAll(/\["X-Api-Key","([^"]*)"\]/gu)].map(([, value]) => value));
    const echoed = new Set([...text.matchAll(/you sent ([^"]*)"/gu)].map(([, value]) => value));
    expect(sent.size).toBe(1);
    expect(echoed).toEqual(sent);
    expect([...sent][0]).toMatch(/^[a-z]\d[a-z]-[a-z]{2}-[a-z]{3}-[a-z]{5}$/u);
    expect(await rejudge(recorded.path)).toEqual({ results: recorded.results, isSame: true });
  });

  test('keeps the cookies that the run writes beside the session as they are, so that equal requests stay equal', {
    tags: ['night'],
  }, async () => {
    const cookie = 'USER_TOKEN=s3ssion-of-the-owner; theme=7';
    const rules = ['session/any-position', 'status/steady'];
    await using mock = await startMock({ port: 0 });
    await using recorded = await record({ seed: 1, runs: 3, rules, baseUrl: mock.url, cookie });
    const text = await readFile(recorded.path, 'utf8');
    expect(text).not.toContain('s3ssion-of-the-owner');
    expect(text).not.toContain('theme=7');
    expect(text).toMatch(/"cookie","a=1; USER_TOKEN=[^;"]{20}; b=2"/u);
    expect(text).toMatch(/"cookie","c0=0; c1=1; c2=2; /u);
    expect(await rejudge(recorded.path)).toEqual({ results: recorded.results, isSame: true });
  });

  test('of a run that cannot begin is not left behind', async () => {
    await using folder = await temporaryFolder();
    const transcript = join(folder.path, 'run.jsonl');
    await expect(judge({ baseUrl: 'http://127.0.0.1:9', rules: ['no/such'], transcript })).rejects.toThrow(
      UsageProblem,
    );
    await expect(stat(transcript)).rejects.toThrow('ENOENT');
    const unwritable = join(folder.path, 'run.jsonl', 'below.jsonl');
    await writeFile(transcript, '');
    await expect(judge({ ...SOME, transcript: unwritable })).rejects.toThrow(/below\.jsonl cannot be written/u);
  });
});

/** Deletions that the collection shows some time later. */
function late(fetch: Fetch, times: Map<string, number>): Fetch {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'DELETE') {
      const answer = await fetch(new Request(request.url, { headers: request.headers }));
      if (answer.status === 200) times.set(pathname, performance.now() + 150);
      if (answer.status === 200) return new Response(null, { status: 204 });
    }
    const due = times.get(pathname);
    if (due === undefined || performance.now() < due) return fetch(request);
    await fetch(new Request(request.url, { method: 'DELETE' }));
    return fetch(request);
  };
}

/** The text with the digest that belongs to it: as somebody would forge it. */
function sealed(text: string): string {
  const body = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1);
  return `${body}{"sha256":"${createHash('sha256').update(body).digest('hex')}"}\n`;
}

/** A run and its transcript, in a folder that is removed. */
async function record(options: JudgeOptions): Promise<AsyncDisposable & { path: string; results: Results }> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'run.jsonl');
  const results = await judge({ ...options, transcript: path });
  return { path, results, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
