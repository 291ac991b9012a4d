import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { CONTROL_ROUTES } from '../../mock/control/index.ts';
import { createMock } from '../../mock/index.ts';

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // The page has its address with a slash at the end, so that what it loads is found beside it.
    'no-path-trailing-slash': 'off',
    // The login link does nothing but lead on; that every operation tells a success is tested below.
    'operation-2xx-response': 'off',
  },
});

async function problemsOf(source: string): Promise<string[]> {
  const problems = await lintFromString({ source, config });
  return problems.map(({ severity, ruleId, message, location }) => {
    return `${severity} ${ruleId}: ${message} (${location[0]?.pointer})`;
  });
}

async function served(basePath: string): Promise<string> {
  const response = await createMock({ basePath }).fetch(new Request(`http://127.0.0.1${basePath}/_mock/control.json`));
  expect(response.headers.get('content-type')).toBe('application/json');
  return response.text();
}

test.each(['', '/api'])(
  'the linter of Redocly has nothing to say about the description of the control API below "%s"',
  async (basePath) => {
    expect(await problemsOf(await served(basePath))).toEqual([]);
  },
);

test('the linter objects to what is wrong', async () => {
  const { paths, ...rest } = JSON.parse(await served(''));
  const wrong = { ...rest, paths: { ...paths, '/_mock/sessions/{id}': { get: { responses: {} } } } };
  expect(await problemsOf(JSON.stringify(wrong))).not.toEqual([]);
});

test('every route is described, by its method, its path and its answers', async () => {
  const { paths, servers } = JSON.parse(await served('/api'));
  expect(servers).toEqual([{ url: 'http://127.0.0.1/api' }]);
  expect(CONTROL_ROUTES.length).toBeGreaterThan(10);
  for (const { method, path, title, answers, body, query = {} } of CONTROL_ROUTES) {
    const described = paths[`/_mock${path.replace(/:(\w+)/gu, '{$1}')}`]?.[method.toLowerCase()];
    expect(described, `${method} ${path}`).toMatchObject({ summary: title });
    expect(Object.keys(answers)).toContainEqual(expect.stringMatching(/^[23]\d\d$/u));
    expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(Object.keys(answers)));
    expect(described.requestBody?.content['application/json'].schema).toEqual(body);
    const named = described.parameters
      .filter((p: { in: string }) => p.in === 'query')
      .map((p: { name: string }) => p.name);
    expect(named).toEqual(Object.keys(query));
  }
  const count = Object.values<object>(paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
  expect(count).toBe(CONTROL_ROUTES.length);
});
