import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULE = 'negotiate/labelled';

/** Names a coding on each user that is read, and may change its body. */
function coded(coding: string, change = (body: string): string => body): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (request.method !== 'GET' || response.status !== 200 || !/\/users\/[^/]+$/u.test(request.url)) return response;
    const headers = new Headers({ ...Object.fromEntries(response.headers), 'content-encoding': coding });
    headers.delete('content-length');
    return new Response(change(await response.text()), { status: 200, headers });
  };
}

test.each(inGate([['utf-8'], ['UTF-8'], ['compress'], ['identity, iso-8859-1']], 2))(
  '%s, which was not applied, is found in Content-Encoding',
  { tags: ['night'] },
  async (coding) => {
    const { ended, of } = await judged([RULE], { wrap: coded(coding) });
    expect(ended('fail')).toContain(`${RULE} target`);
    expect(of(RULE, 'target').reason).toContain('which was not');
  },
);

test.each<[string, (fetch: Fetch) => Fetch]>([
  ['a coding of its own', coded('x-rot13', (body) => body.replace(/[{["]/gu, '~'))],
  ['identity', coded('identity')],
])('%s is not failed', { tags: ['night'] }, async (_, wrap) => {
  const { results } = await judged([RULE], { wrap });
  const own = results.find(({ rule }) => rule === RULE);
  expect(own?.outcome).toBe('pass');
});
