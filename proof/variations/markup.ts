import { bodies, type Variation } from './variation.ts';

const XML = 'XML 1.0, and document 4.4-c3: the shape is left open';
const HTML = 'document 4.4-c3: HTML is one of the formats, and its shape is left open';

function xml(
  id: string,
  title: string,
  change: (text: string) => string | Uint8Array<ArrayBuffer>,
  type = 'application/xml',
): Variation {
  return {
    id,
    title,
    source: XML,
    group: 'xml',
    layer: 'notation',
    wrap: bodies('xml', change, { 'content-type': type }),
  };
}

function html(id: string, title: string, change: (text: string) => string): Variation {
  return { id, title, source: HTML, group: 'html', layer: 'notation', wrap: bodies('html', change) };
}

const body = (text: string): string => text.slice(text.indexOf('?>') + 2).trim();
const tags = (text: string, change: (name: string) => string): string =>
  text.replace(/(<\/?)([A-Za-z_][\w.-]*)/gu, (_whole, open: string, name: string) => open + change(name));

function utf16(text: string): Uint8Array<ArrayBuffer> {
  const units = Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  return new Uint8Array(units);
}

function latin1(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replace('UTF-8', 'ISO-8859-1').replace(/[\u0100-\u{10ffff}]/gu, (c) => `&#${c.codePointAt(0)};`);
  return new Uint8Array(Buffer.from(plain, 'latin1'));
}

const bareText = (text: string): string =>
  text.replace(/>([^<&]+)</gu, (_w, t: string) => (t.trim() === '' ? `>${t}<` : `><![CDATA[${t}]]><`));

/** How XML and HTML are written. */
export const markup: readonly Variation[] = [
  xml('xml-doctype', 'XML has a DOCTYPE with entities.', (text) =>
    text.replace('?>', '?>\n<!DOCTYPE deal [<!ENTITY c "Company">]>'),
  ),
  xml('xml-comments', 'XML has comments and processing instructions.', (text) =>
    text
      .replace('?>', '?>\n<!-- a deal: <b> & "c" -->\n<?xml-stylesheet href="/a.xsl"?>')
      .replace(/<\/(\w+)>\s*$/u, '<!-- end --></$1>\n'),
  ),
  xml('xml-cdata', 'Texts in XML are CDATA.', bareText),
  xml('xml-namespaces', 'Elements of XML have a prefix.', (text) =>
    text.replace(body(text), () =>
      tags(body(text), (n) => `d:${n}`).replace(/^<d:[\w.-]+/u, '$& xmlns:d="urn:example:deals"'),
    ),
  ),
  xml('xml-default-namespace', 'Elements of XML are in a default namespace.', (text) =>
    text.replace(/(\?>\s*<[\w.-]+)/u, '$1 xmlns="urn:example:deals"'),
  ),
  xml('xml-other-names', 'Elements of XML have other names than the members of JSON.', (text) =>
    text.replace(
      body(text),
      tags(body(text), (n) => `${n.charAt(0).toUpperCase()}${n.slice(1)}Element`),
    ),
  ),
  xml('xml-attributes', 'Members are attributes in XML.', (text) =>
    text.replace(/<member name=[^>]*>/gu, '<member>').replace(/<(\w+)>([^<]*)<\/\1>/gu, '<$1 value="$2"/>'),
  ),
  xml('xml-utf-16', 'XML is UTF-16 with a byte order mark.', utf16),
  xml('xml-latin-1', 'XML is ISO-8859-1, as its declaration says.', latin1),
  xml(
    'xml-latin-1-told',
    'XML is ISO-8859-1, as its Content-Type says.',
    latin1,
    'application/xml; charset=iso-8859-1',
  ),
  xml('xml-bom', 'XML begins with a byte order mark.', (text) => `\ufeff${text}`),
  xml('xml-no-declaration', 'XML has no declaration.', body),
  xml('xml-references', 'Texts in XML are character references.', (text) =>
    text.replace(/>([^<&]+)</gu, (whole, t: string) =>
      t.trim() === '' ? whole : `>${Array.from(t, (c) => `&#x${(c.codePointAt(0) ?? 0).toString(16)};`).join('')}<`,
    ),
  ),
  xml('xml-indented', 'XML is indented.', (text) => text.replaceAll('><', '>\n  <')),
  xml('xml-single-quotes', 'Attributes of XML stand in single quotes.', (text) =>
    text.replace(/="([^"']*)"/gu, "='$1'"),
  ),
  html(
    'html-fragment',
    'HTML is a fragment without a head.',
    (text) => /<body>([\s\S]*)<\/body>/u.exec(text)?.[1] ?? text,
  ),
  html('html-in-capitals', 'HTML has its tags in capitals.', (text) => tags(text, (n) => n.toUpperCase())),
  html('html-unclosed', 'HTML leaves out end tags and quotes that are optional.', (text) =>
    text.replace(/<\/(?:dt|dd|p|li|body|html)>/gu, '').replace(/="([\w/.-]+)"/gu, '=$1'),
  ),
  html('html-with-script', 'HTML holds a script with JSON, a comment and a form.', (text) =>
    text.replace(
      '</body>',
      '<!-- <a href="/x"> --><script>var a = {"b": "<c>"};</script><form><input name="q" value="1"></form></body>',
    ),
  ),
  html('html-table', 'HTML is a table.', (text) =>
    text
      .replaceAll('<dl>', '<table>')
      .replaceAll('</dl>', '</table>')
      .replaceAll('<dt>', '<tr><th>')
      .replaceAll('</dt>', '</th>')
      .replaceAll('<dd>', '<td>')
      .replaceAll('</dd>', '</td></tr>'),
  ),
];
