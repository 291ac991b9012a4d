import { type Deviation, onRequest, type RequestView } from './deviation.ts';
import { dealRead, reads } from './places.ts';
import { isCollection, isShown } from './representations.ts';
import { bareAnswer, dealIn, isCreation, remembering } from './requests.ts';
import { onTag } from './tags.ts';

const OLD_LIST = 'the list that it reads may be an old one';

const HOLDS = /\/deals\/[^/]+\/holds$/u;

/** Faults in which a reading is kept too long, though it says that it has to be validated: document 4.4, RFC 9111 4.2, 5.2.2.4. */
export const staleReadings: readonly Deviation[] = [
  kept(
    'list-kept-over-operations',
    'The list of deals is kept until a deal is created or deleted: it does not show what an operation changed.',
    'status/steady',
    isDealList,
    (write) => isCreation(write) || isDeletion(write),
    { 'create/lasting': OLD_LIST, 'validator/if-none-match': OLD_LIST },
  ),
  kept(
    'list-kept-over-deletions',
    'The list of deals is kept until a deal is created or changed: it still shows those that were deleted since.',
    'delete/every',
    isDealList,
    (write) => !isDeletion(write),
    { 'validator/if-none-match': OLD_LIST },
  ),
  {
    id: 'etag-of-list-made-of-ids',
    title:
      'The ETag of the list of deals is made of their ids, so that it stays when an operation changes one of them.',
    breaks: ['validator/etag-changes'],
    wrap: (fetch, mock) =>
      onTag((own, _response, seen) => {
        if (!isDealList(seen)) return undefined;
        const ids = [...mock.tenants.of('').store.deals.entries.keys()].join(' ');
        return `"${Buffer.from(ids).toString('base64url')}${own.slice(own.lastIndexOf('-'))}`;
      })(fetch, mock),
  },
  kept(
    'deal-kept-over-commands-elsewhere',
    'A deal is kept until something is sent to its address or below: what a command of form G or of 4.3 did is not shown.',
    ['operation/effect', 'command/effect'],
    (seen) => dealRead(seen) !== undefined,
    (write, path) => `${write.path}/`.startsWith(`${path}/`),
    Object.fromEntries(
      ['delete/removes', 'operation/forms-agree', 'address/equivalent', 'validator/if-none-match'].map((rule) => [
        rule,
        'it reads deals of which a command may just have been told',
      ]),
    ),
  ),
  kept(
    'list-of-holds-kept-as-first-read',
    'The list of the holds of a deal is kept as it was first read, so that it lacks those that came since.',
    'read/made',
    (seen) => reads(seen) && HOLDS.test(seen.path),
    (write, path) => isDeletion(write) && path.startsWith(`${write.path}/`),
  ),
];

function isDealList(seen: RequestView): boolean {
  return isShown(seen) && isCollection(seen) && seen.path.includes('/deals');
}

function isDeletion({ method, path }: RequestView): boolean {
  return method === 'DELETE' && dealIn(path) !== undefined;
}

interface Kept {
  readonly path: string;
  readonly response: Response;
}

/** What is read so is kept, by its address and Accept, until a write succeeds by which it is dropped. */
function kept(
  id: string,
  title: string,
  rules: string | readonly string[],
  isKept: (seen: RequestView) => boolean,
  isDropped: (write: RequestView, path: string) => boolean,
  alsoStrikes: NonNullable<Deviation['alsoStrikes']> = {},
): Deviation {
  return {
    id,
    title,
    breaks: typeof rules === 'string' ? [rules] : rules,
    alsoStrikes,
    wrap: remembering(
      () => new Map<string, Kept>(),
      (all) =>
        onRequest(async (seen, next) => {
          const { method, path, search, request } = seen;
          const response = await next(request);
          if (!reads(seen)) {
            if (response.ok) for (const [key, known] of all) if (isDropped(seen, known.path)) all.delete(key);
            return response;
          }
          if (!isKept(seen)) return response;
          const key = `${path}${search} ${request.headers.get('accept') ?? ''}`;
          const known = all.get(key)?.response;
          if (known !== undefined) return asAsked(known, seen);
          if (method === 'GET' && response.status === 200) all.set(key, { path, response: response.clone() });
          return response;
        }),
    ),
  };
}

/** What is kept, as the answer to a GET or HEAD that may have its tag already. */
function asAsked(known: Response, { method, request }: RequestView): Response {
  const tag = known.headers.get('etag');
  const none = request.headers.get('if-none-match');
  if (none !== null && tag !== null && (none.trim() === '*' || none.includes(tag))) {
    const fields = ['etag', 'vary', 'cache-control', 'date'].map((name) => [name, known.headers.get(name) ?? '']);
    return bareAnswer(304, Object.fromEntries(fields));
  }
  return method === 'HEAD' ? new Response(null, { headers: known.headers }) : known.clone();
}
