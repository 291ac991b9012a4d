import { expect, test } from 'vitest';
import { initialise } from '../../init/init.ts';
import { startMock } from '../../mock/node.ts';

/** Takes anything as an amercement that is there, and refuses to do without one. */
function lax() {
  return startMock({
    operationForms: ['A'],
    wrap: (fetch) => async (request) => {
      const isCancel = request.method === 'PUT' && request.url.endsWith('/cancel');
      const body = isCancel ? await request.clone().text() : '';
      if (!body.includes('a scalar')) return fetch(request);
      return fetch(new Request(request, { body: JSON.stringify({ amercement: 1, reason: 'as agreed' }) }));
    },
  });
}

test('a parameter that cannot be left out is required, whatever is taken in its place', {
  tags: ['night'],
}, async () => {
  await using mock = await lax();
  const { file, findings } = await initialise({ baseUrl: mock.url, allowWrites: true });
  const cancel = file.operations?.find(({ name }) => name === 'CancelDeal');
  // What is required is not said, since that is what counts then.
  for (const one of [cancel?.parameters?.['amercement'], cancel?.parameters?.['reason']]) {
    expect(one).toHaveProperty('sample');
    expect(one).not.toHaveProperty('required');
  }
  expect(findings.map(({ evidence }) => evidence)).toContain('without amercement, reason it was answered 400');
});
