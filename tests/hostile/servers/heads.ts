import { type HostileServer, message, sends, spoiling } from '../hostile-server.ts';

const one = (id: string, title: string, spoil: (whole: string) => string): HostileServer => ({
  id: `head-${id}`,
  title,
  kind: 'head',
  start: spoiling(sends((honest) => spoil(message(honest)))),
});

const line = (id: string, title: string, status: string): HostileServer =>
  one(id, title, (whole) => whole.replace(/^[^\r]*/u, status));

const field = (id: string, title: string, bytes: string): HostileServer =>
  one(id, title, (whole) => whole.replace('\r\n', `\r\n${bytes}\r\n`));

const unsized = (id: string, title: string, length: string): HostileServer =>
  one(id, title, (whole) => whole.replace(/\r\ncontent-length: \d+/u, length));

/** Heads that are no HTTP, or hardly. */
export const heads: readonly HostileServer[] = [
  line('status-0', 'The status is 0.', 'HTTP/1.1 0 Zero'),
  line('status-99', 'The status is 99.', 'HTTP/1.1 099 Low'),
  line('status-1000', 'The status is 1000.', 'HTTP/1.1 1000 High'),
  line('status-999', 'The status is 999.', 'HTTP/1.1 999 Own'),
  line('status-negative', 'The status is negative.', 'HTTP/1.1 -200 OK'),
  line('status-word', 'The status is a word.', 'HTTP/1.1 abc OK'),
  line('status-missing', 'There is no status.', 'HTTP/1.1'),
  line('version-missing', 'There is no version.', '200 OK'),
  line('version-9', 'The version is 9.9.', 'HTTP/9.9 200 OK'),
  line('lower-case', 'The name of the protocol is in lower case.', 'http/1.1 200 ok'),
  line('icy', 'It speaks ICY.', 'ICY 200 OK'),
  line('reason-nul', 'The reason phrase holds NUL.', 'HTTP/1.1 200 O\0K'),
  line('reason-long', 'The reason phrase has 200,000 characters.', `HTTP/1.1 200 ${'x'.repeat(200_000)}`),
  one('http-0-9', 'It answers in HTTP/0.9: the body alone.', (whole) => whole.slice(whole.indexOf('\r\n\r\n') + 4)),
  one('blank-lines-first', '10,000 empty lines come first.', (whole) => '\r\n'.repeat(10_000) + whole),
  one('bare-line-feeds', 'Lines end with a line feed alone.', (whole) => whole.replaceAll('\r\n', '\n')),
  one('cut', 'The head is cut in the middle of a name.', (whole) => whole.slice(0, 40)),
  one('no-end', 'The head never ends with an empty line.', (whole) => whole.slice(0, whole.indexOf('\r\n\r\n'))),
  field('no-colon', 'A field has no colon.', 'no colon here'),
  field('name-empty', 'A field has no name.', ': value'),
  field('name-with-space', 'The name of a field holds a space.', 'bad name: value'),
  field('space-before-colon', 'A space stands before the colon.', 'X-Odd : value'),
  field('folded', 'A field is folded onto a second line.', 'X-Folded: one\r\n two'),
  field('value-nul', 'A value holds NUL.', 'X-Nul: a\0b'),
  field('value-bare-return', 'A value holds a bare carriage return.', 'X-Return: a\rSet-Cookie: b=c'),
  field('value-escape', 'A value holds terminal escapes.', 'X-Escape: \x1b[2J\x1b[31mred'),
  field('value-of-8-bits', 'A value holds bytes above 127.', `X-Bytes: ${'\xff\xfe\x80'.repeat(100)}`),
  field('two-lengths', 'There are two different lengths.', 'content-length: 3'),
  field('length-and-chunked', 'There are a length and a chunked coding.', 'transfer-encoding: chunked'),
  field('coding-unknown', 'The transfer coding is unknown.', 'transfer-encoding: zstd-of-tomorrow'),
  unsized('length-negative', 'The length is negative.', '\r\ncontent-length: -5'),
  unsized('length-huge', 'The length is a thousand terabytes.', '\r\ncontent-length: 1000000000000000'),
  unsized('length-overflows', 'The length has 400 digits.', `\r\ncontent-length: ${'9'.repeat(400)}`),
  unsized('length-list', 'The length is a list.', '\r\ncontent-length: 12, 12'),
  unsized('length-hex', 'The length is hexadecimal.', '\r\ncontent-length: 0x10'),
];
