import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

type Wrap = (fetch: Fetch) => Fetch;
const RULES = ['validator/every', 'validator/etag-changes', 'operation/effect'];
const OPTIONS = { representations: ['json'], operationForms: ['A', 'C'] } as const;

const isDeal = ({ url }: Request): boolean => /\/deals\/[^/]+$/u.test(new URL(url).pathname);

function withField(response: Response, name: string, value: string | undefined): Response {
  const headers = new Headers(response.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** The answer to a PUT of a record tells a tag: that of the record before it, or after it. */
function taggingPuts(when: 'before' | 'after'): Wrap {
  return (fetch) => async (request) => {
    if (request.method !== 'PUT' || !isDeal(request)) return fetch(request);
    const tag = async (): Promise<string | undefined> =>
      (await fetch(new Request(request.url))).headers.get('etag') ?? undefined;
    const before = await tag();
    const response = await fetch(request);
    return response.ok ? withField(response, 'etag', when === 'before' ? before : await tag()) : response;
  };
}

test.each<[string, Wrap]>([['the ETag of what was replaced', taggingPuts('before')]])(
  '%s is found',
  { tags: ['night'] },
  async (_, wrap) => {
    const { ended } = await judged(RULES, { wrap, options: OPTIONS });
    expect(ended('fail')).toEqual(['validator/every target']);
  },
);

test.each<[string, Wrap]>([['the ETag of the new record', taggingPuts('after')]])(
  '%s is right',
  { tags: ['night'] },
  async (_, wrap) => {
    const { ended } = await judged(RULES, { wrap, options: OPTIONS });
    expect(ended('fail')).toEqual([]);
  },
);
