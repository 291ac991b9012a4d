import { expect, test } from 'vitest';
import { parseRepresentation } from '../../core/representation/representation.ts';

const read = (text: string): ReturnType<typeof parseRepresentation> =>
  parseRepresentation('application/xml', new TextEncoder().encode(text));

const deal = (declared: string, reason: string): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE deal [${declared}]>\n<deal><reason>${reason}</reason></deal>`;

test.each([
  ['<!ENTITY va "a">', 'w&va;iting', 'waiting'],
  [`<!-- "it's <!ENTITY x 'no'> --><?pi "?><!ENTITY x 'yes'>`, '&x;', 'yes'],
  ['<!ENTITY x "1"><!ENTITY x "2">', '&x;', '1'],
  ['<!ENTITY name "Smith &amp; &y;"><!ENTITY y "S&#246;n&#xe9;">', '&name;', 'Smith & Söné'],
  ['<!ELEMENT reason (#PCDATA)><!ENTITY x "">', 'a&x;b', 'ab'],
])('in %s, %s is %s', (declared, reason, due) => {
  const { problem, strings } = read(deal(declared, reason));
  expect(problem).toBeUndefined();
  expect(strings).toEqual([due]);
});

test('attributes hold entities too', () => {
  expect(read('<!DOCTYPE d [<!ENTITY x "y">]><d a="&x;&x;"/>').strings).toEqual(['yy']);
});

test.each([
  ['refers to itself', '<!ENTITY x "&y;"><!ENTITY y "&x;">'],
  ['holds markup', '<!ENTITY x "<b>bold</b>">'],
  ['holds markup by its number', '<!ENTITY x "&#60;b/>">'],
  ['is somewhere else', '<!ENTITY x SYSTEM "http://127.0.0.1/x">'],
])('an entity that %s is no text', (_title, declared) => {
  const { problem, strings } = read(deal(declared, '&x;'));
  expect(problem).toBeUndefined();
  expect(strings).toEqual(['&x;']);
});

test('the time to look for a DOCTYPE does not grow beyond the text', () => {
  const { problem } = read(`${' '.repeat(50_000)}${'<!-- - -->'.repeat(5000)}<!DOCTYPE d`);
  expect(problem).toBeDefined();
});

test('what is not declared is no XML', () => {
  expect(read('<deal>&x;</deal>').problem).toContain('undefined entity');
});

test('entities that stand for ever more text are not read', () => {
  const nested = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');
  expect(read(deal(`<!ENTITY e0 "lol">${nested}`, '&e12;')).strings).toEqual(['&e12;']);
  const empty = Array.from({ length: 40 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');
  expect(read(deal(`<!ENTITY e0 "">${empty}`, 'x&e40;')).strings).toEqual(['x']);
  const many = read(deal(`<!ENTITY x "${'x'.repeat(9000)}">`, '&x;'.repeat(200)));
  expect(many.limit).toContain('more text than assayer reads');
});
