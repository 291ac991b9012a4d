import { type Change, type HostileServer, spoiling, withBody } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `markup-${id}`,
  title,
  kind: 'markup',
  // What can be had in all three representations is asked for in all three.
  start: spoiling(change, { representations: ['json', 'xml', 'html'], selectors: ['accept', 'suffix', 'format'] }),
});

function inSyntax(syntax: 'xml' | 'html', body: (text: string, canary: string) => string): Change {
  return async (honest, _seen, { canary }) => {
    const type = honest.headers.get('content-type') ?? '';
    if (honest.body === null || honest.status >= 300 || !type.includes(syntax)) return honest;
    return withBody(honest, body(await honest.text(), canary));
  };
}

const xml = (id: string, title: string, body: (text: string, canary: string) => string): HostileServer =>
  one(`xml-${id}`, title, inSyntax('xml', body));
const html = (id: string, title: string, body: (text: string, canary: string) => string): HostileServer =>
  one(`html-${id}`, title, inSyntax('html', body));

const attributes = (count: number): string => Array.from({ length: count }, (_, i) => ` a${i}="${i}"`).join('');
const inRoot = (text: string, more: string): string => text.replace(/<\/\w+>\s*$/u, `${more}$&`);

const LAUGHS = `<!DOCTYPE deals [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'.charAt(i)} "${`&${'abcdefghi'.charAt(i)};`.repeat(10)}">`).join('')}]>`;
const doctype = (text: string, type: string): string => text.replace(/^(?:<\?xml[^>]*\?>)?/u, `$&${type}`);

/** XML and HTML without measure, or with orders for whoever reads it. */
export const markup: readonly HostileServer[] = [
  xml('attributes', 'A tag has 200,000 attributes.', (text) => inRoot(text, `<x${attributes(200_000)}/>`)),
  xml('levels', 'XML has 100,000 levels.', (text) => inRoot(text, '<x>'.repeat(100_000) + '</x>'.repeat(100_000))),
  xml('elements', 'XML has 200,000 elements more.', (text) => inRoot(text, '<x>1</x>'.repeat(200_000))),
  xml('laughs', 'Entities of entities unfold to gigabytes.', (text) => inRoot(doctype(text, LAUGHS), '<x>&j;</x>')),
  xml('external-entity', 'An entity is to be fetched elsewhere.', (text, canary) =>
    inRoot(doctype(text, `<!DOCTYPE x [<!ENTITY e SYSTEM "${canary}/entity">]>`), '<x>&e;</x>'),
  ),
  xml('external-file', 'An entity is a file of the reader.', (text) =>
    inRoot(doctype(text, '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'), '<x>&e;</x>'),
  ),
  xml('external-dtd', 'The document type is to be fetched elsewhere.', (text, canary) =>
    doctype(text, `<!DOCTYPE x SYSTEM "${canary}/x.dtd"><?xml-stylesheet href="${canary}/x.xsl"?>`),
  ),
  xml('unclosed', 'Elements are not closed.', (text) => text.replaceAll('</', '<')),
  xml('not-xml', 'XML is JSON.', () => '{"id":"1"}'),
  xml('name-long', 'The name of an element has a million letters.', (text) =>
    inRoot(text, `<${'x'.repeat(1_000_000)}/>`),
  ),
  html('attributes', 'A tag of a page has 200,000 attributes.', (text) => `${text}<p${attributes(200_000)}>`),
  html('levels', 'A page has 100,000 levels.', (text) => text + '<div>'.repeat(100_000)),
  html(
    'elsewhere',
    'A page loads, refreshes and posts elsewhere.',
    (text, canary) =>
      `<base href="${canary}/"><meta http-equiv="refresh" content="0;url=${canary}/refresh"><img src="${canary}/img"><script src="${canary}/s.js"></script><a href="${canary}/a">a</a><form action="${canary}/f"></form>${text}`,
  ),
  html('unended-comment', 'A comment never ends.', (text) => `<!-- ${'-'.repeat(200_000)}${text}`),
];
