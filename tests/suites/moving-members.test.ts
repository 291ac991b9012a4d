import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

// What a record tells of its readings and of its age is no state that a client changed (RFC 9110 9.2.1).

const options = { operationForms: ['A'], representations: ['json'] } as const;

/** Single records are shown with what `more` makes of the number of readings. */
function showing(
  more: (readings: number, record: Readonly<Record<string, unknown>>) => object,
): (fetch: Fetch) => Fetch {
  let readings = 0;
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    const isRecord = request.method === 'GET' && /^\/(?:users|rest\/1\/deals)\/[^/]+$/u.test(pathname);
    if (!isRecord || response.status !== 200) return response;
    readings += 1;
    const record: unknown = await response.json();
    // Whatever moves has no validators.
    return Response.json(isObject(record) ? { ...record, ...more(readings, record) } : record);
  };
}

test.each<[string, (readings: number) => object]>(
  inGate([
    ['its age', (readings) => ({ ageMs: readings * 7 })],
    ['when it was seen last', (readings) => ({ lastSeen: new Date(readings * 1000).toISOString() })],
    ['how often it was read', (readings) => ({ popularity: readings })],
    ['a moment under another name', (readings) => ({ freshness: new Date(readings * 1000).toISOString() })],
  ]),
)('a record that shows %s does not fail read/safe', { tags: ['night'] }, async (_, more) => {
  const { ended } = await judged(['read/safe', 'query/safe', 'status/steady'], { wrap: showing(more), options });
  expect(ended('fail')).toEqual([]);
});

test.each<[string, (readings: number, record: Readonly<Record<string, unknown>>) => object]>([
  [
    'price rises with each reading',
    (readings, { price }) => (typeof price === 'number' ? { price: price + readings } : {}),
  ],
  ['name is another one each time', (readings) => ({ name: `name ${readings}` })],
  ['state moves', (readings) => ({ state: ['open', 'closed'][readings % 2] })],
])('found: a record whose %s', async (_, more) => {
  const { ended } = await judged(['read/safe'], { wrap: showing(more), options });
  // A deal whose name moves is not shown to be the run's.
  expect(ended('fail').filter((one) => /^read\/safe (?:deals|users)$/u.test(one)).length).toBeGreaterThan(0);
});
