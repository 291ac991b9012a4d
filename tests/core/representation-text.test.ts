import { expect, test } from 'vitest';
import { decode } from '../../core/representation/text.ts';

const UTF_16 = new Uint8Array(Buffer.from('\ufeff<a>ä</a>', 'utf16le'));

test.each([undefined, 'utf-8', 'utf-16'])('a byte order mark of XML goes before the charset %s', (charset) => {
  expect(decode(UTF_16, charset, 'xml')).toEqual({ text: '<a>ä</a>' });
});

test('JSON that is labelled as UTF-8 and is UTF-16 cannot be read', () => {
  expect(decode(UTF_16, 'utf-8', 'json').problem).toBe('bytes that are not utf-8');
});
