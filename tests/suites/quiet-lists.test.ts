import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** Keeps the list of deals until a request that drops it; each representation by itself. */
function keeping(
  drops: (request: Request) => boolean,
  fields: Readonly<Record<string, string>> = {},
  forMs = Infinity,
) {
  return (fetch: Fetch): Fetch => {
    const kept = new Map<string, { readonly response: Response; readonly at: number }>();
    return async (request) => {
      if (drops(request)) kept.clear();
      const isList = request.method === 'GET' && /\/deals\/?$/u.test(new URL(request.url).pathname);
      if (!isList) return fetch(request);
      const key = `${request.url} ${request.headers.get('accept') ?? ''}`;
      const known = kept.get(key);
      if (known !== undefined && Date.now() - known.at < forMs) return known.response.clone();
      const response = await fetch(request);
      const headers = new Headers({ ...Object.fromEntries(response.headers), ...fields });
      headers.delete('etag');
      headers.delete('last-modified');
      const now = new Response(response.body, { status: response.status, headers });
      kept.set(key, { response: now.clone(), at: Date.now() });
      return now;
    };
  };
}

const isWrite = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD';
const isDelete = ({ method }: Request): boolean => method === 'DELETE';
const isPost = ({ method }: Request): boolean => method === 'POST';

test.each<readonly [string, ReturnType<typeof keeping>, readonly string[]]>([
  ['is kept until any write', keeping(isWrite), []],
  ['is kept over changes', keeping((request) => isPost(request) || isDelete(request)), ['create/lasting deals']],
  ['is kept over deletions', keeping((request) => isWrite(request) && !isDelete(request)), ['delete/every deals']],
  ['may be kept by caches', keeping(isPost, { 'cache-control': 'max-age=60' }), []],
  ['follows a second later', keeping(isPost, {}, 1000), []],
])('found: a list that %s', { tags: ['night'] }, async (_, wrap, failed) => {
  const options = { operationForms: ['A' as const], representations: ['json' as const], validators: false };
  const { ended } = await judged(['create/lasting#deals', 'delete/every#deals'], { wrap, options, runs: 1 });
  const fails = ended('fail').filter((one) => /^(?:create\/lasting|delete\/every) deals$/u.test(one));
  expect(fails).toEqual(failed);
});
