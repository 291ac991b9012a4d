import type { JsonObject } from '../../fixtures/json.ts';
import { isNumber, isWhole } from '../chaos/plan.ts';
import { type ExchangeFilter, wordLost } from '../log-query.ts';
import { refuse, type Violation } from '../service/problems.ts';
import { refuseViolations } from '../service/validation.ts';
import { showExchange } from './exchanges.ts';
import { bodyOf, type ControlRoute, json } from './route.ts';

const LONGEST_WAIT_MS = 60_000;
/** As long as a route. */
const LONGEST_PATH = 2000;

const verifySchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    tenant: { type: 'string', description: 'by default the one that is asked as, else everybody' },
    method: { type: 'string' },
    path: { type: 'string', description: 'below base path and tenant; * is a segment, ** any number' },
    query: { type: 'object', additionalProperties: { type: 'string' } },
    body: { description: 'what the JSON body holds; more members may be there' },
    status: { type: 'integer' },
    rule: { type: 'string' },
    atLeast: { type: 'integer', minimum: 0, description: 'how many have to be there; 1 by default' },
    atMost: { type: 'integer', minimum: 0, description: 'how many may be there; 0: none' },
    waitMs: { type: 'number', minimum: 0, maximum: LONGEST_WAIT_MS, description: 'how long to wait for them' },
  },
};

/** Whether something was asked, for tests that speak to the mock over a socket. */
export const verifyRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/verify',
    title: 'Tells whether requests like this were made, in such a number, and waits for them if asked to.',
    body: verifySchema,
    answers: { 200: 'the exchanges that were meant, secrets left out' },
    async handle(call) {
      const body = await bodyOf(call);
      refuseViolations(violationsIn(body));
      // Each member has just been found to be what it is here.
      const { atLeast, atMost, waitMs, ...rest } = body as ExchangeFilter & {
        atLeast?: number;
        atMost?: number;
        waitMs?: number;
      };
      const own = call.world.tenant;
      const filter: ExchangeFilter = own === '' ? rest : { tenant: own, ...rest };
      const least = atLeast ?? (atMost === undefined ? 1 : 0);
      const { log } = call.mock;
      const found = await log
        .waitFor(filter, { atLeast: least, timeoutMs: waitMs ?? 0 })
        .catch((cause: Error) => refuse(409, cause.message));
      if (atMost !== undefined && found.length > atMost)
        return refuse(409, `expected at most ${atMost} of ${JSON.stringify(filter)}, and saw ${found.length}`);
      const lost = atMost === undefined ? undefined : wordLost(log, filter.tenant);
      if (lost !== undefined) return refuse(409, `cannot tell that there were at most ${atMost}: ${lost}`);
      return json(found.map(showExchange));
    },
  },
];

function violationsIn(body: JsonObject): readonly Violation[] {
  const known = Object.keys(verifySchema['properties'] as JsonObject); // as it stands above
  const { query = {}, status = 200, atLeast = 0, atMost = 0, waitMs = 0 } = body;
  const isText = (name: string): boolean => body[name] === undefined || typeof body[name] === 'string';
  const wrong: readonly (readonly [string, boolean, string])[] = [
    ...Object.keys(body).map((name) => [name, !known.includes(name), 'is no member that is known here'] as const),
    ...['tenant', 'method', 'path', 'rule'].map((name) => [name, !isText(name), 'must be a text'] as const),
    ['path', String(body['path'] ?? '').length > LONGEST_PATH, `must be at most ${LONGEST_PATH} characters`],
    ['query', !isTexts(query), 'must be an object of texts'],
    ['status', !isWhole(status, 100, 599), 'must be a status'],
    ['atLeast', !isWhole(atLeast, 0, 1_000_000), 'must be a whole number, 0 or more'],
    ['atMost', !isWhole(atMost, 0, 1_000_000), 'must be a whole number, 0 or more'],
    ['waitMs', !isNumber(waitMs, 0, LONGEST_WAIT_MS), `must be milliseconds up to ${LONGEST_WAIT_MS}`],
  ];
  return wrong.flatMap(([name, isWrong, detail]) => (isWrong ? [{ pointer: `/${name}`, detail }] : []));
}

function isTexts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');
}
