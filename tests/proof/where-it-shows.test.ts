import { expect, test } from 'vitest';
import { learn } from '../../proof/known-fault.ts';

test('a fault of one form that takes another form to be seen is none of a server without its own', async () => {
  const { shows } = await learn('holded-loses-the-reason', 2);
  expect(shows).toEqual({ operationForms: ['B'] });
});
