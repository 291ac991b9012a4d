import { fields, isIn, type Variation, type Wrap } from './variation.ts';

function typed(syntax: 'json' | 'xml' | 'html', type: string): Wrap {
  return fields(
    () => ({ 'content-type': type }),
    (response) => isIn(response, syntax),
  );
}

function one(id: string, title: string, syntax: 'json' | 'xml' | 'html', type: string, source: string): Variation {
  return { id, title, source, group: `${syntax}-type`, layer: 'notation', wrap: typed(syntax, type) };
}

const PARAMETERS = 'RFC 9110 8.3.1: a media type has parameters, and neither type nor parameter names have case';

/** Names of media types. */
export const media: readonly Variation[] = [
  one('json-with-charset', 'JSON says that it is UTF-8.', 'json', 'application/json; charset=utf-8', PARAMETERS),
  one(
    'json-with-quoted-charset',
    'JSON says it in quotes and capitals.',
    'json',
    'application/json;charset="UTF-8"',
    PARAMETERS,
  ),
  one(
    'json-with-profile',
    'JSON names a profile.',
    'json',
    'application/json; profile="https://example.com/a;b,c"; v=1',
    'RFC 6906',
  ),
  one('json-in-capitals', 'JSON has its type in capitals.', 'json', 'Application/JSON; Charset=UTF-8', PARAMETERS),
  one(
    'json-with-space',
    'A space stands before the semicolon, and one more semicolon behind.',
    'json',
    'application/json ; charset=utf-8;',
    'RFC 9110 5.6.6',
  ),
  one('json-hal', 'JSON is HAL.', 'json', 'application/hal+json', 'RFC 6839 3.1: what ends in +json is JSON'),
  one('json-vendor', 'JSON is of a vendor’s own type.', 'json', 'application/vnd.example.deal.v1+json', 'RFC 6839 3.1'),
  one('json-text', 'JSON is text/json.', 'json', 'text/json', 'document 4.5: JSON media types in general'),
  one('xml-text', 'XML is text/xml.', 'xml', 'text/xml', 'RFC 7303 9.2'),
  one('xml-vendor', 'XML is of a vendor’s own type.', 'xml', 'application/vnd.example.deal+xml', 'RFC 7303 8'),
  one('xml-untold-charset', 'XML leaves its charset to its declaration.', 'xml', 'application/xml', 'RFC 7303 3'),
  one(
    'html-xhtml',
    'HTML is XHTML.',
    'html',
    'application/xhtml+xml; charset=utf-8',
    'document 4.4-c3: HTML in general',
  ),
  one('html-untold-charset', 'HTML leaves its charset to its meta element.', 'html', 'text/html', 'RFC 2854'),
];
