import { CONTROL } from '../faces/control-address.ts';
import { askOf } from '../faces/fetch.ts';
import type { Mock } from '../interface.ts';
import { EMPTY } from '../message.ts';
import { refuse } from '../service/problems.ts';
import { addressed } from '../state/tenant-address.ts';
import type { TenantState } from '../state/world.ts';

/** Whose state a request of the control API is about, and what stands before `/_mock` in its path. */
export function addressedBy(
  mock: Mock,
  request: Request,
  url: URL,
): { readonly world: TenantState; readonly mount: string } {
  const found = addressed(askOf(request, EMPTY), mock.options.basePath);
  if (found === undefined)
    return refuse(
      400,
      'a tenant is called by letters, digits and . _ -, at most 64 of them, as in /_tenant/acme/_mock/',
    );
  const mount = url.pathname.slice(0, url.pathname.indexOf(CONTROL));
  return { world: mock.tenants.of(found.tenant), mount };
}
