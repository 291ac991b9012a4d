import { TENANT_PREFIX } from '../state/tenant-address.ts';

/** Where the mock itself is spoken to, below the base path and below a tenant's prefix. */
export const CONTROL = '/_mock';

/** Whether a path is one of the mock's own and none of the service's. */
export function isControl(path: string, basePath: string): boolean {
  return path.includes(CONTROL) && controlPath(path, basePath) !== undefined;
}

/** The part of a path below `/_mock`, `/` for itself; undefined: it is not there. */
export function controlPath(path: string, basePath: string): string | undefined {
  if (!path.startsWith(`${basePath}/`)) return undefined;
  const local = path.slice(basePath.length);
  const rest = local.startsWith(TENANT_PREFIX) ? local.slice(local.indexOf('/', TENANT_PREFIX.length)) : local;
  if (rest === CONTROL) return '/';
  return rest.startsWith(`${CONTROL}/`) ? rest.slice(CONTROL.length) : undefined;
}
