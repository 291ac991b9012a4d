import fc from 'fast-check';
import { expect, test } from 'vitest';
import { remembering } from '../../mock/service/remembering.ts';

test('what is remembered is what would be worked out anew, undefined included', () => {
  const work = (text: string): number | undefined => (text.length > 3 ? undefined : text.length);
  const remembered = remembering(work);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(remembered(text)).toBe(work(text));
    }),
  );
});

test('a text is worked out once while it is among the last, however many there are', () => {
  let worked = 0;
  const remembered = remembering((text) => {
    worked += 1;
    return text === 'a' ? undefined : text;
  });
  for (const text of ['a', 'b', 'a', 'b']) remembered(text);
  expect(worked).toBe(2);
  for (let i = 0; i < 5000; i += 1) remembered(`${i}`);
  expect(remembered('b')).toBe('b');
  expect(worked).toBe(5003);
});

test('a long text is not held', () => {
  let worked = 0;
  const remembered = remembering((text) => {
    worked += 1;
    return text;
  });
  for (let i = 0; i < 3; i += 1) remembered('x'.repeat(501));
  expect(worked).toBe(3);
});
