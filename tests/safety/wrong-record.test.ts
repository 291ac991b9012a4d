import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { MockOptions } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { onOthers, serveCareless } from './careless.ts';

// Servers that read the id of the deal where the request does not have it, find none, and change the first deal of all. Each change
// moves a deal to the end, so that the next one is another's.

interface Case {
  readonly id: string;
  readonly isMeant: (request: Request, path: string) => boolean;
  readonly options: Partial<MockOptions>;
  readonly rules: readonly string[];
}

const CASES: readonly Case[] = [
  {
    id: 'commands',
    isMeant: ({ method }, path) => method === 'POST' && path.startsWith('/command/'),
    options: { commandQuery: true, operationForms: [] },
    rules: ['command/*'],
  },
  {
    id: 'form G',
    isMeant: ({ method }, path) => method === 'PUT' && path.startsWith('/commands/'),
    options: { operationForms: ['G'] },
    rules: ['operation/*'],
  },
  {
    id: 'form A',
    isMeant: ({ method }, path) => method === 'PUT' && /\/deals\/[^/]+\/./u.test(path),
    options: { operationForms: ['A'] },
    rules: ['operation/*'],
  },
  {
    id: 'forms C and D',
    isMeant: ({ method }, path) => method === 'PUT' && /\/deals\/[^/]+$/u.test(path),
    options: { operationForms: ['C', 'D'] },
    rules: ['operation/*'],
  },
  {
    id: 'everything',
    isMeant: ({ method }, path) => ['PUT', 'POST'].includes(method) && !/\/deals\/?$/u.test(path),
    options: { commandQuery: true, operationForms: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] },
    rules: ['command/*', 'operation/*'],
  },
];

test.each(inGate(CASES, 3))(
  '$id: one deal of others is changed at most, and told',
  { tags: ['night'] },
  async ({ isMeant, options, rules }) => {
    await using server = await serveCareless(onOthers(isMeant), options);
    const { results, summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: [...rules] });
    expect(server.harmed()).toHaveLength(1);
    expect(server.added()).toEqual([]);
    expect(summary.headline?.join('\n')).toMatch(
      /was answered with success, and 1, which it did not name, changed meanwhile/u,
    );
    expect(results.filter(({ outcome }) => outcome === 'pass')).toEqual([]);
  },
);

test('a service that shows no hold at the deal is asked on: no other deal changes', async () => {
  await using server = await serveCareless(
    (fetch) => async (request) => {
      const answer = await fetch(request);
      if (request.method !== 'GET' || answer.status !== 200 || !request.url.includes('/deals/')) return answer;
      const shown: unknown = await answer.json();
      return Response.json(
        JSON.parse(
          JSON.stringify(shown, (name, value: unknown) =>
            name.startsWith('hold') || name === 'held' ? undefined : value,
          ),
        ),
      );
    },
    { operationForms: ['A'] },
  );
  const { results } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['operation/status'] });
  expect(results.find(({ subject }) => subject === 'HoldDeal/A')?.outcome).toBe('pass');
  expect(server.harmed()).toEqual([]);
});
