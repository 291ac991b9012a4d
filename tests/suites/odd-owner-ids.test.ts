import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const keys = (owner: string) => [{ type: 'ssh-ed25519', key: `AAAAC3NzaC1lZDI1NTE5AAAAI${owner}` }];

// Only unreserved characters are the same with and without percent-encoding, and no address holds a letter beyond ASCII (RFC 3986 2.2, 6.2.2.2).
test.each(inGate(['staff/1', 'usér-1', 'a b1'], 3))(
  'users whose ids hold what has to be encoded are not failed: %s',
  { tags: ['night'] },
  async (id) => {
    const users = [
      { id, name: 'Ada', sshKeys: keys('ada'), addresses: [{ city: 'London' }] },
      { id: `${id}2`, name: 'Grace', sshKeys: keys('grace'), addresses: [{ city: 'Washington' }] },
    ];
    const options = { operationForms: ['A'], representations: ['json'], seed: { users } } as const;
    const { ended } = await judged(['status/steady', 'read/*', 'address/*'], { options });
    expect(ended('fail')).toEqual([]);
  },
);

// -0 is 0.
test('a user 0 that is found by -0 is not failed', async () => {
  const users = [
    { id: '0', name: 'Ada', sshKeys: keys('ada') },
    { id: '1', name: 'Grace', sshKeys: keys('grace') },
  ];
  const options = { operationForms: ['A'], representations: ['json'], seed: { users } } as const;
  const { ended } = await judged(['read/unknown-item', 'read/nested-unknown-owner'], {
    options,
    wrap: (fetch) => (request) => fetch(new Request(request.url.replace('/users/-0', '/users/0'), request)),
  });
  expect(ended('fail')).toEqual([]);
});
