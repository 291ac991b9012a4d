import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Holds and commands are written to whatever If-Modified-Since and Range say, and not at all where they are refused. */
type Wrap = (fetch: Fetch) => Fetch;

const isHolding = ({ method, url }: Request): boolean => method === 'POST' && url.endsWith('/holds');
const isCommand = ({ method, url }: Request): boolean => method === 'PUT' && url.includes('/commands/');

/** Answers so to a write that has this field. */
const answering =
  (status: number, field: string, isMeant: (request: Request) => boolean): Wrap =>
  (fetch) =>
  async (request) =>
    isMeant(request) && request.headers.has(field) ? new Response(null, { status }) : fetch(request);

/** Refuses a write for its If-Match, and carries it out all the same. */
const doneAnyway =
  (status: number): Wrap =>
  (fetch) =>
  async (request) => {
    const condition = request.headers.get('if-match') ?? '*';
    const [, deal] = /^(.*\/deals\/[^/]+)\/commands\//u.exec(request.url) ?? [];
    if (!isCommand(request) || condition === '*' || deal === undefined) return fetch(request);
    // A command document as the run sends it.
    const { params } = JSON.parse(await request.text()) as { params: object };
    const headers = { 'content-type': 'application/json' };
    await fetch(new Request(`${deal}/hold`, { method: 'PUT', headers, body: JSON.stringify(params) }));
    return new Response(null, { status });
  };

/** Refuses PUT of a record of form E with 405, and shows what it held ever after. */
const storedAnyway: Wrap = (fetch) => {
  const stored = new Map<string, object>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!/\/holds\/[^/]+$/u.test(pathname)) return fetch(request);
    const body = await request.clone().text();
    const answer = await fetch(request);
    // What the run sends there is an object.
    if (request.method === 'PUT' && answer.status === 405) stored.set(pathname, JSON.parse(body) as object);
    const other = request.method === 'GET' && answer.ok ? stored.get(pathname) : undefined;
    return other === undefined ? answer : Response.json({ ...((await answer.json()) as object), ...other });
  };
};

const RULE = 'validator/if-match';

test.each(
  inGate<[string, Wrap]>(
    [
      ['304 to POST of a hold', answering(304, 'if-modified-since', isHolding)],
      ['412 to a command with If-Modified-Since', answering(412, 'if-modified-since', isCommand)],
      ['416 to a command with Range', answering(416, 'range', isCommand)],
      ['206 to POST of a hold with Range', answering(206, 'range', isHolding)],
    ],
    2,
  ),
)('found: %s', { tags: ['night'] }, async (_, wrap) => {
  expect((await judged([RULE], { wrap })).of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

test('found: a command that is refused for its If-Match, and carried out', { tags: ['night'] }, async () => {
  expect((await judged([RULE], { wrap: doneAnyway(428) })).of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

test('found: PUT of a record of form E that is refused and stored', { tags: ['night'] }, async () => {
  expect((await judged(['method/refused'], { wrap: storedAnyway })).ended('fail')).not.toEqual([]);
});

test('legal: repeats of commands and further holds that are refused', async () => {
  const known = new Set<string>();
  const wrap: Wrap = (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    if ((isCommand(request) || isHolding(request)) && known.has(pathname)) return new Response(null, { status: 409 });
    const answer = await fetch(request);
    if (answer.ok) known.add(pathname);
    return answer;
  };
  expect((await judged([RULE], { wrap })).ended('fail')).toEqual([]);
});
