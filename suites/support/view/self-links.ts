import type { Answer } from '../../../core/answer.ts';
import { pathOf, resolveReference } from '../../../core/http/address.ts';
import { isObject } from '../../../core/representation/json-value.ts';

/** Relations that lead from a record to something else than itself (RFC 8288, IANA link relations). */
const ELSEWHERE: readonly string[] = ['next', 'prev', 'previous', 'up', 'collection', 'first', 'last'];

/** A view of one record, and where the record is. */
export interface Placed {
  readonly view: Answer;
  readonly address: string;
}

/**
 * Demands of views of one record, or of records that were made alike, that they agree about their links to themselves: where one view
 * leads to its own record, each that has such a link does, and none calls that link one to something else. Whether there is such a link,
 * and where records link besides, is left open.
 */
export function linksAlike(views: readonly Placed[]): void {
  const all = views.map(({ view, address }) => {
    const own = resolveReference(address, view.exchange.request.url) ?? address;
    const links = relationsIn(view);
    const selves = links.filter(({ rel }) => rel === 'self');
    const isOwn = selves.some(({ href }) => isAt(href, own));
    const names = links.filter(({ href }) => isAt(href, own)).map(({ rel }) => rel);
    return { view, own, selves, isOwn, names };
  });
  // A record may hold others, each with a link of its own.
  if (all.some(({ selves }) => selves.length > 1)) return;
  if (!all.some(({ isOwn }) => isOwn)) {
    for (const { view, own, selves } of all) leadsToNoSibling(view, own, selves);
    return;
  }
  for (const { view, own, selves, isOwn, names } of all) {
    view.owes(isOwn || selves.length === 0, `a link of ${own} to itself`, `one to ${selves[0]?.href ?? ''}`);
    const isElsewhere = names.length > 0 && names.every((rel) => ELSEWHERE.includes(rel));
    view.owes(!isElsewhere, `the relation self of ${own}, as in the other representations`, names.join(', '));
  }
}

/** Demands that no link of a record to itself leads to another one that differs from it in nothing but numbers. */
function leadsToNoSibling(view: Answer, own: string, selves: readonly Link[]): void {
  const sibling = selves.find(({ href }) => !isAt(href, own) && withoutNumbers(href) === withoutNumbers(own));
  view.owes(sibling === undefined, `a link of ${own} to itself`, `one to ${sibling?.href ?? ''}`);
}

function withoutNumbers(address: string): string {
  return bare(address).replaceAll(/\d+/gu, '0');
}

/** Which records of a list, as the JSON links to them, a view that links to as many does not link to. */
export function unlinkedIn(view: Answer, entries: readonly unknown[]): readonly string[] {
  const own = relationsIn(view).filter(({ rel }) => rel === 'self');
  const due = entries.map((entry) => linksInJson(entry).find(({ rel }) => rel === 'self')?.href);
  if (own.length === 0 || own.length < entries.length) return [];
  return due.flatMap((href) => {
    const address = href === undefined ? undefined : resolveReference(href, view.exchange.request.url);
    return address === undefined || own.some((link) => isAt(link.href, address)) ? [] : [address];
  });
}

/**
 * Whether a link leads to an address, or to a representation of it (document 4.5-3). By its path alone: behind what stands in front of a
 * service, it may know itself by another host.
 */
function isAt(href: string, own: string): boolean {
  return bare(href) === bare(own);
}

function bare(address: string): string {
  const path = pathOf(address) ?? address;
  return path.replace(/\.(?:json|xml|html)$/u, '');
}

/**
 * The links of a view with the relation self that can be followed, absolute: no template, none into a part of a page, and none that is
 * relative, since a body may say to what (`<base>`, `xml:base`, HAL leaves it to its reader).
 */
export function selvesIn(view: Answer): readonly string[] {
  return followable(view, linksOf(view));
}

/** The same of one entry of a list in JSON. */
export function selvesOfEntry(list: Answer, entry: unknown): readonly string[] {
  return followable(list, linksInJson(entry));
}

function followable(view: Answer, links: readonly Link[]): readonly string[] {
  if (/<base\s|\sxml:base\s*=/iu.test(view.text)) return [];
  return links.flatMap(({ rel, href }) => {
    const isWhole = /^(?:https?:\/\/|\/(?!\/))[^{}#\s]*$/iu.test(href);
    return rel === 'self' && isWhole ? (resolveReference(href, view.exchange.request.url) ?? []) : [];
  });
}

interface Link {
  readonly rel: string;
  readonly href: string;
}

/** The links of a body with their relations, as far as they are written in a usual way. */
function relationsIn(answer: Answer): readonly Link[] {
  const { url } = answer.exchange.request;
  return linksOf(answer).flatMap(({ rel, href }) => {
    const address = resolveReference(href, url);
    return address === undefined ? [] : [{ rel, href: address }];
  });
}

function linksOf({ representation: { syntax, problem, value }, text }: Answer): readonly Link[] {
  if (problem !== undefined) return [];
  if (syntax === 'json') return linksInJson(value);
  return syntax === 'xml' || syntax === 'html' ? linksInTags(text) : [];
}

/** `_links` and `links`: an object of relations, or a list of links that name theirs. */
function linksInJson(value: unknown): readonly Link[] {
  if (Array.isArray(value)) return value.flatMap(linksInJson);
  if (!isObject(value)) return [];
  const own = [value['_links'], value['links']].flatMap((links): Link[] => {
    if (Array.isArray(links)) return links.flatMap((link) => (isObject(link) ? (linkOf(link['rel'], link) ?? []) : []));
    return isObject(links) ? Object.entries(links).flatMap(([rel, link]) => linkOf(rel, link) ?? []) : [];
  });
  const inner = Object.entries(value).filter(([name]) => name !== '_links' && name !== 'links');
  return [...own, ...inner.flatMap(([, one]) => linksInJson(one))];
}

function linkOf(rel: unknown, link: unknown): Link | undefined {
  const href = isObject(link) ? link['href'] : link;
  return typeof rel === 'string' && typeof href === 'string' ? { rel, href } : undefined;
}

function linksInTags(text: string): readonly Link[] {
  return tagsIn(text).flatMap((tag) => {
    const [rel, href] = [attributeIn(tag, REL), attributeIn(tag, HREF)];
    return rel === undefined || href === undefined ? [] : [{ rel: rel.toLowerCase(), href }];
  });
}

/** Where the elements of an XML or HTML body lead, with a relation or without, as it is written. */
export function hrefsIn({ representation: { text } }: Answer): readonly string[] {
  return tagsIn(text).flatMap((tag) => attributeIn(tag, HREF) ?? []);
}

// Elements that show something of the record: the head of a page is about the page.
function tagsIn(text: string): readonly string[] {
  const body = text.replace(/<head\b[\s\S]*?<\/head>/iu, '');
  return [...body.matchAll(/<(?!!)[^<>]*>/gu)].map(([tag]) => tag);
}

const REL = /\srel\s*=\s*(?:"([^"]*)"|'([^']*)')/u;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/u;

function attributeIn(tag: string, attribute: RegExp): string | undefined {
  const found = attribute.exec(tag);
  return (found?.[1] ?? found?.[2])?.replaceAll('&amp;', '&');
}
