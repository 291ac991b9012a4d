import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { COMPILED, compiledText } from '../../fixtures/schemas/compile.ts';

const ROOT = join(import.meta.dirname, '../..');

it.each(COMPILED)('$file is what the schemas say (npm run schemas writes it)', async (compiled) => {
  expect(await readFile(join(ROOT, compiled.file), 'utf8')).toBe(compiledText(compiled));
});

// A page under a Content-Security-Policy without 'unsafe-eval' is to have the mock too; this flag is the same ban.
async function withoutMadeCode(body: string): Promise<string> {
  const mock = new URL('../../dist/mock/index.js', import.meta.url);
  const program = `
    const { createMock } = await import(${JSON.stringify(mock.href)});
    const mock = createMock();
    const headers = { 'content-type': 'application/json' };
    const ask = async (method, path, body) => {
      const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await mock.fetch(new Request('http://mock.test' + path, sent));
      console.log(response.status, await response.text());
    };
    ${body}`;
  const args = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', program];
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

it('a payload is checked where no code may be made from texts', { tags: ['night'] }, async () => {
  const told = await withoutMadeCode(`await ask('POST', '/rest/1/deals/', { name: '', price: 'much' });`);
  expect(told).toMatch(/^400 .*"pointer":"\/name","detail":"must NOT have fewer than 1 characters"/u);
  expect(told).toContain('{"pointer":"/price","detail":"must be a number, or a text that is one"}');
});

it('what is sent to the control API is checked there too', async () => {
  const told = await withoutMadeCode(`
    await ask('POST', '/_mock/sessions', { user: 1 });
    await ask('PATCH', '/_mock/switches', { representations: ['json', 'json'], selectors: ['by-guessing'] });
    await ask('POST', '/_mock/clock', { stopAt: '2030-02-30T00:00:00Z' });
    await ask('PUT', '/_mock/deviations', {});
    await ask('PUT', '/_mock/state', { users: [{ id: 1 }] });
    await ask('PUT', '/_mock/state', { format: 'assayer-state/1' });
    await ask('PUT', '/_mock/chaos', { rules: [{ status: 200 }] });
    await ask('POST', '/_mock/sessions', { user: '\u{1f600}'.repeat(200) });
    await ask('POST', '/_mock/sessions', { user: '\u{1f600}'.repeat(201) });`);
  const statuses = told.split('\n').flatMap((line) => /^\d{3}/u.exec(line)?.[0] ?? []);
  expect(statuses).toEqual(['400', '400', '400', '400', '400', '400', '400', '201', '400']);
  for (const detail of [
    '/user must be a text of at most 200 characters',
    '/representations must be a list of json, xml, html',
    '/selectors/0 must be equal to one of the allowed values',
    '/stopAt must be a date and time of RFC 3339',
    '/active is required',
    '/users/0/name is required',
    '/lastNumber is required',
  ])
    expect(told).toContain(detail);
});
