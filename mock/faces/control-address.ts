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

// States that are loaded are larger than anything else that is sent here.
const STATE_LIMIT = 256 * 1024 * 1024;
/** How long any other body of the control API may be, in bytes. */
export const CONTROL_BODY_LIMIT: number = 1024 * 1024;

/** How long a body may be that is sent to a path below `/_mock`, in bytes: told before it is read. */
export function controlBodyLimit(path: string): number {
  return /^\/(?:state|snapshots)(?:\/|$)/u.test(path) ? STATE_LIMIT : CONTROL_BODY_LIMIT;
}
