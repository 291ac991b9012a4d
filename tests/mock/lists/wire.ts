import { expect, test } from 'vitest';
import { type List, onEveryFace } from '../faces.ts';

/** What a Request cannot hold. */
export const wire: List = onEveryFace('as it is sent', (open, needs) => {
  test.for(['/users/../users/1', '/users/%2e%2e', '/users/.', '//users/1'])(
    '%s is looked for as it is: 404',
    async (target, context) => {
      needs(context, 'a target as it is sent');
      await using service = await open();
      expect(await service.raw?.('GET', target)).toBe(404);
    },
  );

  test('TRACE answers 405', async (context) => {
    needs(context, 'the method TRACE');
    await using service = await open();
    expect(await service.raw?.('TRACE', '/users')).toBe(405);
  });
});
