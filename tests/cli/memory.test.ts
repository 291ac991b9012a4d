import { expect, test } from 'vitest';
import { letGo } from '../../cli/memory.ts';

test('what nobody refers to any more is let go before the reports, where the process holds much', {
  tags: ['night'],
}, async () => {
  // So that it does, whatever runs in this process beside.
  const much = Buffer.alloc(200 * 1024 * 1024, 1);
  const kept = new WeakRef({ answers: Array.from({ length: 1000 }, (_, i) => `answer ${i}`) });
  await letGo();
  expect(kept.deref()).toBeUndefined();
  expect(much.at(-1)).toBe(1);
});
