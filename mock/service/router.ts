import type { RepresentationName } from '../../core/claims.ts';
import type { MockRequest, MockResponse } from '../message.ts';
import type { Component } from '../options.ts';
import { type KeptRule, keptRule } from './kept-rule.ts';
import { createPathTree } from './path-tree.ts';
import { remembering } from './remembering.ts';

/** The methods that some route may have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A request that reached its route. */
export interface Call {
  readonly ask: MockRequest;
  /** The values of the pattern's parts, percent-decoded once. */
  readonly params: Readonly<Record<string, string>>;
  /** The representation that a suffix of the path names (document 4.5-3). */
  readonly suffix: RepresentationName | undefined;
}

/** What is served where. */
export interface Route {
  readonly method: Method;
  /** `/users/:id`. One that ends in `/` also answers without it. */
  readonly path: string;
  readonly component: Component;
  /** Whether it is shown in one way only, so that a suffix of the path is a part of what it names (document 4.3). */
  readonly plain?: true;
  /** Whether a PUT makes what is not there yet, so that an address with a suffix is an address of its own (document 4.2 F, G). */
  readonly open?: true;
  readonly handle: (call: Call) => MockResponse;
}

/** What a path names: its handlers and what fills the pattern. */
export interface Place {
  /** The route's pattern, such as `/users/:id`, without a slash at its end. */
  readonly pattern: string;
  readonly component: Component;
  readonly plain: boolean;
  readonly open: boolean;
  readonly handlers: Readonly<Partial<Record<Method, Route['handle']>>>;
  /** The value of an Allow field (RFC 9110 10.2.1). */
  readonly allow: string;
  readonly keptRule: KeptRule;
  readonly params: Readonly<Record<string, string>>;
}

type Spot = Omit<Place, 'params'> & { readonly slash: boolean };

/** Finds the place that a raw path names, or undefined. */
export type Find = (path: string) => Place | undefined;

/** A table of routes, ready to be searched. */
export function createFind(routes: readonly Route[]): Find {
  const tree = createPathTree<Spot>();
  for (const [path, spot] of gather(routes)) tree.add(path, spot);
  const find: Find = (path) => {
    // `*`, the target of OPTIONS for the whole server, is no path.
    const found = path.startsWith('/') ? tree.find(path) : undefined;
    if (found === undefined) return undefined;
    // The tree lets a trailing slash pass anywhere, but `1/` is not the id `1`.
    if (path.length > 1 && path.endsWith('/') && !found.data.slash) return undefined;
    const params = decode(found.params);
    if (params === undefined) return undefined;
    // Member by member: a spread here would cost more than the search.
    const { pattern, component, plain, open, handlers, allow, keptRule } = found.data;
    return { pattern, component, plain, open, handlers, allow, keptRule, params };
  };
  // To take a path apart is most of what a reading costs, and what it names never changes.
  return remembering(find);
}

function gather(routes: readonly Route[]): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  for (const { path, component, plain = false, open: opens = false, method, handle } of routes) {
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const before = spots.get(bare);
    const handlers = { ...before?.handlers, [method]: handle };
    const slash = (before?.slash ?? false) || bare !== path;
    const open = opens || (before?.open ?? false);
    spots.set(bare, {
      pattern: bare,
      component,
      plain,
      open,
      handlers,
      slash,
      allow: allowOf(handlers),
      keptRule: keptRule(path),
    });
  }
  return spots;
}

function allowOf(handlers: Place['handlers']): string {
  const methods = Object.keys(handlers).flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m]));
  return [...methods, 'OPTIONS'].join(', ');
}

// A malformed percent-encoding names no resource, so it is answered as any other unknown address.
function decode(raw: Record<string, string>): Readonly<Record<string, string>> | undefined {
  try {
    // In place: the tree makes these anew for every path, and next to none of them is encoded.
    for (const name in raw) {
      const value = raw[name] ?? '';
      if (value.includes('%')) raw[name] = decodeURIComponent(value);
    }
  } catch {
    return undefined;
  }
  return raw;
}
