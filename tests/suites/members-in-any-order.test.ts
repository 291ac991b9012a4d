import { expect, test } from 'vitest';
import type { Fetch, Mock } from '../../mock/index.ts';
import { before, judged } from './judged.ts';
import { wrapOf } from './varied.ts';

const RULES = ['method/refused', 'read/nested', 'read/made', 'validator/every', 'validator/if-none-match'];
const turned = wrapOf('json-members-in-any-order');

test('members that come in another order each time are the same members', { tags: ['night'] }, async () => {
  const { ended } = await judged(RULES, { wrap: turned });
  expect([...ended('fail'), ...ended('error')]).toEqual([]);
  expect(ended('pass')).toEqual(expect.arrayContaining(['method/refused deals', 'read/nested users/ssh-keys']));
});

const isDocument = (path: string): boolean => path.includes('/commands/');

/** A command document that is another one after a method that was refused there. */
const changedByRefused = (fetch: Fetch): Fetch => {
  const touched = new Set<string>();
  return before(async ({ method, path }, next) => {
    const response = await next();
    if (response.status === 405 && isDocument(path)) touched.add(path);
    if (method !== 'GET' || !touched.has(path) || !response.ok) return response;
    return Response.json({ ...(await response.json()), action: 'CancelDeal' });
  })(fetch);
};

/** The key of the owner that was asked for before, of whatever owner. */
const keptForAnother = (fetch: Fetch): Fetch => {
  const last = new Map<string, Response>();
  return before(async ({ path }, next) => {
    const [, index] = /^\/users\/[^/]+\/ssh-keys\/(\d+)$/u.exec(path) ?? [];
    const response = await next();
    if (index === undefined || !response.ok) return response;
    const known = last.get(index);
    last.set(index, response.clone());
    return known?.clone() ?? response;
  })(fetch);
};

test.each([
  ['a command is another one', 'method/refused deals', changedByRefused],
  ['a key is that of another owner', 'read/nested users/ssh-keys', keptForAnother],
] as const)('in whatever order they come, %s', async (_title, failed, broken) => {
  const wrap = (fetch: Fetch, mock: Mock): Fetch => turned(broken(fetch), mock);
  // Alone: what is kept for another owner is seen where nobody else reads in between.
  const { ended } = await judged([failed.split(' ')[0] ?? ''], { wrap, options: { representations: ['json'] } });
  expect(ended('fail')).toContain(failed);
});
