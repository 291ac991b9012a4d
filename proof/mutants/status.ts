import { withStatus } from '../deviations/deviation.ts';
import { type Cell, everyNth, type Operator } from './mutant.ts';

// Within the class and across classes. A status that the document or HTTP lets a server choose instead is left out.
const SWAPS: Readonly<Record<number, readonly number[]>> = {
  200: [201, 202, 204, 206, 302, 404, 500],
  201: [200, 202, 204, 303, 400, 500],
  204: [201, 202, 205, 302, 404, 500],
  304: [200, 204, 404, 412],
  400: [200, 202, 204, 404, 500],
  401: [200, 400, 403, 404, 500],
  404: [200, 202, 204, 400, 401, 500],
  405: [404, 500],
  406: [204, 404, 500],
  412: [200, 204, 304, 404, 500],
  415: [200, 204, 404, 500],
};

const CLAUSES: Readonly<Record<number, string>> = {
  304: '4.4-c4, RFC 9110 13.1',
  400: '7 (400)',
  401: '5.4',
  404: '4.4-m1',
  405: 'RFC 9110 15.5.6',
  406: '4.5-1, RFC 9110 15.5.7',
  412: '4.4-c4, RFC 9110 13.1',
  415: '7 (400)',
};

/** The clause that speaks of an answer with this status; none where it is the place's own. */
export function clauseOfStatus({ status, clause, pattern }: Pick<Cell, 'status' | 'clause' | 'pattern'>): string {
  if (status === 404 && /^\/(?:command|query)\//u.test(pattern)) return clause;
  return CLAUSES[status] ?? clause;
}

// What OPTIONS says is open to a server, but for a failure.
function swapsFor({ status, place }: Cell): readonly number[] {
  return place.endsWith('.options') ? [500] : (SWAPS[status] ?? []);
}

// Retry-After would have the client wait, which is no part of the fault.
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function swapped(response: Response, to: number): Response {
  return NO_BODY.has(to) ? new Response(null, { status: to, headers: response.headers }) : withStatus(response, to);
}

/** Statuses swapped within and across classes: document 4.4 and 7, RFC 9110 15. */
export const status: readonly Operator[] = [
  {
    name: 'status-swap',
    per: 'status',
    at: (cell) =>
      swapsFor(cell).map((to) => ({
        args: String(to),
        says: `the status is ${to}`,
        clause: clauseOfStatus(cell),
        answer: (response) => swapped(response, to),
      })),
  },
  {
    name: 'status-swap-in-representation',
    per: 'representation',
    at: (cell) => {
      if (cell.representation !== 'xml' && cell.representation !== 'html') return [];
      return [202, 404, 500].map((to) => ({
        args: String(to),
        says: `the status is ${to} in this representation only`,
        answer: (response) => swapped(response, to),
      }));
    },
  },
  {
    name: 'status-now-and-then',
    per: 'status',
    at: (cell) =>
      cell.status >= 300 || cell.place.endsWith('options')
        ? []
        : [[3, 500] as const, [3, 404] as const, [7, 500] as const].map(([n, to]) => ({
            args: `${n},${to}`,
            says: `every ${n}th answer has status ${to}`,
            clause: clauseOfStatus(cell),
            answer: everyNth(n, (response) => swapped(response, to)),
          })),
  },
];
