import { expect, test } from 'vitest';
import type { TargetFile } from '../../target-file/file.ts';
import { before, judged } from './judged.ts';

// A service that calls its query otherwise than its collection, as document 4.3 lets it.
const QUERIES: TargetFile['queries'] = [{ name: 'DealsByName', resource: 'deals', found: '{unique}' }];
const RULES = ['query/status', 'query/records'];

const renamed = before((look, next) => next({ path: look.path.replace('/query/DealsByName/', '/query/deals/') }));

/** Gives what was there at first, whatever is made later. */
const stale = before((look, next) =>
  look.path.startsWith('/query/DealsByName/') ? next({ path: '/query/deals/Steel%20delivery' }) : next(),
);

const file: Partial<TargetFile> = {
  queries: QUERIES,
  resources: [{ name: 'deals', sample: { name: '{unique}', price: 100 } }, { name: 'users' }],
};

test.concurrent('a query of another name finds the new record of the resource that the file names', async () => {
  const { results } = await judged(RULES, { wrap: renamed, file });
  expect(results.map(({ rule, outcome }) => `${rule} ${outcome}`)).toEqual(['query/status pass', 'query/records pass']);
});

test.concurrent('and fails where it gives others', { tags: ['night'] }, async () => {
  const found = await judged(RULES, { wrap: stale, file });
  expect(found.of('query/records', 'query:DealsByName').outcome).toBe('fail');
});

test.concurrent('without the name of a resource, what to write is told', async () => {
  const { of } = await judged(RULES, {
    wrap: renamed,
    file: { ...file, queries: [{ name: 'DealsByName', found: '{unique}' }] },
  });
  expect(of('query/status', 'query:DealsByName').reason).toContain('name the query’s resource');
});

/** Results that show no id of what they are about; the suffix of a query chooses a representation. */
const withoutIds = before(async (look, next) => {
  if (!look.path.startsWith('/query/DealsByName/')) return next();
  const [, parameter = '', suffix] = /^\/query\/DealsByName\/(.*?)(\.json|\.xml)?$/u.exec(look.path) ?? [];
  const answer = await next({ path: `/query/deals/${parameter}` });
  if (!answer.ok) return answer;
  if (suffix === '.xml') return new Response('<results/>', { headers: { 'content-type': 'application/xml' } });
  const records: unknown = await answer.json();
  const shown = Array.isArray(records) ? records.map((record: object) => ({ ...record, id: undefined })) : records;
  return Response.json(shown);
});

test.concurrent('a query whose results show no ids passes, where its suffix chooses a representation', {
  tags: ['night'],
}, async () => {
  const { of } = await judged(['query/records'], { wrap: withoutIds, file });
  const { outcome, reason } = of('query/records', 'query:DealsByName');
  expect(`${outcome}: ${reason}`).toMatch(/^pass/u);
});
