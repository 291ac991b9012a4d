import { expect, test } from 'vitest';
import { before, json, judged, type Server } from './judged.ts';

/** What names nothing, by suffix and by parameter, at nested records and at what operations made. */
type Wrap = NonNullable<Server['wrap']>;

const RULES = ['read/made', 'read/nested-out-of-range', 'read/nested-unknown-owner'];
const isNested = (path: string): boolean => /\/(?:ssh-keys|address)\//u.test(path);

/** Finds a record where the mock finds none, by the suffix of its address. */
const finding = (isMeant: (path: string) => boolean): Wrap =>
  before(async ({ method, path }, next) => {
    const response = await next();
    const isIt = method === 'GET' && response.status === 404 && path.endsWith('.xml') && isMeant(path);
    return isIt ? new Response('<none/>', { headers: { 'content-type': 'application/xml' } }) : response;
  });

const WRONG: Readonly<Record<string, Wrap>> = {
  'nested records past the end by suffix': finding((path) => isNested(path) && path.startsWith('/users/1/')),
  'nested records of nobody by suffix': finding((path) => isNested(path) && !path.startsWith('/users/1/')),
  'holds that were never made, by suffix': finding((path) => path.includes('/holds/')),
  'commands that were never sent, by suffix': finding((path) => path.includes('/commands/')),
};

const options = { operationForms: ['E', 'F'] } as const;

test.each(Object.entries(WRONG))('found: %s', async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).not.toEqual([]);
});

test('not failed: an address with a suffix, or a parameter that is not known, is refused', async () => {
  const wrap: Wrap = (fetch) => async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const isOdd = searchParams.has('format') || /\.(?:xml|html)$/u.test(pathname);
    const isElsewhere = isNested(pathname) || /\/(?:holds|commands)\//u.test(pathname);
    return isOdd && isElsewhere ? json(400, {}) : fetch(request);
  };
  const { ended } = await judged(RULES, { wrap, options });
  expect([...ended('fail'), ...ended('error')]).toEqual([]);
});
