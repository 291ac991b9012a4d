import { ONE_CONNECTION } from '../message.ts';
import { corsFields } from '../service/cors.ts';
import { TENANT_COOKIE } from '../state/tenant-address.ts';

/** A name and a value each. */
export type Lines = readonly (readonly [name: string, value: string])[];

/** Two addresses for one service: behind the mock, and as the client knows it. Both without a slash at the end. */
export interface Addresses {
  readonly upstream: string;
  readonly mock: string;
}

const OWN = /^x-mock-/iu;
// The guard's token is a cookie of the control API's path, and is looked for here anyway.
const OWN_COOKIES: readonly string[] = [TENANT_COOKIE, 'mock_token'];

/** What goes on to the service: all but what is for the mock, for this connection alone, or would have the answer encoded. */
export function linesForUpstream(headers: Headers): Lines {
  const hop = hopNames(headers.get('connection'));
  const sent = [...headers].flatMap(([name, value]): [string, string][] => {
    if (hop.has(name) || OWN.test(name) || name === 'host' || name === 'content-length' || name === 'expect') return [];
    if (name !== 'cookie') return [[name, value]];
    const cookies = withoutOwnCookies(value);
    return cookies === '' ? [] : [[name, cookies]];
  });
  // What is judged and shown is read here.
  return [...sent.filter(([name]) => name !== 'accept-encoding'), ['accept-encoding', 'identity']];
}

function withoutOwnCookies(field: string): string {
  const pairs = field.split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => !OWN_COOKIES.includes(pair.split('=', 1)[0]?.trim() ?? '')).join('; ');
}

/**
 * What comes back: addresses and cookies are those of the mock, and a page of any origin may read it, as it may read the mock's
 * own answers.
 */
export function headersFromUpstream(lines: Lines, addresses: Addresses, origin: string | null): Headers {
  const hop = hopNames(lines.find(([name]) => name.toLowerCase() === 'connection')?.[1] ?? null);
  const headers = new Headers();
  for (const [given, value] of lines) {
    const name = given.toLowerCase();
    if (hop.has(name) || name.startsWith('access-control-')) continue;
    if (name === 'location' || name === 'content-location') headers.append(name, movedHere(value, addresses));
    else if (name === 'set-cookie') headers.append(name, cookieHere(value, addresses));
    else headers.append(name, value);
  }
  headers.append('vary', 'Origin');
  const shared = origin === null ? [] : corsFields(origin);
  for (let i = 0; i < shared.length; i += 2) headers.append(shared[i] ?? '', shared[i + 1] ?? '');
  return headers;
}

function hopNames(connection: string | null): ReadonlySet<string> {
  const named = (connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return new Set([...ONE_CONNECTION, ...named.filter((name) => name !== '')]);
}

function movedHere(value: string, { upstream, mock }: Addresses): string {
  const [behind, here] = [new URL(upstream), new URL(mock)];
  const isBelow = (address: string, base: string): boolean =>
    address === base || ['/', '?', '#'].some((next) => address.startsWith(base + next));
  const from = behind.origin + pathOf(behind);
  if (isBelow(value, from)) return here.origin + pathOf(here) + value.slice(from.length);
  const isPath = value.startsWith('/') && !value.startsWith('//');
  return isPath && isBelow(value, pathOf(behind)) ? pathOf(here) + value.slice(pathOf(behind).length) : value;
}

// The browser has it of the mock: with the service's Domain it would throw it away, and with its Path not send it back.
function cookieHere(value: string, { upstream, mock }: Addresses): string {
  const [behind, here] = [pathOf(new URL(upstream)), pathOf(new URL(mock))];
  return value
    .split(';')
    .filter((part) => !/^\s*domain\s*=/iu.test(part))
    .map((part) =>
      part.replace(/^(\s*path\s*=\s*)(\S+)/iu, (whole, name: string, path: string) =>
        path === behind || path.startsWith(`${behind}/`) ? `${name}${here + path.slice(behind.length) || '/'}` : whole,
      ),
    )
    .join(';');
}

function pathOf({ pathname }: URL): string {
  return pathname.replace(/(?<!\/)\/+$/u, '');
}
