import { expect, test } from 'vitest';
import { apiReport } from './api/report.ts';

test('docs/api.md has what the package exports (npm run api writes it)', async () => {
  await expect(apiReport()).toMatchFileSnapshot('../docs/api.md');
});
