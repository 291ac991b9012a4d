import { isObject } from '../../core/representation/json-value.ts';
import type { Json } from '../../fixtures/json.ts';
import { isNumber, isWhole, LONGEST_LATENCY_MS, MOST } from '../chaos/plan.ts';
import { ROUTE } from '../chaos/route.ts';
import type { Violation } from '../service/problems.ts';

/** What is answered in place of the service. */
export interface StubAnswer {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is; anything else as JSON. */
  readonly body?: Json;
  /** How often; by default until the stub is taken away. */
  readonly times?: number;
  /** Milliseconds before the answer. */
  readonly delay?: number;
}

/** An answer for a route: `GET /users/3`, `/users/*`, `GET /users?name=Ada`, as chaos writes routes. */
export interface Stub extends StubAnswer {
  readonly route: string;
}

const MEMBERS = ['route', 'status', 'headers', 'body', 'times', 'delay'];
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/u;

/** Everything that is wrong with a stub. */
export function violationsInStub(stub: unknown): readonly Violation[] {
  if (!isObject(stub)) return [{ pointer: '', detail: 'must be an object with a route' }];
  const { route, status = 200, headers = {}, times = 1, delay = 0, body } = stub;
  const unknown = Object.keys(stub).filter((name) => !MEMBERS.includes(name));
  const wrong: readonly (readonly [string, boolean, string])[] = [
    ...unknown.map((name) => [name, true, 'is no member that is known here'] as const),
    [
      'route',
      typeof route !== 'string' || !ROUTE.test(route),
      'must be a method in capitals, if any, and a path, as in "GET /users/3"',
    ],
    ['status', !isWhole(status, 200, 599), 'must be a status from 200 to 599'],
    ['headers', !isHeaders(headers), 'must be an object of header fields, whose values are texts on one line'],
    ['times', !isWhole(times, 1, MOST), 'must be a whole number, 1 or more'],
    ['delay', !isNumber(delay, 0, LONGEST_LATENCY_MS), `must be milliseconds up to ${LONGEST_LATENCY_MS}`],
    ['body', body !== undefined && (status === 204 || status === 304), 'must not be there: this status has no body'],
  ];
  return wrong.flatMap(([name, isWrong, detail]) => (isWrong ? [{ pointer: `/${name}`, detail }] : []));
}

function isHeaders(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(
    ([name, text]) => TOKEN.test(name) && typeof text === 'string' && VALUE.test(text),
  );
}
