import { instead, redirected, refusal, type Variation, type Wrap } from './variation.ts';

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu;
const ZEROS = /(\/(?:users|deals|ssh-keys|address)\/)0+(?=\d)/gu;

/** Leads to the usual spelling of an address, where something is there. */
function leading(usual: (path: string) => string): Wrap {
  return instead(async ({ request, path, search }, next) => {
    const other = usual(path);
    if (other === path) return undefined;
    const { origin } = new URL(request.url);
    const isThere = async (at: string): Promise<boolean> =>
      (await next(new Request(origin + at, { headers: { accept: '*/*' } }))).status !== 404;
    // Below a deal most addresses take no GET, so the deal itself is asked for too.
    const record = other.replace(/(\/(?:users|deals)\/[^/]+).*$/u, '$1');
    return (await isThere(record)) && (await isThere(other)) ? refusal(308, { location: other + search }) : undefined;
  });
}

const inLowerCase = (path: string): string => path.replace(UUID, (id) => id.toLowerCase());

/** Other spellings of identifiers than the usual one: document 2, RFC 9562 4, RFC 9110 15.4.9. */
export const spellings: readonly Variation[] = [
  {
    id: 'uuids-in-any-case',
    title: 'Ids of deals are UUIDs, which are read in capitals as well.',
    source: 'RFC 9562 4: what reads a UUID takes capitals and small letters alike',
    group: 'ids',
    layer: 'identity',
    options: { ids: 'uuid' },
    wrap: instead(({ request, path }, next) =>
      inLowerCase(path) === path ? undefined : next(redirected(request, inLowerCase(path))),
    ),
  },
  {
    id: 'uuids-in-capitals-308',
    title: 'Ids of deals are UUIDs, and an address with one in capitals leads to the one in small letters.',
    source: 'RFC 9562 4; RFC 9110 15.4.9',
    group: 'ids',
    layer: 'identity',
    options: { ids: 'uuid' },
    wrap: leading(inLowerCase),
  },
  {
    id: 'zeros-before-ids-308',
    title: 'An address with zeros before a number leads to the one without them.',
    source: 'RFC 9110 15.4.9: the resource of that address has another address for good',
    group: 'ids',
    unseen: 'no address that is compared has such zeros',
    wrap: leading((path) => path.replace(ZEROS, '$1')),
  },
];
