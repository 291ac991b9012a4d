import { expect, test } from 'vitest';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import { createMock } from '../../mock/index.ts';
import { createInProcessClient } from '../../proof/in-process.ts';

const BASE = 'http://127.0.0.1:9';

/** What query/status says of a mock whose queries of deals make something else of each answer that found something. */
async function outcomeFor(change: (answer: Response) => Response | Promise<Response>): Promise<string | undefined> {
  const mock = createMock();
  const { results } = await judgeFile(
    { runs: 1, seed: 5, rules: ['query/status'] },
    fileOf(mock.options, BASE),
    (client) =>
      createInProcessClient(
        client,
        async (request) => {
          const answer = await mock.fetch(request);
          return request.url.includes('/query/deals/') && answer.ok ? change(answer) : answer;
        },
        () => undefined,
      ),
  );
  return results.find(({ subject }) => subject === 'query:deals')?.outcome;
}

test.each<[what: string, change: (answer: Response) => Response | Promise<Response>]>([
  ['null', () => Response.json(null)],
  ['an object', async (answer) => Response.json({ records: await answer.json() })],
  ['a text that holds the array', async (answer) => Response.json(await answer.text())],
  ['206', async (answer) => new Response(await answer.text(), { status: 206, headers: answer.headers })],
  ['500', () => Response.json({}, { status: 500 })],
])(
  'a query that nobody named and that answers %s where it finds something is judged, not left out',
  async (_, change) => {
    expect(await outcomeFor(change)).toBe('fail');
  },
);

test('a query that nobody named is left out where it finds nothing', async () => {
  expect(await outcomeFor(() => Response.json({}, { status: 404 }))).toBeUndefined();
});
