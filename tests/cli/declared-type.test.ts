import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { JudgeOptions } from '../../judge/options.ts';
import { startMock } from '../../mock/node.ts';
import { renderText } from '../../reports/text.ts';
import { inGate } from '../in-gate.ts';
import { serve } from '../target-file/service.ts';
import { assayer, temporaryFolder } from './assayer.ts';
import { type Passed, passing } from './passing.ts';

const FEW = ['--runs', '1', '--seed', '1'];
const READING = { rules: ['read/*'], readOnly: true };

/** What is said of the mock, with every JSON body under another Content-Type. */
async function labelled(
  type: string | undefined,
  how: Pick<JudgeOptions, 'rules' | 'readOnly'>,
): Promise<{ verdict: string; told: string }> {
  const relabel = (answer: Passed): Passed => {
    const { 'content-type': own = '', ...headers } = answer.headers;
    if (!own.includes('json')) return answer;
    return { ...answer, headers: type === undefined ? headers : { ...headers, 'content-type': type } };
  };
  const wrap = passing((_, answer) => relabel(answer));
  await using server = await startMock({ operationForms: ['A'], commandQuery: false, wrap });
  const results = await judge({ baseUrl: server.url, runs: 1, seed: 1, ...how });
  return { verdict: results.summary.verdict, told: renderText(results, { verbose: true }) };
}

describe.concurrent('JSON that does not say that it is JSON', () => {
  test.each(inGate(['text/plain', undefined, 'text/html; charset=utf-8'], 4))(
    'under %s fails when only reading, and the cause stands at the top',
    { tags: ['night'] },
    async (type) => {
      const { verdict, told } = await labelled(type, READING);
      expect(told).toMatch(/✗ read\/collection on 2 subjects, the first: deals/u);
      expect(told).toMatch(/✗ read\/item on 2 subjects, the first: deals/u);
      const top = told.slice(0, told.indexOf('read/collection'));
      const name = type === undefined ? 'there is no Content-Type' : `Content-Type says ${type.split(';')[0]}`;
      expect(top).toContain(`GET /users: the body is JSON, but ${name}`);
      expect(verdict).toBe('non-conformant');
    },
  );

  test('fails a creation, whose other rules still read the body', { tags: ['night'] }, async () => {
    const { told } = await labelled('text/plain', { rules: ['create/*', 'delete/*'] });
    expect(told).toMatch(/✗ create\/content-type on deals/u);
    expect(told).toMatch(/✓ create\/links on deals/u);
    expect(told).toMatch(/✓ create\/describes on deals/u);
    expect(told).toMatch(/✓ delete\/removes on deals/u);
    expect(told).toContain('deals: listed (GET /rest/1/deals/ was answered 200)');
    expect(told).toMatch(/representations = json,xml,html \(json is assumed: GET \S+ was answered as text\/plain/u);
  });

  test.each(inGate(['application/vnd.api+json; charset=utf-8', 'text/json'], 2))(
    'does not concern %s',
    { tags: ['night'] },
    async (type) => {
      const { verdict, told } = await labelled(type, READING);
      expect(told).not.toContain('the body is JSON, but');
      expect(verdict).not.toBe('non-conformant');
    },
  );
});

test.concurrent('a media type that the target file declares is sent, and is JSON when it comes back', async () => {
  const type = 'text/x-library';
  const wrong: string[] = [];
  const records = [{ id: '1', title: 'Emma' }];
  await using service = await serve(({ method, path, headers }) => {
    if (path.startsWith('/books') && headers['accept'] !== type) wrong.push(`${method} ${path} ${headers['accept']}`);
    const answer = (status: number, body?: unknown) => ({
      status,
      headers: { 'content-type': type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const id = /^\/books\/([^/?]+)$/u.exec(path)?.[1];
    if (method === 'GET' && path === '/books') return answer(200, records);
    const record = records.find((one) => one.id === id);
    return record === undefined ? answer(404, {}) : answer(200, record);
  });
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'target.json');
  const books = { name: 'books', list: '/books', item: '/books/{id}', mediaTypes: { json: type } };
  const claims = { representations: ['json'], selectors: [] };
  await writeFile(file, JSON.stringify({ baseUrl: service.url, claims, resources: [books] }));
  const { status, stdout } = await assayer([
    'check',
    '--target',
    file,
    ...FEW,
    '--rule',
    'read/item',
    '--rule',
    'read/collection',
    '--rule',
    'read/item-of-collection',
  ]);
  expect(wrong).toEqual([]);
  expect(stdout).not.toContain('the body is JSON, but');
  expect(status).toBe(0);
});
