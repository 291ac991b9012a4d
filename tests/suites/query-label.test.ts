import { expect, test } from 'vitest';
import { before, judged } from './judged.ts';

test.each([
  ['text/plain', ['query/status query:users', 'query/status query:deals']],
  ['application/json; charset=utf-8', []],
  ['application/vnd.example+json', []],
])('a query whose array is labelled %s', async (type, failing) => {
  const wrap = before(async ({ method, path }, next) => {
    const response = await next();
    if (method !== 'GET' || !path.includes('/query/') || response.status !== 200) return response;
    return new Response(await response.text(), { status: 200, headers: { 'content-type': type } });
  });
  const { ended } = await judged(['query/status'], { wrap, options: { operationForms: [] } });
  expect(ended('fail').toSorted()).toEqual([...failing].toSorted());
});
