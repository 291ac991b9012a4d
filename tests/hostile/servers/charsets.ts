import { type Change, type HostileServer, jsonBody, spoiling } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `charset-${id}`,
  title,
  kind: 'charset',
  start: spoiling(change),
});

const typed = (id: string, title: string, type: string): HostileServer =>
  one(
    id,
    title,
    jsonBody((text) => text, { 'content-type': type }),
  );

const utf16 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

/** Bodies in another charset or type than they say. */
export const charsets: readonly HostileServer[] = [
  one(
    'byte-order-mark',
    'A byte order mark stands before JSON.',
    jsonBody((text) => `\ufeff${text}`),
  ),
  one(
    'byte-order-marks',
    'A thousand byte order marks stand before JSON.',
    jsonBody((text) => '\ufeff'.repeat(1000) + text),
  ),
  one('utf-16', 'JSON is UTF-16.', jsonBody(utf16)),
  one(
    'utf-16-told',
    'JSON is UTF-16 and says so.',
    jsonBody(utf16, { 'content-type': 'application/json; charset=utf-16' }),
  ),
  one(
    'latin-1',
    'JSON is Latin-1.',
    jsonBody((text) => new Uint8Array(Buffer.from(text, 'latin1'))),
  ),
  one(
    'not-utf-8',
    'JSON holds bytes that are no UTF-8.',
    jsonBody(
      (text) =>
        new Uint8Array(
          Buffer.concat([
            Buffer.from(text.replace(/\}\s*\]?\s*$/u, '')),
            Buffer.from([0x2c, 0x22, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x22]),
          ]),
        ),
    ),
  ),
  one(
    'nul',
    'JSON holds NUL bytes.',
    jsonBody((text) => text.replaceAll(',', ',\0')),
  ),
  typed('unknown', 'The charset has a name that nobody knows.', 'application/json; charset=klingon-8'),
  typed('ebcdic', 'JSON says that it is EBCDIC.', 'application/json; charset=ibm037'),
  typed('text-plain', 'JSON is called plain text.', 'text/plain; charset=utf-8'),
  typed('html', 'JSON is called HTML.', 'text/html'),
  typed('type-empty', 'The media type is empty.', ' '),
  typed('type-nonsense', 'The media type is nonsense.', ';;/=,"'),
  typed('type-long', 'The media type has 15,000 parameters.', `application/json${';a=b'.repeat(3000)}`),
  typed('type-boundary', 'JSON is called a multipart body.', 'multipart/mixed; boundary=x'),
];
