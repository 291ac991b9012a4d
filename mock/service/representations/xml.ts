import { isLosslessNumber } from 'lossless-json';
import type { Json, JsonObject } from '../../../fixtures/json.ts';
import { escapeMarkup } from './characters.ts';
import type { Syntax } from './syntax.ts';

/**
 * XML 1.0. Members are elements, array items are `item` elements, links are `link` elements.
 * Written by hand: the model is elements, text and two attributes, while the published builders neither replace the
 * characters that XML cannot hold nor name elements after JSON keys that are no XML names.
 */
export const xml: Syntax = {
  mediaType: 'application/xml',
  contentType: 'application/xml; charset=utf-8',
  fragment(element, id, data, links) {
    const linked = Object.entries(links).map(([rel, href]) => `<link rel="${rel}" href="${escapeMarkup(href)}"/>`);
    return `<${element}>${membersOf({ id, ...data })}${linked.join('')}</${element}>`;
  },
  one: (_element, fragment) => `${PROLOG}${fragment}\n`,
  many: (element, fragments) => `${PROLOG}<${element}>${fragments.join('')}</${element}>\n`,
};

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n';

// The names that every XML parser takes, without a colon, which would ask for a namespace, and without the reserved "xml".
const NAME = /^(?!xml)[A-Za-z_][A-Za-z0-9_.-]*$/iu;

function membersOf(record: JsonObject): string {
  return Object.entries(record)
    .map(([key, value]) =>
      NAME.test(key) ? element(key, '', value) : element('member', ` name="${escapeMarkup(key)}"`, value),
    )
    .join('');
}

function element(name: string, attributes: string, value: Json): string {
  if (value === null) return `<${name}${attributes} null="true"/>`;
  return `<${name}${attributes}>${contentOf(value)}</${name}>`;
}

function contentOf(value: Json): string {
  if (Array.isArray(value)) return value.map((item: Json) => element('item', '', item)).join('');
  // isLosslessNumber: a number kept as its digits is an object to JavaScript and a number to everybody else.
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return escapeMarkup(String(value));
  return membersOf(value as JsonObject); // not null, not an array, not a number: what is left of Json is an object
}
