import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { describeApi, type OpenApi } from '../../fixtures/openapi.ts';

describe('the description of the API', () => {
  it('is published as fixtures/openapi.json (npm run schemas writes it)', async () => {
    const file = new URL('../../fixtures/openapi.json', import.meta.url);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(describeApi());
  });

  it('is published in JSON alone as fixtures/openapi-json.json', async () => {
    const file = new URL('../../fixtures/openapi-json.json', import.meta.url);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(describeApi({ representations: ['json'] }));
  });

  it('asks for a session at the root alone', () => {
    const guarded = operationsOf(describeApi()).filter(({ security }) => security.length > 0);
    expect(guarded.map(({ operationId }) => operationId)).toEqual(['checkSession']);
    expect(describeApi({ session: 'none' }).paths['/']).toBeUndefined();
  });

  it('has the addresses that the claims make', () => {
    const { paths, servers } = describeApi({
      version: '7',
      basePath: '/shop',
      server: 'http://localhost:1',
      operationForms: ['B'],
    });
    expect(servers).toEqual([{ url: 'http://localhost:1/shop' }]);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/rest/7/deals/', '/rest/7/deals/{id}/holded']));
    expect(Object.keys(paths)).not.toContain('/rest/7/deals/{id}/hold');
  });
});

function operationsOf({ paths }: OpenApi): { operationId: string; security: readonly object[] }[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}
