import { OPERATIONS } from '../../fixtures/operations.ts';
import { arrivalOf } from '../../mock/faces/arrival.ts';
import { splitTarget } from '../../mock/faces/request-target.ts';
import type { Mock } from '../../mock/interface.ts';
import { createRouteFinder } from '../../mock/service/app.ts';

/** The route of the mock that a request reaches. */
export interface Found {
  /** The pattern and the method: `deals.id.delete`; `nowhere.get` where no route has the path. */
  readonly place: string;
  /** The place without the operation of forms A, B and E: what is asked of one of them is asked of each. */
  readonly kind: string;
  /** The operation and the form that the path spells, where it does. */
  readonly operation: string | undefined;
  readonly form: 'A' | 'B' | 'C, D' | 'E' | 'F' | 'G' | undefined;
  /** The same for a reader: `DELETE /rest/{version}/deals/{id}`. */
  readonly address: string;
  /** The pattern, without the version: `/deals/:id`. */
  readonly pattern: string;
  /** What fills it, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Where the document speaks of it. */
  readonly clause: string;
}

const NOWHERE = { pattern: 'nowhere', params: {} };

/** Tells the route of a request by the mock's own router. */
export function placeFinder(mock: Mock): (request: Request) => Found {
  const { store, sessions } = mock.tenants.of('');
  const find = createRouteFinder(mock.options, store, sessions);
  const before = `/rest/${mock.options.version}`;
  return (request) => {
    const { path, query } = targetOf(request);
    const found = find(path) ?? NOWHERE;
    const versioned = found.pattern.startsWith(`${before}/`);
    const pattern = versioned ? found.pattern.slice(before.length) : found.pattern;
    const queried = /^\/(?:users|deals)$/u.test(pattern) && new URLSearchParams(query).has('name');
    const method = request.method.toLowerCase();
    const clause = clauseOf(pattern, request.method);
    return {
      ...spellingOf(queried ? `${pattern}?` : pattern, clause, method),
      place: `${nameOf(pattern)}${queried ? '.query' : ''}.${method}`,
      address: `${request.method} ${addressOf(pattern, versioned)}${queried ? '?name={name}' : ''}`,
      pattern,
      params: found.params,
      clause,
    };
  };
}

/** Path and query of a request as they were sent. */
export function targetOf(request: Request): { readonly path: string; readonly query: string } {
  const url = new URL(request.url);
  return splitTarget(arrivalOf(request).target ?? url.pathname + url.search);
}

function nameOf(pattern: string): string {
  if (pattern === '/') return 'root';
  return pattern.replace(/^\//u, '').replaceAll('/', '.').replaceAll(':', '');
}

function addressOf(pattern: string, versioned: boolean): string {
  if (pattern === NOWHERE.pattern) return 'an address that names nothing';
  return `${versioned ? '/rest/{version}' : ''}${pattern.replace(/:(\w+)/gu, '{$1}')}`;
}

const FORMS: readonly (readonly [clause: string, segments: readonly string[]])[] = [
  ['4.2 A', OPERATIONS.map(({ verb }) => verb)],
  ['4.2 B', OPERATIONS.map(({ state }) => state)],
  ['4.2 E', OPERATIONS.map(({ collection }) => collection)],
];

function clauseOf(pattern: string, method: string): string {
  const [, first = '', , third] = pattern.split('/');
  if (pattern === '/') return '4.4, 5';
  if (first === 'users') return '4.4';
  if (first === 'command' || first === 'query') return '4.3';
  if (first === 'commands') return '4.2 G';
  if (first !== 'deals') return '4.4-m1';
  if (third === 'commands') return '4.2 F';
  const form = FORMS.find(([, segments]) => segments.includes(third ?? ''));
  if (form !== undefined) return form[0];
  if (method === 'PUT') return '4.2 C, D';
  return '4.1';
}

/** What a place is where its path spells an operation in a form. */
function spellingOf(pattern: string, clause: string, method: string): Pick<Found, 'kind' | 'operation' | 'form'> {
  const third = pattern.split('/')[3] ?? '';
  const operation = OPERATIONS.find(({ verb, state, collection }) => [verb, state, collection].includes(third))?.name;
  const form = clause.startsWith('4.2 ') ? (clause.slice(4) as Found['form']) : undefined; // as clauseOf writes them
  const general = operation === undefined ? pattern : pattern.replace(third, `(${clause})`);
  return { kind: `${method} ${general}`, operation, form };
}

/** The representation that an answer says it is. */
export function representationOf(response: Response): string {
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null && type === '') return 'none';
  if (type.startsWith('application/problem+json')) return 'problem';
  return /json|xml|html/u.exec(type)?.[0] ?? 'none';
}
