import { expect, test } from 'vitest';
import { before, json, judged, type Look } from './judged.ts';

const RULE = 'status/no-server-error';
const options = { operationForms: ['A'], representations: ['json'] } as const;

const creates = ({ method, path }: Look): boolean => method === 'POST' && path.endsWith('/deals/');
/** What a service makes of escaped control characters in a creation; `clean` gives what it stores. */
const taking = (found: RegExp, answer: () => Response) =>
  before(async (look, next) => (creates(look) && found.test(look.body) ? answer() : next()));

test.each([
  ['a NUL', /\\u0000/u],
  ['control characters', /\\u001b/u],
  ['half of a pair', /\\ud800/u],
])('a server that breaks down over %s fails', { tags: ['night'] }, async (_, found) => {
  const seen = await judged([RULE, 'create/malformed'], { wrap: taking(found, () => json(500, {})), options, runs: 1 });
  expect(seen.ended('fail')).toEqual([`${RULE} target`]);
});

test.each([
  [
    'refuses such texts',
    before((look, next) => (creates(look) && /\\u00|\\ud8/u.test(look.body) ? Promise.resolve(json(400, {})) : next())),
  ],
  [
    'takes such characters out',
    before((look, next) =>
      creates(look) && /\\u00|\\ud8/u.test(look.body)
        ? next({ body: look.body.replaceAll(/\\u00[0-9a-f]{2}|\\ud800/gu, '') })
        : next(),
    ),
  ],
  [
    'cuts such texts',
    before((look, next) =>
      creates(look) && /\\u00|\\ud8/u.test(look.body)
        ? next({ body: look.body.replaceAll(/(?:\\u00|\\ud8)[^"]*/gu, '') })
        : next(),
    ),
  ],
])('a server that %s fails nothing', async (_, wrap) => {
  const seen = await judged([RULE, 'create/malformed'], { wrap, options, runs: 1 });
  expect(seen.ended('fail')).toEqual([]);
});

/** What stands for each character that XML cannot carry (XML 1.0 2.2). */
const inXml = (written: (char: string) => string) =>
  before(async ({ method, path }, next) => {
    const response = await next();
    const type = response.headers.get('content-type') ?? '';
    if (method !== 'GET' || !/\/deals\/\d+$/u.test(path) || !type.includes('xml')) return response;
    const text = (await response.text()).replace(/\uFFFD/gu, written);
    return new Response(text, { status: response.status, headers: { 'content-type': type } });
  });

test.each([
  ['refers to characters that XML cannot carry', () => '&#27;', ['negotiate/truthful target']],
  ['writes something else for them', () => '?', []],
])('a service that %s', { tags: ['night'] }, async (_, written, failed) => {
  const rules = ['negotiate/truthful', 'create/malformed'];
  const seen = await judged(rules, {
    wrap: inXml(written),
    options: { operationForms: ['A'], representations: ['json', 'xml'] },
    runs: 1,
  });
  expect(seen.ended('fail')).toEqual(failed);
});
