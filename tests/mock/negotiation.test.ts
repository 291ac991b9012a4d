import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRepresentation } from '../../core/representation.ts';
import { createMock } from '../../mock/index.ts';
import { createDeal, onEveryFace, send } from './faces.ts';

const BROWSERS = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
];

const PREFERENCES: readonly (readonly [accept: string | undefined, mediaType: string])[] = [
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['text/*', 'text/html'],
  ['application/xml', 'application/xml'],
  ['APPLICATION/XML', 'application/xml'],
  ['application/xml;charset=utf-8', 'application/xml'],
  ['application/json; charset="UTF-8"', 'application/json'],
  ['application/json;q=0.1, application/xml', 'application/xml'],
  ['application/json;q=0, */*', 'application/xml'],
  ['*/*;q=0.5, text/html;q=0.4', 'application/json'],
  ['text/csv, text/html;q=0.1', 'text/html'],
  ['application/*;q=0.2, text/html;q=0.3, application/json;q=0.1', 'text/html'],
  ...BROWSERS.map((browser): [string, string] => [browser, 'text/html']),
];

onEveryFace('negotiation', (open) => {
  test.each(PREFERENCES)('Accept: %s gives %s', async (accept, mediaType) => {
    await using service = await open();
    for (const path of ['/users/1', '/users', '/rest/1/deals/1', '/users/1/address/0']) {
      const response = await send(service, 'GET', path, accept === undefined ? {} : { headers: { accept } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')?.split(';')[0]).toBe(mediaType);
      expect(response.headers.get('vary')).toBe('Accept, Origin');
    }
  });

  test.each(['text/csv', 'application/json;q=0', '*/*;q=0', 'image/*', 'text/html;level=1', 'nonsense'])(
    'Accept: %s answers 406, and says that Accept was asked',
    async (accept) => {
      await using service = await open();
      const response = await send(service, 'GET', '/users/1', { headers: { accept } });
      expect(response.status).toBe(406);
      expect(response.headers.get('vary')).toBe('Accept, Origin');
      expect(await response.json()).toMatchObject({ status: 406 });
    },
  );

  test.each([
    ['/users/1.xml', 'application/xml'],
    ['/users/1.json', 'application/json'],
    ['/users.html', 'text/html'],
    ['/users.xml?name=Ada+Lovelace', 'application/xml'],
    ['/users/1/ssh-keys/0.xml', 'application/xml'],
    ['/rest/1/deals.xml', 'application/xml'],
    ['/users/1?format=xml', 'application/xml'],
    ['/users?name=Ada+Lovelace&format=html', 'text/html'],
    ['/rest/1/deals/?format=json', 'application/json'],
  ])('%s is %s whatever Accept says', async (path, mediaType) => {
    await using service = await open();
    const response = await send(service, 'GET', path, { headers: { accept: 'text/csv' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')?.split(';')[0]).toBe(mediaType);
    expect(response.headers.get('vary')).toBe('Origin');
  });

  test('what a suffix or a format cannot name', async () => {
    await using service = await open();
    const status = async (path: string): Promise<number> => (await send(service, 'GET', path)).status;
    expect(await status('/users/1.csv')).toBe(404);
    expect(await status('/users/nobody.xml')).toBe(404);
    expect(await status('/users/.xml')).toBe(404);
    if (service.url !== 'http://mock.test') expect(await status('/.json')).toBe(404);
    expect(await status('/users/1.xml.xml')).toBe(404);
    expect(await status('/users/1?format=csv')).toBe(406);
    expect(await status('/users/1?format=')).toBe(406);
    expect((await send(service, 'DELETE', '/rest/1/deals/1.xml')).status).toBe(404);
  });

  test('a selector that is not claimed selects nothing', async () => {
    await using bySuffix = await open({ selectors: ['suffix'] });
    const response = await send(bySuffix, 'GET', '/users/1?format=xml', { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('vary')).toBe('Origin');
    await using byAccept = await open({ selectors: ['accept'] });
    expect((await send(byAccept, 'GET', '/users/1.xml')).status).toBe(404);
    expect((await send(byAccept, 'GET', '/users/1?format=xml')).headers.get('content-type')).toBe('application/json');
  });

  test('a representation that is not claimed is not offered', async () => {
    await using service = await open({ representations: ['json'] });
    expect((await send(service, 'GET', '/users/1', { headers: { accept: 'application/xml' } })).status).toBe(406);
    expect((await send(service, 'GET', '/users/1.xml')).status).toBe(404);
    for (const accept of BROWSERS)
      expect((await send(service, 'GET', '/users/1', { headers: { accept } })).headers.get('content-type')).toBe(
        'application/json',
      );
    await using xmlOnly = await open({ representations: ['xml'] });
    expect((await send(xmlOnly, 'GET', '/users/1')).headers.get('content-type')).toMatch(/^application\/xml/u);
  });
});

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

  test('any JSON is shown in JSON as it was sent, and well formed in the others', async () => {
    const key = fc
      .string({ unit: 'grapheme' })
      .filter((k) => !['__proto__', 'id', '_links', 'name', 'price', 'constructor'].includes(k));
    const further = fc.dictionary(
      key,
      fc.jsonValue({ depthSize: 'small' }).filter((v) => !JSON.stringify(v).includes('__proto__')),
    );
    await fc.assert(
      fc.asyncProperty(further, fc.string({ minLength: 1, unit: 'binary' }), async (extra, name) => {
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
      { numRuns: 100 },
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
      { numRuns: 500 },
    );
  });
});
