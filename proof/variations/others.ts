import type { Fetch, Mock } from '../../mock/interface.ts';
import type { Variation, Wrap } from './variation.ts';

const USERS = 'document 4.4: where users come from is not shown, and nothing says that they stay as they are';

/** Another client does something before every nth request. */
function everyNth(every: number, work: (mock: Mock, n: number, fetch: Fetch, origin: string) => unknown): Wrap {
  return (fetch, mock) => {
    let asked = 0;
    return async (request) => {
      asked += 1;
      if (asked % every === 0) await work(mock, asked / every, fetch, new URL(request.url).origin);
      return fetch(request);
    };
  };
}

/** What other clients do meanwhile, with records of their own. */
export const others: readonly Variation[] = [
  {
    id: 'others-register-users',
    title: 'More users are registered all the while, some of them by a name that is there already.',
    source: USERS,
    group: 'users',
    wrap: everyNth(7, (mock, n) => {
      const name = n % 3 === 0 ? 'Alan Turing' : `Newcomer ${n}`;
      mock.tenants.of('').store.putUser({ id: String(100 + n), data: { name, email: `u${n}@example.com` } });
    }),
  },
  {
    id: 'others-edit-users',
    title: 'A user changes their address of mail all the while.',
    source: USERS,
    group: 'users etag',
    wrap: everyNth(4, (mock, n) => {
      const { users } = mock.tenants.of('').store;
      const user = users.entries.get('4');
      if (user !== undefined) users.change(user, { ...user.data, email: `alan.${n}@example.com` });
    }),
  },
];
