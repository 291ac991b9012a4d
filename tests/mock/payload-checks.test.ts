import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { COMPILED, compiledText } from '../../fixtures/schemas/compile.ts';

it('the compiled checks are what the schemas say (npm run schemas writes them)', async () => {
  expect(await readFile(COMPILED, 'utf8')).toBe(compiledText());
});

// A page under a Content-Security-Policy without 'unsafe-eval' is to have the mock too; this flag is the same ban.
it('a payload is checked where no code may be made from texts', async () => {
  const mock = new URL('../../dist/mock/index.js', import.meta.url);
  const program = `
    const { createMock } = await import(${JSON.stringify(mock.href)});
    const body = JSON.stringify({ name: '', price: 'much' });
    const request = new Request('http://mock.test/rest/1/deals/', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    const response = await createMock().fetch(request);
    console.log(response.status, await response.text());`;
  const args = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/^400 .*"pointer":"\/name","detail":"must NOT have fewer than 1 characters"/u);
  expect(stdout).toContain('{"pointer":"/price","detail":"must be a number, or a text that is one"}');
});
