import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { describeApi, type OpenApi } from '../../fixtures/openapi.ts';
import { createMock } from '../../mock/index.ts';
import { MOCKS } from './claims.ts';

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // The document itself ends these in a slash: `/rest/{version}/deals/` (4.1) and `/command/<commandName>/` (4.3).
    'no-path-trailing-slash': 'off',
  },
});

async function problemsOf(api: OpenApi): Promise<string[]> {
  const problems = await lintFromString({ source: JSON.stringify(api), config });
  return problems.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} (${location[0]?.pointer})`,
  );
}

describe('the linter of Redocly has nothing to say', () => {
  it.each(Object.entries(MOCKS))('about the description of a mock %s', async (_name, options) => {
    expect(await problemsOf(describeApi(createMock(options).options))).toEqual([]);
  });

  it('about one with an address of its own', async () => {
    expect(await problemsOf(describeApi({ server: 'http://127.0.0.1:4010', basePath: '/api' }))).toEqual([]);
  });
});

it('the linter objects to what is wrong', async () => {
  const api = describeApi();
  const wrong: OpenApi = { ...api, components: { ...api.components, schemas: {} } };
  expect(await problemsOf(wrong)).toContainEqual(expect.stringMatching(/^error no-unresolved-refs/u));
});
