import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judgeWrapped } from '../../proof/judge-wrapped.ts';
import { before } from '../suites/judged.ts';

// A server where a refused operation brings a deleted deal back: nobody deleted wrongly, and yet a record of the run is left behind.

/** What the deals were before they were deleted, and which of them are back. */
function bringingBack() {
  const shown = new Map<string, string>();
  const deleted = new Set<string>();
  const back = new Set<string>();
  const wrap: (fetch: Fetch) => Fetch = before(async ({ method, path }, next) => {
    const [, id = '', below = ''] = /\/deals\/([^/]+)(.*)$/u.exec(path) ?? [];
    if (method === 'PUT' && below === '/hold' && deleted.has(id)) back.add(id);
    const response = await next();
    if (method === 'DELETE' && below === '' && response.ok) deleted.add(id);
    const isList = method === 'GET' && /\/deals\/?$/u.test(path);
    if (!isList || !response.ok) return method === 'GET' ? shownAt(id + below, response) : response;
    const list = (await response.json()) as unknown[]; // what the mock lists, in JSON alone
    return Response.json([...list, ...[...back].map((one): unknown => JSON.parse(shown.get(one) ?? '{}'))]);
  });

  /** A deal by its own address, as it was before it was deleted when it is back. */
  async function shownAt(id: string, response: Response): Promise<Response> {
    if (response.ok && response.headers.get('content-type')?.startsWith('application/json') === true)
      shown.set(id, await response.clone().text());
    if (!back.has(id)) return response;
    return new Response(shown.get(id), { headers: { 'content-type': 'application/json' } });
  }

  return { wrap, back };
}

test.concurrent.each([
  ['in the list', true],
  ['at its own address alone', false],
])(
  'a deleted deal that a refused operation brings back is told as left behind: it shows %s',
  async (_where, isListed) => {
    const { wrap, back } = bringingBack();
    const { run } = await judgeWrapped({
      wrap,
      options: { operationForms: ['A'], representations: ['json'], validators: false },
      file: (whole) => ({
        ...whole,
        resources: (whole.resources ?? []).map((resource) =>
          resource.name === 'deals' && !isListed ? { ...resource, list: false } : resource,
        ),
      }),
      how: { rules: ['operation/unknown-deal'], seed: 7, runs: 2 },
    });
    expect(back.size).toBeGreaterThan(0);
    const told = (run.leftBehind ?? []).map(({ address }) => address.split('/').at(-1));
    expect(told.toSorted()).toEqual([...back].toSorted());
  },
);
