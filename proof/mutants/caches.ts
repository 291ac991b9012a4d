import type { Call, Cell, Fault, Operator } from './mutant.ts';
import { representationOf } from './places.ts';

const CLAUSE = '4.5-1, 4.5-2';

/** Caches whose key tells too little, or that keep too long: document 4.4, 4.5, RFC 9110 15.4.5. */
export const caches: readonly Operator[] = [
  {
    name: 'cache-key',
    per: 'place',
    at: (cell) => {
      if (!isShown(cell)) return [];
      const { place, pattern } = cell;
      const isOne = place.startsWith('query');
      return [
        ...(isOne ? [] : [keyed('accept', 'the representation that was read first comes for each', CLAUSE, stateKey)]),
        ...(place === 'users.query.get'
          ? [
              keyed(
                'query',
                'the result that was read first comes for each query',
                '4.4 (query by name)',
                (_call, type) => type,
              ),
              keyed(
                'length',
                'queries of one length have one result',
                '4.4 (query by name)',
                ({ search }, type) => `${search.length} ${type}`,
              ),
            ]
          : []),
        ...(pattern.endsWith('/:index') || pattern.endsWith('/:commandId')
          ? [
              // A global command document (4.2 G) has no owner.
              ...(/:.*:/u.test(pattern)
                ? [
                    keyed(
                      'owner',
                      'what was read first comes below each owner',
                      '4.4, 4.2',
                      (call, type) => `${call.path.split('/').at(-1)} ${type}`,
                    ),
                  ]
                : []),
              keyed(
                'index',
                'what was read first comes for each that the owner has',
                '4.4, 4.2',
                (call, type) => `${call.path.split('/').slice(0, -1).join('/')} ${type}`,
              ),
            ]
          : []),
      ];
    },
  },
  {
    name: 'cache-kept',
    per: 'place',
    at: (cell) => {
      if (!isShown(cell)) return [];
      return [
        sticky('not-modified', 'a 304 is kept for the next who asks without a condition', 'RFC 9110 15.4.5', 304),
        ...(cell.place.startsWith('query')
          ? []
          : [sticky('refusal', 'a 406 is kept for the next who asks', '4.5-1', 406)]),
        ...(/deals|commands/u.test(cell.place) && cell.pattern.includes(':')
          ? [sticky('unknown', 'what was once unknown stays unknown', '4.4-m1', 404)]
          : []),
        ...(cell.place === 'deals.id.get' ? [afterDeletion()] : []),
        ...(/^(?:deals\.(?:id\.)?get$|query\.deals)/u.test(cell.place)
          ? [
              lagging('once', 'the first reading after a change shows the state before it', true),
              lagging('behind', 'readings show the state before the last change', false),
            ]
          : []),
      ];
    },
  },
];

/** Whether a cell is a GET that shows something. */
export function isShown({ place, status, representation }: Cell): boolean {
  return place.endsWith('.get') && status === 200 && representation !== 'none' && place !== 'root.get';
}

/** The fields of preconditions (RFC 9110 13.1). */
export const CONDITIONS: readonly string[] = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/** Whether a request has a precondition. */
export function isConditional({ request }: Call): boolean {
  return CONDITIONS.some((field) => request.headers.has(field));
}

/** The address, and the state that the tag tells. */
function stateKey({ path, search }: Call, _type: string, etag: string): string {
  return `${path}${search.replace(/[?&]format=\w+/u, '')} ${etag.replace(/-\w+"$/u, '')}`;
}

interface Kept {
  readonly text: string;
  readonly etag: string;
  readonly fields: Headers;
}

async function keptOf(response: Response): Promise<Kept> {
  const { headers } = response;
  return { text: await response.text(), etag: headers.get('etag') ?? '', fields: new Headers(headers) };
}

function shown({ text, fields }: Kept): Response {
  return new Response(text, { headers: fields });
}

/** A cache that tells too few requests apart. */
function keyed(
  args: string,
  says: string,
  clause: string,
  keyOf: (call: Call, type: string, etag: string) => string,
): Fault {
  return {
    args,
    says,
    clause,
    async take(call, next) {
      const response = await next(call.request);
      if (response.status !== 200 || isConditional(call)) return response;
      const now = await keptOf(response);
      const key = keyOf(call, representationOf(response), now.etag);
      const known = (call.memory.get(key) ?? now) as Kept; // nothing else is put there
      call.memory.set(key, known);
      return shown(known);
    },
  };
}

/** An answer that is kept for the next one, or for good where it is a 404. */
function sticky(args: string, says: string, clause: string, status: number): Fault {
  return {
    args,
    says,
    clause,
    async take(call, next) {
      const key = call.path + call.search;
      const known = call.memory.get(key) === status;
      if (known && status !== 404) call.memory.delete(key);
      if (known) return new Response(null, { status });
      const response = await next(call.request);
      if (response.status === status) call.memory.set(key, status);
      return response;
    },
  };
}

function afterDeletion(): Fault {
  return {
    args: 'deleted',
    says: 'a deal that was read before it was deleted is still shown',
    clause: '4.1, 4.4-m1',
    async take(call, next) {
      const response = await next(call.request);
      const key = `${call.path}${call.search} ${call.request.headers.get('accept') ?? ''}`;
      if (response.status === 200) call.memory.set(key, await keptOf(response.clone()));
      const known = call.memory.get(key) as Kept | undefined; // nothing else is put there
      return response.status === 404 && known !== undefined ? shown(known) : response;
    },
  };
}

function lagging(args: string, says: string, isOnce: boolean): Fault {
  return {
    args,
    says,
    clause: '4.2, 4.4-c4',
    async take(call, next) {
      const response = await next(call.request);
      if (response.status !== 200 || isConditional(call)) return response;
      const key = `${call.path}${call.search} ${representationOf(response)}`;
      const now = await keptOf(response);
      const { last = now, before = now } = (call.memory.get(key) ?? {}) as { last?: Kept; before?: Kept }; // as below
      const isNew = last.etag !== now.etag;
      const older = isNew ? last : isOnce ? now : before;
      call.memory.set(key, { last: now, before: older });
      return shown(older);
    },
  };
}
