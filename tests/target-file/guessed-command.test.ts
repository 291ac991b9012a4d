import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';
import type { CommandFile } from '../../target-file/file.ts';

/** A service whose command takes another payload than one might guess: the document shows none (4.3). */
function commandAnswers(status: number): Promise<StartedMock> {
  return startMock({
    wrap: (fetch) => async (request) =>
      request.url.endsWith('/command/HoldDeal/') && request.method === 'POST'
        ? Response.json({ error: 'dealId is missing' }, { status })
        : fetch(request),
  });
}

async function outcomes(mock: StartedMock, commands?: readonly CommandFile[]): Promise<string[]> {
  const target = commands === undefined ? { baseUrl: mock.url } : { baseUrl: mock.url, commands };
  const { results } = await judge({ target, rules: ['command/*', 'query/status'], seed: 1, runs: 1 });
  return results.map(({ rule, outcome }) => `${rule} ${outcome}`);
}

test.each([400, 404, 422])(
  'a guess that is answered %i fails nothing, and counts as not exercised',
  { tags: ['night'] },
  async (status) => {
    await using mock = await commandAnswers(status);
    const ended = await outcomes(mock);
    expect(ended.filter((one) => one.endsWith(' fail'))).toEqual([]);
    expect(ended).toContain('command/status not-exercised');
    expect(ended).toContain('query/status pass');
  },
);

test.each([400, 404])(
  'a command that the target file names is due, and fails when it is answered %i',
  { tags: ['night'] },
  async (status) => {
    await using mock = await commandAnswers(status);
    const named = [{ name: 'HoldDeal', payload: { id: '{deal}', reason: 'waiting for papers' } }];
    expect(await outcomes(mock, named)).toContain('command/status fail');
  },
);

test('a guess that breaks the service down is judged', { tags: ['night'] }, async () => {
  await using mock = await commandAnswers(500);
  expect(await outcomes(mock)).toContain('command/status fail');
});
