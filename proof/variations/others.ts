import type { Fetch, Mock } from '../../mock/interface.ts';
import type { Variation, Wrap } from './variation.ts';

const DEALS = 'document 1, 4.1, 4.2: deals are created, changed and deleted, and nothing says by one client only';
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

/** Another client copies a deal that it finds in the list, the newest one. */
async function copy(mock: Mock, fetch: Fetch, origin: string): Promise<void> {
  const { basePath, version } = mock.options;
  const place = `${origin}${basePath}/rest/${version}/deals/`;
  const newest = [...mock.tenants.of('').store.deals.entries.values()].at(-1);
  if (newest === undefined) return;
  const { name, price } = newest.data;
  const headers = { 'content-type': 'application/json' };
  await fetch(new Request(place, { method: 'POST', headers, body: JSON.stringify({ name, price }) }));
}

/** What other clients do meanwhile, with records of their own. */
export const others: readonly Variation[] = [
  {
    id: 'others-copy-now-and-then',
    title: 'Somebody else copies the newest deal now and then.',
    source: `${DEALS}; 2: nothing makes name and price unique`,
    wrap: everyNth(40, (mock, _n, fetch, origin) => copy(mock, fetch, origin)),
  },
  {
    id: 'others-change-their-deals',
    title: 'Others hold and release the deals that were there before, and change their prices.',
    source: DEALS,
    hides: {
      'validator/etag-stable on deals': 'the deal changes between any two readings',
      'validator/if-none-match on deals': 'the deal changes between any two readings',
    },
    wrap: everyNth(3, (mock, n) => {
      const { store } = mock.tenants.of('');
      for (const deal of [...store.deals.entries.values()].filter(({ id }) => /^[123]$/u.test(id)).slice(n % 3, 3))
        store.changeDeal(deal, { ...deal.data, held: n % 2 === 0, holdReason: `round ${n}`, price: 1000 + n });
    }),
  },
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
