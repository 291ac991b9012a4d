import { type Deviation, onRequest, type RequestView, type Take } from './deviation.ts';
import { nestedRead, userRead } from './places.ts';
import { beside, dealIn, reading, resent } from './requests.ts';

type Next = Parameters<Take>[1];

/** Faults in which the value of another member is taken for an identifier in the path: document 4.4 (lookup), 4.4-m1. */
export const otherIdentifiers: readonly Deviation[] = [
  {
    id: 'user-found-by-name',
    title: 'Where no user has the id in the path, the user of that name is given.',
    breaks: ['read/unknown-item'],
    wrap: onMissing(userRead, async (seen, next, name) => {
      const id = await firstIdAt(`${seen.path.replace(/\/[^/]+$/u, '')}?name=${name}`, seen, next);
      return id === undefined ? undefined : resent(seen, { path: beside(seen.path, id) + seen.search });
    }),
  },
  {
    id: 'deal-deleted-by-name',
    title: 'Where no deal has the id in the path, DELETE deletes the first deal of that name.',
    breaks: ['delete/only-it'],
    wrap: onMissing(
      ({ method, path }) => (method === 'DELETE' ? dealIn(path) : undefined),
      async (seen, next, name) => {
        const id = await firstIdAt(`/query/deals/${name}`, seen, next);
        return id === undefined ? undefined : resent(seen, { path: beside(seen.path, id) + seen.search });
      },
    ),
  },
  {
    id: 'nested-owner-found-by-name',
    title: 'Where no user has the id in the path, the keys and addresses of the user of that name are given.',
    breaks: ['read/nested-unknown-owner'],
    wrap: onMissing(
      (seen) => nestedRead(seen)?.owner,
      async (seen, next, name) => {
        const [, users = '', below = ''] = /^(.*\/users)\/[^/]+(\/.*)$/u.exec(seen.path) ?? [];
        const id = await firstIdAt(`${users}?name=${name}`, seen, next);
        return id === undefined ? undefined : resent(seen, { path: `${users}/${id}${below}${seen.search}` });
      },
    ),
  },
];

/** What is answered 404 for the value in its path is asked for again in other words, where there are any. */
function onMissing(
  valueIn: (seen: RequestView) => string | undefined,
  otherwise: (seen: RequestView, next: Next, value: string) => Promise<Request | undefined>,
): Deviation['wrap'] {
  return onRequest(async (seen, next) => {
    const response = await next(seen.request);
    const value = valueIn(seen);
    if (response.status !== 404 || value === undefined) return response;
    const other = await otherwise(seen, next, value);
    return other === undefined ? response : next(other);
  });
}

/** The id of the first record that an address lists, as it stands in a path. */
async function firstIdAt(path: string, seen: RequestView, next: Next): Promise<string | undefined> {
  const request = reading(seen, path);
  for (const name of ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'])
    request.headers.delete(name);
  const response = await next(request);
  if (response.status !== 200) return undefined;
  const [first] = (await response.json()) as readonly { readonly id: string }[]; // the mock lists records
  return first === undefined ? undefined : encodeURIComponent(first.id);
}
