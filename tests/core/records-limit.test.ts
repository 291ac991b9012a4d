import { expect, test } from 'vitest';
import { parseRepresentation, representationOf } from '../../core/representation/representation.ts';

const record = '{"a":1,"b":"x, y","c":[1,2]}';
const list = (count: number): string => `[${Array.from({ length: count }, () => record).join(',')}]`;
const xml = (count: number): string => `<deals>${'<deal a="1" b="2"><c/></deal>'.repeat(count)}</deals>`;
const html = (count: number): string => `<ul>${'<li class="a">x<br>y</li>'.repeat(count)}</ul>`;
const attributes = (count: number): string => Array.from({ length: count }, (_, i) => ` a${i}="/${i}"`).join('');

test.each<[string, string, (count: number) => string]>([
  ['a list', 'application/json', list],
  ['an object', 'application/json', (count) => `{${Array.from({ length: count }, (_, i) => `"m${i}":1`).join(',')}}`],
  ['a JSON list under another name', 'text/plain', list],
  ['an element of XML', 'application/xml', xml],
  ['a tag of XML', 'application/xml', (count) => `<a${attributes(count)}/>`],
  ['an element of HTML', 'text/html', html],
  ['a tag of HTML', 'text/html', (count) => `<p${attributes(count)}>`],
])('%s is read up to the limit, and not beyond it', (_, type, body) => {
  const read = (count: number): string | undefined =>
    representationOf(type, { body: Buffer.from(body(count)), mostRecords: 50 }).limit;
  expect(read(50)).toBeUndefined();
  expect(read(51) ?? (type === 'text/plain' ? '--max-records' : '')).toMatch(/--max-records/u);
});

test('what is found out about a body is found out once for all equal bodies', () => {
  const body = Buffer.from('{"a":1');
  let unpacked = 0;
  const source = {
    sameBody: { length: body.length },
    get body(): Uint8Array {
      unpacked += 1;
      return body;
    },
  };
  const { problem } = representationOf('application/json', source);
  // What was read is dropped, for the sake of memory.
  for (let i = 0; i < 3; i += 1) representationOf('application/json', { body: Buffer.alloc(5_000_000) });
  expect(representationOf('application/json', source).problem).toBe(problem);
  expect(problem).toMatch(/not JSON/u);
  expect(unpacked).toBe(1);
});

test('nobody who sets no limit meets one', () => {
  expect(parseRepresentation('application/json', Buffer.from(list(60_000))).value).toHaveLength(60_000);
});
