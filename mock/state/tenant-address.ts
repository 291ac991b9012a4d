import type { MockRequest } from '../message.ts';

/** The header field that names a tenant. */
export const TENANT_FIELD = 'x-mock-tenant';
/** The cookie that names a tenant. */
export const TENANT_COOKIE = 'mock_tenant';
/** What stands before a tenant's name where the path names it: `/_tenant/acme/users`. */
export const TENANT_PREFIX = '/_tenant/';

/** Whose request it is, and the request as their own service sees it. */
export interface Addressed {
  /** Empty: nobody was named. */
  readonly tenant: string;
  readonly ask: MockRequest;
}

/** What a tenant can be called: what stands in a path, a field and a cookie as it is. */
export function isTenantName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u.test(name);
}

/** Reads whose request it is: from the path, else the header field, else the cookie. Undefined: the name is no name. */
export function addressed(ask: MockRequest, basePath: string): Addressed | undefined {
  const prefix = basePath + TENANT_PREFIX;
  if (ask.path.startsWith(prefix)) return byPath(ask, basePath, prefix);
  const named = ask.header(TENANT_FIELD) ?? cookieOf(ask.header('cookie'));
  if (named === undefined || named === '') return { tenant: '', ask };
  return isTenantName(named) ? { tenant: named, ask } : undefined;
}

function byPath(ask: MockRequest, basePath: string, prefix: string): Addressed | undefined {
  const rest = ask.path.slice(prefix.length);
  const slash = rest.indexOf('/');
  const tenant = slash < 0 ? rest : rest.slice(0, slash);
  if (!isTenantName(tenant)) return undefined;
  const path = basePath + (slash < 0 ? '/' : rest.slice(slash));
  return { tenant, ask: { ...ask, path, mount: TENANT_PREFIX + tenant } };
}

// Nearly no request has the cookie, so it is looked for as text before the field is taken apart.
function cookieOf(field: string | undefined): string | undefined {
  if (field === undefined || !field.includes(`${TENANT_COOKIE}=`)) return undefined;
  for (const pair of field.split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === TENANT_COOKIE) return pair.slice(at + 1).trim();
  }
  return undefined;
}
