import { type Change, type HostileServer, jsonValue, spoiling } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `link-${id}`,
  title,
  kind: 'link',
  start: spoiling(change),
});

/** Puts the canary's address into a field of every answer. */
function field(name: string, value: (canary: string, path: string) => string): Change {
  return ({ status, headers, body }, { path }, { canary }) => {
    const changed = new Headers(headers);
    changed.set(name, value(canary, path));
    return new Response(body, { status, headers: changed });
  };
}

const inBodies: Change = (honest, seen, around) =>
  jsonValue((value) => {
    const link = { href: `${around.canary}/stolen` };
    const members = {
      _links: { self: link, next: link, edit: link },
      self: link.href,
      url: link.href,
      href: link.href,
    };
    const linked = (entry: unknown): unknown =>
      typeof entry === 'object' && entry !== null ? { ...entry, ...members } : entry;
    return Array.isArray(value) ? value.map(linked) : linked(value);
  })(honest, seen, around);

/** Addresses of another server, where an address of this one is due. */
export const links: readonly HostileServer[] = [
  one('bodies', 'Every link in a body leads to another server.', inBodies),
  one(
    'link-field',
    'Link fields lead to another server.',
    field('link', (canary) => `<${canary}/next>; rel="next", <${canary}/self>; rel="self"`),
  ),
  one(
    'content-location',
    'Content-Location leads to another server.',
    field('content-location', (canary, path) => canary + path),
  ),
  one(
    'alt-svc',
    'Alt-Svc names another server.',
    field('alt-svc', (canary) => `http/1.1="${canary.replace('http://', '')}"; ma=86400, h2=":1"`),
  ),
  one(
    'refresh',
    'Refresh leads to another server.',
    field('refresh', (canary) => `0; url=${canary}/refresh`),
  ),
  one(
    'location-everywhere',
    'Every answer has a Location on another server.',
    field('location', (canary, path) => canary + path),
  ),
  one(
    'challenge',
    'The challenge names another server.',
    field('www-authenticate', (canary) => `Bearer realm="${canary}/token", authorization_uri="${canary}/auth"`),
  ),
  one(
    'report-to',
    'Reports are wanted by another server.',
    field('report-to', (canary) => `{"endpoints":[{"url":"${canary}/report"}],"max_age":1}`),
  ),
];
