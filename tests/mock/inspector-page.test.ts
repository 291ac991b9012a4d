import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { BUILT, builtText } from '../../mock/inspector/build.ts';
import { ruleTexts, WRITTEN } from '../../mock/inspector/rules.ts';

test('the page that is served is what mock/inspector says (npm run inspector writes it)', async () => {
  expect(await readFile(BUILT, 'utf8')).toBe(await builtText());
});

test('the words about rules are those of the suites (npm run inspector writes them)', async () => {
  expect(await readFile(WRITTEN, 'utf8')).toBe(ruleTexts());
});

test('a rule is told in words, and one that there is not is refused', async () => {
  const mock = createMock();
  const ask = (id: string): Promise<Response> => mock.control(new Request(`http://mock.test/_mock/rules/${id}`));
  expect(await (await ask('delete/status')).json()).toMatchObject({
    id: 'delete/status',
    level: 'must',
    why: expect.stringMatching(/\.$/u),
    due: expect.stringContaining('204'),
  });
  for (const id of ['delete/nothing', 'a/constructor']) expect((await ask(id)).status).toBe(404);
});

test('nothing of the page is left to be filled in, and a tenant’s name stays text', async () => {
  const mock = createMock();
  const answer = await mock.control(new Request('http://mock.test/_tenant/a/_mock/'));
  const page = await answer.text();
  expect(page).not.toMatch(/\{\{\w+\}\}/u);
  expect(page).toContain('data-base="/_mock/" data-origin="http://mock.test" data-tenant="a"');
  expect(page).toContain('<script type="module" nonce="');
});
