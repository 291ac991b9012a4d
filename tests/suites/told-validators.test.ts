import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

type Wrap = (fetch: Fetch) => Fetch;
type Fields = Readonly<Record<string, string | undefined>>;

const RULES = ['validator/every', 'operation/effect', 'operation/status', 'create/any-valid'];
const options = { representations: ['json'] } as const;

const NOBODY = '"assayer-tag-of-nothing"';

/** Other fields on the answers that are meant. */
function told(
  isMeant: (request: Request, answer: Response) => boolean,
  fieldsOf: (answer: Response, request: Request, fetch: Fetch) => Promise<Fields> | Fields,
): Wrap {
  return (fetch) => async (request) => {
    const answer = await fetch(request);
    if (!isMeant(request, answer)) return answer;
    const headers = new Headers(answer.headers);
    for (const [name, value] of Object.entries(await fieldsOf(answer, request, fetch)))
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    return new Response(answer.body, { status: answer.status, headers });
  };
}

const isMadeAt =
  (method: string, path: RegExp) =>
  (request: Request, { status }: Response): boolean =>
    request.method === method && status === 201 && path.test(request.url);

const isDone =
  (path: RegExp) =>
  (request: Request, { status }: Response): boolean =>
    request.method === 'PUT' && status === 204 && path.test(request.url);

const DEAL = /\/deals\/[^/]+$/u;

/** The Last-Modified of an answer in the time of New York. */
function inNewYork({ headers }: Response): Fields {
  const date = Date.parse(headers.get('last-modified') ?? '');
  return Number.isNaN(date) ? {} : { 'last-modified': new Date(date - 5 * 3_600_000).toUTCString() };
}

/** The tag of a deal when an operation below it comes, on its answer. */
const formerTags: Wrap = (fetch) => async (request) => {
  const [, deal] = /^(.*\/deals\/[^/]+)\/(?:hold|cancel|change-price)$/u.exec(request.url) ?? [];
  const before = deal === undefined ? undefined : await fetch(new Request(deal));
  const answer = await fetch(request);
  const tag = before?.headers.get('etag');
  if (!answer.ok || tag === undefined || tag === null) return answer;
  const headers = new Headers(answer.headers);
  headers.set('etag', tag);
  return new Response(answer.body, { status: answer.status, headers });
};

/** The tag of the first deal that was read, on the answer to each PUT of a deal. */
const firstTags: Wrap = (fetch) => {
  let first: string | null = null;
  return async (request) => {
    const answer = await fetch(request);
    if (request.method === 'GET' && DEAL.test(request.url) && answer.ok) first ??= answer.headers.get('etag');
    const tag = first;
    return tag === null ? answer : told(isDone(DEAL), () => ({ etag: tag }))(() => Promise.resolve(answer))(request);
  };
};

const WRONG: readonly (readonly [string, Wrap])[] = [
  ['a tag of nothing with each global command', told(isMadeAt('PUT', /\/commands\//u), () => ({ etag: NOBODY }))],
  ['a tag of nothing with each hold', told(isMadeAt('POST', /\/holds$/u), () => ({ etag: NOBODY }))],
  ['a tag of nothing with each change of a price', told(isMadeAt('POST', /changes$/u), () => ({ etag: NOBODY }))],
  ['the tag of the first deal that was read with a PUT of another one', firstTags],
  ['the tag from before an operation as a verb', formerTags],
];

test.each(inGate(WRONG))('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).toContain('validator/every target');
});

/** Each 201 links to what was made, and its weak tag is made of that. */
const bareWithWeakTags: Wrap = (fetch) => async (request) => {
  const answer = await fetch(request);
  if (answer.status !== 201) return answer;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  const body = JSON.stringify({ self: headers.get('location') });
  headers.set('etag', `W/"${body.length}-of-a-link"`);
  return new Response(body, { status: 201, headers });
};

/** Each reading of a deal raises its count of views, and its tag is made of what it shows. */
const counted =
  (hasBody: boolean): Wrap =>
  (fetch) => {
    const views = new Map<string, number>();
    const shown = async (path: string, answer: Response): Promise<Response> => {
      const body: unknown = await answer.json();
      const text = JSON.stringify({ ...(isObject(body) ? body : {}), views: views.get(path) ?? 0 });
      const headers = new Headers(answer.headers);
      headers.delete('content-length');
      headers.set('etag', `"${createHash('sha256').update(text).digest('base64url')}"`);
      return new Response(hasBody || answer.status !== 201 ? text : null, { status: answer.status, headers });
    };
    return async (request) => {
      const answer = await fetch(request);
      const isDeal = DEAL.test(request.url) && request.method === 'GET' && answer.status === 200;
      const isMade = request.method === 'POST' && request.url.endsWith('/deals/') && answer.status === 201;
      if (!isDeal && !isMade) return answer;
      const path = isDeal ? new URL(request.url).pathname : (answer.headers.get('location') ?? '');
      if (isDeal) views.set(path, (views.get(path) ?? 0) + 1);
      return shown(path, answer);
    };
  };

const RIGHT: readonly (readonly [string, Wrap])[] = [
  ['dates of another zone', told(() => true, inNewYork)],
  ['a tag of the answer itself with a PUT of a deal', told(isDone(DEAL), () => ({ etag: NOBODY }))],
  ['a count of views in each reading, of which the tag is made', counted(true)],
  ['such a count, and a 201 that shows nothing', counted(false)],
  ['a weak tag of the body that it came with', bareWithWeakTags],
  [
    'the tag of the new state with a PUT of a deal',
    told(isDone(DEAL), async (_, { url }, fetch) => ({
      etag: (await fetch(new Request(url))).headers.get('etag') ?? undefined,
    })),
  ],
  ['a tag of its own for the address of an operation', told(isDone(/\/hold$/u), () => ({ etag: '"h-1"' }))],
  [
    'another tag each time',
    told(
      ({ method }) => method === 'GET',
      () => ({ etag: `"${crypto.randomUUID()}"` }),
    ),
  ],
  [
    'no validators',
    told(
      () => true,
      () => ({ etag: undefined, 'last-modified': undefined }),
    ),
  ],
  [
    'clocks that are a minute apart',
    told(
      () => true,
      ({ headers }) => {
        const date = Date.parse(headers.get('last-modified') ?? '');
        return Number.isNaN(date) ? {} : { 'last-modified': new Date(date - 60_000).toUTCString() };
      },
    ),
  ],
];

test.each(inGate(RIGHT))('not failed: %s', { tags: ['night'] }, async (title, wrap) => {
  const { of } = await judged(RULES, { wrap, options });
  const { outcome, reason } = of('validator/every', 'target');
  // That such tags are of no use is told by another demand of the same rule.
  if (title !== 'another tag each time') expect(outcome, reason).toBe('pass');
  else expect(reason ?? '').not.toContain('as it is read');
});
