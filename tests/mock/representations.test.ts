import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRepresentation } from '../../core/representation/representation.ts';
import { createMock } from '../../mock/index.ts';
import { anyCodePoint } from '../any-text.ts';
import { casesInGate } from '../in-gate.ts';
import { createDeal, send } from './faces.ts';

describe('representations', () => {
  const HOSTILE = {
    name: '</name><script>alert(1)</script>&amp;<![CDATA[x]]>"\'',
    price: 1,
    'no name': 'a key with a space',
    '1st': 'a key that begins with a digit',
    'a:b': 'a colon',
    xmlns: 'reserved',
    'XML-ish': 'reserved as well',
    '': 'an empty key',
    '"><x': 'a key that would break out',
    item: [{ a: [[], [1, [2]]] }, null, true, -1.5e-7],
    empty: {},
    control: 'a\u0000b\u0008c\u001fd\ufffee\u007ff',
    lines: ' one\r\ntwo\rthree\n\tfour ',
    astral: '🚢 \ud83d alone',
    link: 'javascript:alert(1)',
  };

  test.each(['xml', 'html'] as const)(
    '%s is well formed, whatever the record holds, and keeps its values',
    async (format) => {
      const mock = createMock();
      const service = { url: 'http://m', fetch: mock.fetch, [Symbol.asyncDispose]: async () => {} };
      const address = await createDeal(service, HOSTILE);
      const response = await send(service, 'GET', `${address}?format=${format}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      // HTML of this mock is well-formed XML too; reading it as such is the stricter test.
      const asXml = parseRepresentation('application/xml', bytes);
      expect(asXml.problem).toBeUndefined();
      const asSaid = parseRepresentation(response.headers.get('content-type') ?? '', bytes);
      expect(asSaid.problem).toBeUndefined();
      for (const value of [HOSTILE.name, HOSTILE.link, 'a key with a space', 'reserved', 'one\r\ntwo\rthree\n\tfour'])
        expect(asSaid.strings).toContain(value);
      expect(asSaid.strings).toContain('a�b�c�d�e\u007ff');
      expect(asSaid.text).not.toContain('<script');
      expect(asSaid.strings.filter((s) => /^javascript/u.test(s))).toEqual([HOSTILE.link]);
    },
  );

  test('any JSON is shown in JSON as it was sent, and well formed in the others', { tags: ['night'] }, async () => {
    const key = fc
      .string({ unit: 'grapheme' })
      .filter((k) => !['__proto__', 'id', '_links', 'name', 'price', 'constructor'].includes(k));
    const further = fc.dictionary(
      key,
      fc.jsonValue({ depthSize: 'small' }).filter((v) => !JSON.stringify(v).includes('__proto__')),
    );
    await fc.assert(
      fc.asyncProperty(further, fc.string({ minLength: 1, unit: anyCodePoint }), async (extra, name) => {
        const service = { url: 'http://m', fetch: createMock().fetch, [Symbol.asyncDispose]: async () => {} };
        const payload = JSON.parse(JSON.stringify({ ...extra, name, price: 1 }));
        const address = await createDeal(service, payload);
        const { id: _id, _links, ...shown } = await (await send(service, 'GET', address)).json();
        expect(shown).toEqual(payload);
        for (const format of ['xml', 'html']) {
          const body = new Uint8Array(await (await send(service, 'GET', `${address}?format=${format}`)).arrayBuffer());
          expect(parseRepresentation('application/xml', body).problem).toBeUndefined();
        }
      }),
      { numRuns: casesInGate(100) },
    );
  });

  test('any Accept is answered 200 or 406', async () => {
    const { fetch } = createMock();
    const part = fc.constantFrom(
      'text/html',
      '*/*',
      'application/json',
      ';q=',
      '0.5',
      ',',
      ';',
      '=',
      '"',
      ' ',
      'q=0',
      '\\',
      '/',
      '*',
      'é',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        const response = await fetch(new Request('http://m/users/1', { headers: { accept: parts.join('') } }));
        expect([200, 406]).toContain(response.status);
      }),
      { numRuns: casesInGate(500) },
    );
  });
});
