import { bodies, type Variation } from './variation.ts';

const XML = 'XML 1.0, and document 4.4-c3: the shape is left open';

function xml(id: string, title: string, source: string, change: (text: string) => string): Variation {
  return {
    id,
    title,
    source: `${source}; ${XML}`,
    group: 'xml',
    layer: 'notation',
    wrap: bodies('xml', change, { 'content-type': 'application/xml' }),
  };
}

/** Changes the texts of elements, of which a reference stays whole. */
function texts(text: string, change: (part: string) => string): string {
  return text.replace(/>([^<]+)</gu, (whole, content: string) =>
    content.trim() === ''
      ? whole
      : `>${content
          .split(/(&[^;]*;)/u)
          .map((part, i) => (i % 2 === 1 || part === '' ? part : change(part)))
          .join('')}<`,
  );
}

const root = (text: string): string => /<([A-Za-z_][\w.-]*)/u.exec(text.slice(text.indexOf('?>')))?.[1] ?? 'deal';
const atRoot = (text: string, attributes: string): string =>
  text.replace(/(\?>\s*<[A-Za-z_][\w.-]*)/u, `$1 ${attributes}`);

/** Further ways to write the same XML, as serializers of real frameworks do. */
export const xmlTexts: readonly Variation[] = [
  xml(
    'xml-instance-attributes',
    'XML has the attributes of XML Schema instances, a language, and white space that is kept.',
    'XML Schema 1 2.6; XML 1.0 2.10, 2.12',
    (text) =>
      atRoot(
        text,
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:deals /deals.xsd" xml:lang="en" xml:space="preserve"',
      )
        .replaceAll(' null="true"/>', ' xsi:nil="true"/>')
        .replace(/<(price|amercement)>/gu, '<$1 xsi:type="decimal">'),
  ),
  xml('xml-atom-links', 'Links in XML are those of Atom.', 'RFC 4287 4.2.7; Namespaces in XML 1.0', (text) =>
    atRoot(text, 'xmlns:atom="http://www.w3.org/2005/Atom"').replace(
      /<link rel="([^"]*)" href="([^"]*)"\/>/gu,
      '<atom:link href="$2" rel="$1" type="application/xml"></atom:link>',
    ),
  ),
  xml(
    'xml-own-entities',
    'Texts in XML use entities that the DOCTYPE declares.',
    'XML 1.0 4.4.2: every processor replaces them',
    (text) =>
      texts(text, (part) => part.replace(/[aeiou](?=[a-z])/u, (c) => `&v${c};`)).replace(
        '?>',
        `?>\n<!DOCTYPE ${root(text)} [${Array.from('aeiou', (c) => `<!ENTITY v${c} "${c}">`).join('')}]>`,
      ),
  ),
  xml(
    'xml-texts-in-pieces',
    'Texts in XML are cut by comments, instructions and CDATA.',
    'XML 1.0 2.5, 2.6, 2.7: neither is part of the text',
    (text) =>
      texts(text, (part) => {
        const letters = Array.from(part);
        const [a = '', b = '', c = ''] = [[0, 1] as const, [1, 3] as const, [3] as const].map((at) =>
          letters.slice(...at).join(''),
        );
        return `${a}<!-- half -->${b === '' ? '' : `<![CDATA[${b}]]>`}<?then more?>${c}`;
      }),
  ),
  xml(
    'xml-spelt-declaration',
    'The declaration of XML has single quotes, spaces and a word on being alone.',
    'XML 1.0 2.8, 2.9',
    (text) => text.replace(/<\?xml[^>]*\?>/u, "<?xml version = '1.0'\n  encoding = 'utf-8' standalone = 'yes' ?>"),
  ),
  xml(
    'xml-loose-tags',
    'Tags of XML have white space, and empty elements an end tag.',
    'XML 1.0 3.1: tags may hold white space, and an empty element may be written either way',
    (text) =>
      text
        .replace(/<([\w.-]+)((?: [\w:.-]+="[^"]*")*)\/>/gu, '<$1$2\n></$1 >')
        .replace(/<\/([\w.-]+)>/gu, '</$1\t>')
        .replace(/<([a-z][\w.-]*)>/gu, '<$1 >'),
  ),
];
