import { isLosslessNumber } from 'lossless-json';
import type { Json, JsonObject } from '../../../fixtures/json.ts';
import { escapeMarkup } from './characters.ts';
import type { Syntax } from './syntax.ts';

/** HTML that is well-formed XML as well: a page to look at, with links to follow. */
export const html: Syntax = {
  mediaType: 'text/html',
  contentType: 'text/html; charset=utf-8',
  fragment(element, id, data, links) {
    const linked = Object.entries(links).map(
      ([rel, href]) => `<p><a rel="${rel}" href="${escapeMarkup(href)}">${escapeMarkup(href)}</a></p>`,
    );
    return `<article class="${element}">${membersOf({ id, ...data })}${linked.join('')}</article>`;
  },
  one: (element, fragment) => page(element, fragment),
  many: (element, fragments) => page(element, fragments.join('')),
};

function page(title: string, content: string): string {
  const head = `<meta charset="utf-8"/><title>${title}</title><style>body{font-family:sans-serif;margin:2rem}dt{font-weight:bold}</style>`;
  return `<!DOCTYPE html>\n<html lang="en"><head>${head}</head><body><h1>${title}</h1>${content}</body></html>\n`;
}

function membersOf(record: JsonObject): string {
  const members = Object.entries(record).map(
    ([key, value]) => `<dt>${escapeMarkup(key)}</dt><dd>${contentOf(value)}</dd>`,
  );
  return members.length === 0 ? '' : `<dl>${members.join('')}</dl>`;
}

function contentOf(value: Json): string {
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => `<li>${contentOf(item)}</li>`);
    return items.length === 0 ? '' : `<ol>${items.join('')}</ol>`;
  }
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return escapeMarkup(String(value));
  return membersOf(value as JsonObject); // not null, not an array, not a number: what is left of Json is an object
}
