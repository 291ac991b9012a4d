import type { SeedUser } from '../../fixtures/seed.ts';
import { type Deviation, onAnswer, onRequest, withFields, withJson, withStatus } from './deviation.ts';
import { head } from './head.ts';
import { userRead, usersListed } from './places.ts';
import { queries } from './queries.ts';
import { bareAnswer, jsonAnswer, remembering, resent } from './requests.ts';
import { unknownIds } from './unknown-ids.ts';

type Member = Readonly<Record<string, unknown>>;

const NO_RECORD = 'what is listed is a record, and what is read is none';

/** Faults of collections and of single records: document 4.4. */
export const reading: readonly Deviation[] = [
  ...unknownIds,
  ...queries,
  ...head,
  onList('read-collection-keyed', 'The users come as an object with their ids as keys.', (users) =>
    Object.fromEntries(users.map((user) => [String(user['id']), user])),
  ),
  onList('read-collection-null', 'The users come as null.', () => null),
  onList(
    'read-collection-enveloped',
    'The users come in an envelope that the target file does not tell of.',
    (users) => ({
      data: users,
      total: users.length,
    }),
  ),
  onList('read-collection-as-text', 'The array of users comes as a JSON string.', (users) => JSON.stringify(users)),
  {
    id: 'read-collection-206',
    title: 'The collection is answered 206, though nobody asked for a range.',
    breaks: ['read/collection'],
    alsoStrikes: { 'version/unversioned': 'it asks for a plain 200 at the same address' },
    wrap: onAnswer((response, seen) =>
      usersListed(seen) && response.status === 200 && inJson(seen) ? withStatus(response, 206) : response,
    ),
  },
  {
    id: 'read-collection-of-one-as-object',
    title: 'A collection with one record in it comes as that record.',
    breaks: ['read/collection'],
    options: { seed: { users: [user('1', 'Ada Lovelace')] } },
    wrap: onAnswer((response, seen) =>
      usersListed(seen) ? withJson(response, (list) => (isList(list) && list.length === 1 ? list[0] : list)) : response,
    ),
  },
  emptyCollection('read-empty-collection-404', 'A collection with nothing in it is answered 404.', () =>
    jsonAnswer(404, { error: 'no users' }),
  ),
  emptyCollection('read-empty-collection-null', 'A collection with nothing in it comes as null.', () =>
    jsonAnswer(200, null),
  ),
  emptyCollection('read-empty-collection-204', 'A collection with nothing in it is answered 204.', () =>
    bareAnswer(204),
  ),

  onItem('read-item-as-array', 'A user comes as an array of one.', (record) => [record], {
    'read/item-of-collection': NO_RECORD,
  }),
  onItem('read-item-null', 'A user that exists comes as null.', () => null, {
    'read/item-of-collection': NO_RECORD,
  }),
  onItem('read-item-as-text', 'A user comes as a JSON string.', (record) => JSON.stringify(record), {
    'read/item-of-collection': NO_RECORD,
  }),

  {
    ...onEntry('read-list-other-values', 'The list shows another e-mail address than the record itself.', (entry) => ({
      ...entry,
      email: String(entry['email']).toUpperCase(),
    })),
    alsoStrikes: { 'read/query-filters': 'what a query gives is held against the list' },
  },
  {
    ...onEntry('read-list-cut-unicode', 'The list loses letters beyond ASCII.', (entry) => ({
      ...entry,
      name: String(entry['name']).replace(/[^\0-\x7f]/gu, '?'),
    })),
    alsoStrikes: { 'read/query-match': 'it searches for the names that the list shows' },
  },
  ghost('read-list-ghost-first-page', 'The list shows an id under which nothing is found.', 1),
  ghost('read-list-ghost-at-end', 'The last entry of the list is of a user that was deleted long ago.', -1),
  {
    id: 'read-item-of-neighbour',
    title: 'The last user that is listed is answered with the record before it.',
    breaks: ['read/item-of-collection'],
    wrap: onRequest(async (seen, next) =>
      next(userRead(seen) === '5' ? resent(seen, { path: seen.path.replace(/5$/u, '4') + seen.search }) : seen.request),
    ),
  },
  {
    id: 'read-ids-without-case',
    title: 'Ids are compared without case, so of two users that differ in it only one is ever found.',
    breaks: ['read/item-of-collection'],
    options: { seed: { users: [user('ada', 'Ada Lovelace'), user('Ada', 'Ada the second'), user('bob', 'Bob')] } },
    wrap: onRequest(async (seen, next) => {
      const id = userRead(seen);
      return next(id === undefined ? seen.request : resent(seen, { path: seen.path.toLowerCase() + seen.search }));
    }),
  },
  {
    id: 'read-deleted-deal-listed',
    title: 'The list of deals is kept as it was read, so that deleted ones stay in it.',
    breaks: ['read/item-of-collection'],
    alsoStrikes: {
      'validator/if-none-match': 'the list is kept under the tag of an earlier state',
      'operation/forms-agree': 'what each form stored is looked for in the list too, which is kept from before',
      'create/lasting': 'what became of a deal is looked for in the list too',
      'delete/every': 'the list holds what was deleted',
    },
    // What is kept is dropped with the next creation, and other rules create too.
    oneByOne: true,
    wrap: keptLists(),
  },
  {
    id: 'read-changed-deal-listed-as-before',
    title: 'The list of deals shows each one as it was first listed, whatever became of it.',
    breaks: ['read/item-of-collection'],
    alsoStrikes: {
      'operation/effect': 'what an operation changed is looked for in the list too',
      'operation/forms-agree': 'what each form stored is looked for in the list too',
    },
    wrap: keptEntries(),
  },

  {
    id: 'read-counts-as-edit',
    title: 'Each reading of a user counts its revision up.',
    breaks: ['read/safe'],
    wrap: remembering(
      () => ({ revision: 0 }),
      (memory) =>
        onAnswer((response, seen) => {
          if (userRead(seen) === undefined || response.status !== 200) return response;
          memory.revision += 1;
          return onRecord(response, (record) => ({ ...asMember(record), revision: { number: memory.revision } }));
        }),
    ),
  },
  {
    id: 'read-marks-as-read',
    title: 'A user is marked as seen by the first reading.',
    breaks: ['read/safe'],
    wrap: remembering(
      () => new Set<string>(),
      (marked) =>
        onAnswer((response, seen) => {
          const id = userRead(seen);
          // Every second reading, because others read the same record at the same time.
          if (id === undefined || response.status !== 200) return response;
          const before = marked.delete(id);
          if (!before) marked.add(id);
          return onRecord(response, (record) => ({ ...asMember(record), unread: !before }));
        }),
    ),
  },
];

function user(id: string, name: string): SeedUser {
  const place = { street: `${name}’s street`, city: 'London' };
  return { id, name, email: `${id.length}${id}@example.com`, sshKeys: [{ key: `key of ${id}` }], addresses: [place] };
}

/** The record changed in JSON; HEAD then tells no length, since it would be that of the record as it was. */
async function onRecord(response: Response, change: (record: unknown) => unknown): Promise<Response> {
  return response.body === null ? withFields(response, { 'content-length': undefined }) : withJson(response, change);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function asMember(value: unknown): Member {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function inJson({ request, search }: { readonly request: Request; readonly search: string }): boolean {
  return search === '' && (request.headers.get('accept') ?? '*/*').includes('json');
}

/** A fault in the shape of the collection of users, in JSON. */
function onList(id: string, title: string, change: (users: readonly Member[]) => unknown): Deviation {
  return {
    id,
    title,
    breaks: ['read/collection'],
    wrap: onAnswer((response, seen) =>
      usersListed(seen) && response.status === 200
        ? withJson(response, (list) => change(isList(list) ? list.map(asMember) : []))
        : response,
    ),
  };
}

/** A fault in what the list shows of each user. */
function onEntry(id: string, title: string, change: (entry: Member) => unknown): Deviation {
  return { ...onList(id, title, (users) => users.map(change)), breaks: ['read/item-of-collection'], alsoStrikes: {} };
}

function ghost(id: string, title: string, place: number): Deviation {
  const nobody = { id: '424242', name: 'Nobody Atall', email: 'nobody@example.com' };
  const at = (users: readonly Member[]): number => (place < 0 ? users.length : place);
  return {
    ...onList(id, title, (users) => users.toSpliced(at(users), 0, nobody)),
    breaks: ['read/item-of-collection'],
    alsoStrikes: { 'negotiate/equivalent': 'the ghost stands in the JSON only' },
  };
}

/** A fault in the answer about a collection in which there is nothing (document 4.4-m2). */
function emptyCollection(id: string, title: string, answer: () => Response): Deviation {
  return {
    id,
    title,
    breaks: ['read/collection'],
    alsoStrikes: { 'version/unversioned': 'it asks for a plain 200 at the same address' },
    options: { seed: { users: [] } },
    wrap: onAnswer((response, seen) => (usersListed(seen) && inJson(seen) ? answer() : response)),
  };
}

/** A fault in the shape of one user, in JSON. */
function onItem(
  id: string,
  title: string,
  change: (record: unknown) => unknown,
  alsoStrikes: NonNullable<Deviation['alsoStrikes']>,
): Deviation {
  return {
    id,
    title,
    breaks: ['read/item'],
    alsoStrikes,
    wrap: onAnswer((response, seen) =>
      userRead(seen) !== undefined && response.status === 200 ? onRecord(response, change) : response,
    ),
  };
}

/** The list of deals as it was read before the last deletion: only a creation has it read anew. */
function keptLists(): Deviation['wrap'] {
  return remembering(
    () => new Map<string, Response>(),
    (kept) =>
      onAnswer((response, seen) => {
        if (!/\/deals\/?$/u.test(seen.path)) return response;
        if (seen.method === 'POST') kept.clear();
        if (seen.method !== 'GET' || response.status !== 200) return response;
        const key = `${seen.path}${seen.search} ${seen.request.headers.get('accept') ?? ''}`;
        const before = kept.get(key);
        if (before !== undefined) return before.clone();
        kept.set(key, response.clone());
        return response;
      }),
  );
}

/** Each entry of the list of deals as it was when the list first showed it. */
function keptEntries(): Deviation['wrap'] {
  return remembering(
    () => new Map<string, unknown>(),
    (kept) =>
      onAnswer((response, seen) => {
        if (seen.method !== 'GET' || !/\/deals\/?$/u.test(seen.path)) return response;
        return withJson(response, (list) => {
          if (!isList(list)) return list;
          return list.map((entry) => {
            const id = String(asMember(entry)['id']);
            if (!kept.has(id)) kept.set(id, entry);
            return kept.get(id);
          });
        });
      }),
  );
}
