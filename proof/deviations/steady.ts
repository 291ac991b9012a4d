import { type Deviation, onAnswer, onRequest, withFields, withJson, withStatus } from './deviation.ts';
import { LOST_DEALS } from './lost-deals.ts';
import {
  bareAnswer,
  dealIn,
  isCreation,
  isWellFormed,
  onCreated,
  payloadOf,
  reading,
  remembering,
  resent,
} from './requests.ts';

const MODEL = { 'model/sequence': 'it creates and deletes as well, and often' };
const SAME = { 'create/any-valid': 'it reads what it created, too', ...MODEL };

/** Faults that show once in a while, or for some records only: document 4.1, 4.4. */
export const steady: readonly Deviation[] = [
  {
    id: 'every-fourth-creation-lacks-location',
    title: 'Every fourth creation is answered without a Location.',
    breaks: ['create/every'],
    alsoStrikes: { ...LOST_DEALS, ...MODEL, 'create/location': 'the first one may be the fourth' },
    wrap: everyFourth((response) => withFields(response, { location: undefined })),
  },
  {
    id: 'every-fourth-creation-answers-200',
    title: 'Every fourth creation is answered 200.',
    breaks: ['create/every'],
    alsoStrikes: { ...MODEL, 'create/status': 'the first one may be the fourth' },
    wrap: everyFourth((response) => withStatus(response, 200)),
  },
  {
    id: 'unicode-creation-answers-200',
    title: 'A deal whose name has letters beyond ASCII is created, and answered 200.',
    breaks: ['create/every'],
    wrap: onCreated((response, seen) =>
      /[^\0-\x7f]/u.test(String(payloadOf(seen)['name'])) ? withStatus(response, 200) : response,
    ),
  },
  {
    id: 'long-name-creation-lacks-link',
    title: 'The answer to the creation of a deal with a long name does not link to it.',
    breaks: ['create/every'],
    wrap: onCreated((response, seen) =>
      String(payloadOf(seen)['name']).length < 60
        ? response
        : withJson(response, (deal) => ({ ...Object(deal), _links: {} })),
    ),
  },
  {
    id: 'malformed-creation-files-a-draft',
    title: 'A creation in malformed JSON is answered 400, and an empty draft is filed all the same.',
    breaks: ['create/refused'],
    wrap: onRequest(async (seen, next) => {
      if (isCreation(seen) && !isWellFormed(seen)) await next(resent(seen, { body: '{"name":"a draft","price":1}' }));
      return next(seen.request);
    }),
  },
  {
    id: 'same-payload-same-deal',
    title: 'A deal that is created word for word again is answered 201 with the address of the first.',
    breaks: ['create/distinct'],
    wrap: remembering(
      () => new Map<string, Response>(),
      (made) =>
        onRequest(async (seen, next) => {
          if (!isCreation(seen)) return next(seen.request);
          const known = made.get(seen.body)?.clone();
          if (known !== undefined) return known;
          const response = await next(seen.request);
          if (response.status === 201) made.set(seen.body, response.clone());
          return response;
        }),
    ),
  },
  {
    id: 'only-latest-deals-kept',
    title: 'Only the latest twelve deals that were created are kept.',
    breaks: ['create/lasting'],
    alsoStrikes: { ...LOST_DEALS, ...forgotten(), ...MODEL, 'query/status': 'it looks for a deal that it created' },
    oneByOne: true,
    wrap: remembering(
      (): string[] => [],
      (kept) =>
        onRequest(async (seen, next) => {
          const response = await next(seen.request);
          const location = response.headers.get('location');
          if (!isCreation(seen) || response.status !== 201 || location === null) return response;
          kept.push(new URL(location).pathname);
          const path = kept.length > 12 ? kept.shift() : undefined;
          if (path !== undefined) await next(resent(seen, { method: 'DELETE', path, body: '' }));
          return response;
        }),
    ),
  },
  {
    id: 'third-deletion-does-nothing',
    title: 'Every third deletion is answered 204, and the deal stays.',
    breaks: ['delete/every'],
    alsoStrikes: {
      ...MODEL,
      'delete/removes': 'its deletion may be the third',
      'delete/again': 'its deletion may be the third',
      'delete/only-it': 'its deletion may be the third',
      'read/item-of-collection': 'its deletion may be the third',
    },
    wrap: remembering(
      () => ({ count: 0 }),
      (memory) =>
        onRequest(async (seen, next) => {
          if (seen.method !== 'DELETE' || dealIn(seen.path) === undefined) return next(seen.request);
          const found = await next(reading(seen, seen.path));
          memory.count += found.ok ? 1 : 0;
          return found.ok && memory.count > 20 && memory.count % 3 === 0 ? bareAnswer(204) : next(seen.request);
        }),
    ),
  },
  {
    id: 'deleted-in-xml-from-a-cache',
    title: 'A deleted deal that was read in XML before is still served in XML, from a cache.',
    breaks: ['delete/removes'],
    wrap: remembering(
      () => new Map<string, Response>(),
      (cache) =>
        onAnswer((response, { method, path, request }) => {
          if (method !== 'GET' || dealIn(path) === undefined || request.headers.get('accept') !== 'application/xml')
            return response;
          if (response.ok) cache.set(path, response.clone());
          return response.status === 404 ? (cache.get(path)?.clone() ?? response) : response;
        }),
    ),
  },
  {
    id: 'location-says-https',
    title: 'The Location says https, which nobody speaks on that port.',
    breaks: ['create/addressable'],
    alsoStrikes: LOST_DEALS,
    wrap: onCreated((response, { request }) => {
      const location = new URL(response.headers.get('location') ?? '', request.url).href;
      return withFields(response, { location: location.replace('http:', 'https:') });
    }),
  },
  {
    id: 'command-ids-cut-at-16',
    title: 'Ids of commands in form G are kept in 16 characters, and what they begin with alike is done once.',
    breaks: ['operation/command-id'],
    wrap: remembering(
      () => new Map<string, string>(),
      (ids) =>
        onRequest(async (seen, next) => {
          const id = /^(?:\/[^/]+)*?\/commands\/([^/]+)$/u.exec(seen.path)?.[1];
          if (seen.method !== 'PUT' || id === undefined || seen.path.includes('/deals/')) return next(seen.request);
          const first = ids.get(id.slice(0, 16)) ?? id;
          ids.set(id.slice(0, 16), first);
          return first === id ? next(seen.request) : bareAnswer(204);
        }),
    ),
  },
  {
    id: 'command-ids-without-case',
    title: 'Ids of commands in form F are compared without case, and what differs in nothing else is done once.',
    breaks: ['operation/command-id'],
    wrap: remembering(
      () => new Map<string, string>(),
      (ids) =>
        onRequest(async (seen, next) => {
          if (seen.method !== 'PUT' || !/\/deals\/[^/]+\/commands\/[^/]+$/u.test(seen.path)) return next(seen.request);
          const folded = seen.path.toLowerCase();
          const first = ids.get(folded) ?? seen.path;
          ids.set(folded, first);
          return first === seen.path ? next(seen.request) : bareAnswer(204);
        }),
    ),
  },
  {
    id: 'held-deal-not-deleted',
    title: 'The deletion of a deal on hold is answered 204, and the deal stays.',
    breaks: ['delete/every'],
    alsoStrikes: MODEL,
    wrap: onRequest(async (seen, next) => {
      if (seen.method !== 'DELETE' || dealIn(seen.path) === undefined) return next(seen.request);
      const found = await next(reading(seen, seen.path));
      const deal: unknown = found.ok ? await found.json() : undefined;
      const isHeld = typeof deal === 'object' && deal !== null && 'held' in deal && deal.held === true;
      return isHeld ? bareAnswer(204) : next(seen.request);
    }),
  },
  {
    id: 'name-cut-at-255',
    title: 'A name is cut at 255 characters.',
    breaks: ['create/any-valid'],
    alsoStrikes: { 'create/every': 'what is unique stands at the end of the name' },
    wrap: stored('name', (name) => (typeof name === 'string' ? name.slice(0, 255) : name)),
  },
  {
    id: 'negative-price-loses-its-sign',
    title: 'A price below 0 is stored without its sign.',
    breaks: ['create/any-valid'],
    wrap: stored('price', (price) => (typeof price === 'number' ? Math.abs(price) : price)),
  },
  {
    id: 'price-of-0-becomes-1',
    title: 'A price of 0 is taken for none, and the least price is stored.',
    breaks: ['create/any-valid'],
    wrap: stored('price', (price) => (price === 0 ? 1 : price)),
  },
  {
    id: 'read-unhold',
    title: 'Reading a deal that is on hold in JSON releases it.',
    breaks: ['model/sequence'],
    alsoStrikes: { ...SAME, ...effects(), 'query/safe': 'it reads the deal between two equal queries' },
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      const isRead = seen.method === 'GET' && dealIn(seen.path) !== undefined && response.ok;
      if (!isRead) return response;
      const release = resent(seen, { method: 'PUT', path: `${seen.path}/unhold`, body: '{}' });
      release.headers.set('content-type', 'application/json');
      await next(release);
      return response;
    }),
  },
  {
    id: 'not-modified-after-a-change',
    title: 'Any tag that a deal once had is answered 304, also after it has changed.',
    breaks: ['validator/if-none-match'],
    wrap: remembering(
      () => new Map<string, Set<string>>(),
      (tags) =>
        onAnswer((response, { method, path, request }) => {
          if (method !== 'GET' || dealIn(path) === undefined || !response.ok) return response;
          const known = tags.get(path) ?? new Set();
          tags.set(path, known.add(response.headers.get('etag') ?? ''));
          const asked = request.headers.get('if-none-match');
          return asked !== null && known.has(asked) ? bareAnswer(304, { etag: asked }) : response;
        }),
    ),
  },
  {
    id: 'head-of-nothing-200',
    title: 'HEAD of what is not there is answered 200.',
    breaks: ['read/head'],
    wrap: onAnswer((response, { method }) =>
      method === 'HEAD' && response.status === 404 ? bareAnswer(200) : response,
    ),
  },
  {
    id: 'vary-lost-on-collections',
    title: 'A collection in several representations does not say Vary.',
    breaks: ['negotiate/vary'],
    wrap: onAnswer((response, { method, path }) =>
      method === 'GET' && /\/(?:users|deals\/)$/u.test(path) ? withFields(response, { vary: undefined }) : response,
    ),
  },
  {
    id: 'suffix-of-the-neighbour',
    title: 'A user with a suffix is the next user.',
    breaks: ['negotiate/equivalent'],
    options: { selectors: ['accept', 'suffix', 'format'] },
    wrap: onRequest((seen, next) => {
      const path = seen.path.replace(/\/users\/(\d)\.(?=\w+$)/u, (_, id: string) => `/users/${(Number(id) % 5) + 1}.`);
      return next(path === seen.path ? seen.request : resent(seen, { path: path + seen.search }));
    }),
  },
  {
    id: 'nested-collections-swapped',
    title: 'The keys are read where the addresses are, and the addresses where the keys are.',
    breaks: ['read/nested'],
    wrap: onRequest((seen, next) => {
      const other = { 'ssh-keys': 'address', address: 'ssh-keys' };
      const path = seen.path.replace(/(?<=\/users\/[^/]+\/)(ssh-keys|address)(?=\/)/u, (name) =>
        name === 'address' ? other.address : other['ssh-keys'],
      );
      return next(path === seen.path ? seen.request : resent(seen, { path: path + seen.search }));
    }),
  },
  {
    id: 'query-plus-finds-everybody',
    title: 'A query with a plus in its text gives everybody: the filter does not parse it.',
    breaks: ['read/query-filters'],
    wrap: onRequest((seen, next) =>
      next(
        /\/users$/u.test(seen.path) && /name=.*%2B/u.test(seen.search)
          ? resent(seen, { path: seen.path })
          : seen.request,
      ),
    ),
  },
];

// Whatever works on a deal of its own may meet a third one.
function forgotten(): Readonly<Record<string, string>> {
  const why = 'the deal that it works with may be a third one';
  return Object.fromEntries(
    [
      'operation/malformed',
      'operation/missing-parameter',
      'operation/unknown-action',
      'negotiate/equivalent',
      'read/safe',
      'read/head',
      'command/effect',
      'delete/every',
      'validator/etag-changes',
      'validator/if-none-match',
    ].map((rule) => [rule, why]),
  );
}

function effects(): Readonly<Record<string, string>> {
  const why = 'it reads the deal before the repeat, and so releases it';
  return Object.fromEntries(
    [
      'operation/idempotent',
      'operation/command-id',
      'operation/effect',
      'operation/forms-agree',
      'operation/malformed',
      'operation/missing-parameter',
      'negotiate/equivalent',
      'validator/etag-stable',
      'read/safe',
      'read/head',
    ].map((rule) => [rule, why]),
  );
}

function everyFourth(change: (response: Response) => Response): Deviation['wrap'] {
  return remembering(
    () => ({ count: 0 }),
    (memory) =>
      onCreated((response) => {
        memory.count += 1;
        // The first ones are the target's own questions, and the one that most rules share.
        return memory.count > 12 && memory.count % 4 === 0 ? change(response) : response;
      }),
  );
}

/** A member is stored otherwise than it was sent; the answers are true to that. */
function stored(member: string, change: (value: unknown) => unknown): Deviation['wrap'] {
  return onRequest((seen, next) => {
    const deal = payloadOf(seen);
    if (!isCreation(seen) || !(member in deal)) return next(seen.request);
    return next(resent(seen, { body: JSON.stringify({ ...deal, [member]: change(deal[member]) }) }));
  });
}
