import { type Deviation, onAnswer, onRequest, withFields, withText } from './deviation.ts';
import { nameAskedFor, reads } from './places.ts';
import { choosingAccept, isShown } from './representations.ts';
import { dealIn, reading, remembering, resent } from './requests.ts';

const DEAL_QUERY = /\/query\/deals\/([^/]+)$/u;

/** Faults in which an answer is older than the state, or tells it otherwise than another answer does: document 4.3, 4.4, 4.5-2, RFC 9110 9.3.2. */
export const keptAnswers: readonly Deviation[] = [
  {
    id: 'list-in-xml-as-first-read',
    title: 'The list of deals in XML is kept as it was first read, so that it lacks what was created since.',
    breaks: ['negotiate/equivalent'],
    alsoStrikes: { 'delete/every': 'the list shows what was deleted since, too' },
    wrap: remembering(
      () => new Map<string, Response>(),
      (kept) =>
        onAnswer((response, seen) => {
          const isXml = /^application\/xml/u.test(response.headers.get('content-type') ?? '');
          if (seen.method !== 'GET' || !/\/deals\/$/u.test(seen.path) || !isXml || !response.ok) return response;
          const first = kept.get(seen.path) ?? response.clone();
          kept.set(seen.path, first);
          return first.clone();
        }),
    ),
  },
  {
    id: 'empty-query-stays-empty',
    title: 'A query that found nothing is kept, so that it finds nothing after a deal of that name was created.',
    breaks: ['query/records'],
    wrap: remembering(
      () => new Map<string, Response>(),
      (empty) =>
        onAnswer((response, seen) => {
          if (!reads(seen) || !DEAL_QUERY.test(seen.path)) return response;
          if (response.status === 404) empty.set(seen.path, response.clone());
          return empty.get(seen.path)?.clone() ?? response;
        }),
    ),
  },
  {
    id: 'query-finds-deleted-deals',
    title: 'A deal that was found by a query once is found by it after it was deleted.',
    breaks: ['query/records'],
    wrap: remembering(
      () => new Map<string, Response>(),
      (found) =>
        onAnswer((response, seen) => {
          if (seen.method !== 'GET' || !DEAL_QUERY.test(seen.path)) return response;
          if (response.status === 200) found.set(seen.path, response.clone());
          return response.status === 404 ? (found.get(seen.path)?.clone() ?? response) : response;
        }),
    ),
  },
  {
    id: 'query-searches-every-field',
    title: 'A query for users by name finds those too who have the text in another field, such as their mail address.',
    breaks: ['read/query-filters'],
    wrap: onRequest(async (seen, next) => {
      const asked = nameAskedFor(seen);
      const response = await next(seen.request);
      if (asked === undefined || asked === '' || response.status !== 200 || seen.method === 'HEAD') return response;
      if ((await response.clone().text()) !== '[]') return response;
      const all: unknown = await (await next(reading(seen, seen.path))).json();
      const found = (Array.isArray(all) ? all : []).filter((user: unknown) =>
        Object.values(Object(user)).includes(asked),
      );
      return withText(response, () => JSON.stringify(found));
    }),
  },
  {
    id: 'query-decoded-twice',
    title:
      'The text of a query for users is percent-decoded twice: a name that is itself percent-encoded finds the user.',
    breaks: ['read/query-filters'],
    wrap: onRequest((seen, next) => {
      const asked = nameAskedFor(seen);
      if (asked === undefined || !/%[2-7][0-9a-f]/iu.test(asked)) return next(seen.request);
      const text = asked.replace(/%([2-7][0-9a-f])/giu, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
      return next(resent(seen, { path: `${seen.path}?name=${encodeURIComponent(text)}` }));
    }),
  },
  {
    id: 'holds-of-deleted-deal-read',
    title: 'The record of a hold is still read after its deal was deleted.',
    breaks: ['delete/removes'],
    alsoStrikes: { 'read/made': 'it reads the hold of a deleted deal as well, and in every representation' },
    wrap: remembering(
      () => new Map<string, Response>(),
      (kept) =>
        onAnswer((response, seen) => {
          if (seen.method !== 'GET' || !/\/deals\/[^/]+\/holds\/[^/]+$/u.test(seen.path)) return response;
          if (response.status === 200) kept.set(seen.path, response.clone());
          return response.status === 404 ? (kept.get(seen.path)?.clone() ?? response) : response;
        }),
    ),
  },
  {
    id: 'payload-of-deleted-deal-makes-none',
    title: 'A deal that is created word for word as one that was deleted gets the address of that, and is not stored.',
    breaks: ['create/every'],
    inWholeRun: true,
    alsoStrikes: { 'operation/effect': 'it creates deals word for word as those that it deleted' },
    wrap: remembering(
      () => new Map<string, Response>(),
      (made) => {
        const deleted = new Set<string>();
        return onRequest(async (seen, next) => {
          const known = seen.method === 'POST' ? made.get(seen.body) : undefined;
          const location = known?.headers.get('location') ?? '';
          if (known !== undefined && deleted.has(location)) return known.clone();
          const response = await next(seen.request);
          if (response.status === 201 && seen.method === 'POST' && /\/deals\/$/u.test(seen.path))
            made.set(seen.body, response.clone());
          if (response.status === 204 && seen.method === 'DELETE' && dealIn(seen.path) !== undefined)
            deleted.add(new URL(seen.path, seen.request.url).href).add(seen.path);
          return response;
        });
      },
    ),
  },
  {
    id: 'head-tag-of-json',
    title: 'HEAD tells the tag of the JSON, whatever Accept asks for.',
    breaks: ['read/head'],
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      if (seen.method !== 'HEAD' || choosingAccept(seen) === undefined || !response.ok) return response;
      const json = resent(seen, {});
      json.headers.set('accept', 'application/json');
      return withFields(response, { etag: (await next(json)).headers.get('etag') ?? undefined });
    }),
  },
  {
    id: 'head-without-vary',
    title: 'HEAD does not tell Vary, which a cache that updates its answer needs.',
    breaks: ['read/head'],
    wrap: onAnswer((response, seen) =>
      seen.method === 'HEAD' && isShown(seen) ? withFields(response, { vary: undefined }) : response,
    ),
  },
];
