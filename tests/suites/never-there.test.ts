import { expect, test } from 'vitest';
import { before, judged } from './judged.ts';

// A service that shows nothing new before somebody approved it: what is not there is rightly 404, to GET and to DELETE (document 4.4-m1).

const RULES = ['create/addressable', 'create/malformed', 'delete/status'];

test('where no new deal is ever there, the rule about its address fails, and neither deletion nor what was refused does', {
  tags: ['night'],
}, async () => {
  const made = new Set<string>();
  const wrap = before(async ({ method, path }, next) => {
    if (made.has(path) && ['GET', 'DELETE'].includes(method)) return new Response(null, { status: 404 });
    const isList = method === 'GET' && path.endsWith('/deals/');
    const response = await next();
    if (isList && response.headers.get('content-type')?.includes('json') === true) {
      const deals: { id: unknown }[] = await response.json();
      return Response.json(deals.filter(({ id }) => ![...made].some((one) => one.endsWith(`/${String(id)}`))));
    }
    const location = response.headers.get('location');
    if (method === 'POST' && location !== null) made.add(new URL(location, 'http://127.0.0.1').pathname);
    return response;
  });
  const { ended, of } = await judged(RULES, { wrap });
  expect(ended('fail')).toEqual(['create/addressable deals']);
  expect(of('delete/status', 'deals')).toMatchObject({ outcome: 'not-exercised' });
});

test('a deletion that is answered 404 though the deal is there fails', async () => {
  const wrap = before(async ({ method }, next) => (method === 'DELETE' ? new Response(null, { status: 404 }) : next()));
  expect((await judged(RULES, { wrap })).ended('fail')).toEqual(['delete/status deals']);
});
