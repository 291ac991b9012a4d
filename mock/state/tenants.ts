import type { StateImage } from './image.ts';
import type { MintedSession } from './minted-sessions.ts';
import { createWorld, type Surroundings, type TenantState } from './world.ts';

/** The tenants of a mock: each has a world of its own, made when it is first asked for. */
export interface Tenants {
  /** The world of a tenant; the empty name is everybody's. */
  of(tenant: string): TenantState;
  /** A world that begins with another state than the seed's, in the place of the tenant's, and with sessions that were kept. */
  begin(tenant: string, image: StateImage, sessions?: readonly MintedSession[]): TenantState;
  list(): readonly TenantState[];
  /** Forgets a tenant and its state; false where there is none. Everybody's is never forgotten. */
  remove(tenant: string): boolean;
}

/** Who is told which tenants there are. */
export interface TenantListener {
  join(tenant: string): void;
  leave(tenant: string): void;
}

/** Tenants that are forgotten when nobody asked for them in the time that the options give. */
export function createTenants(surroundings: Surroundings, listener: TenantListener): Tenants {
  // Made when it is asked for: it may begin with another state.
  let own: TenantState | undefined;
  const everybody = (): TenantState => {
    own ??= createWorld('', surroundings);
    return own;
  };
  // In the order of their last use, so that the first is the one to go.
  const others = new Map<string, { readonly world: TenantState; usedAt: number }>();
  // By the machine's time: a clock that stands still keeps nobody for ever.
  const forget = (tenant: string): boolean => {
    const was = others.delete(tenant);
    if (!was) return false;
    listener.leave(tenant);
    for (const watcher of surroundings.watchers) watcher(tenant, 'forgotten');
    return true;
  };
  const sweep = (coming: number): void => {
    const { tenantTtlMs, tenantLimit } = surroundings.options();
    const oldest = Date.now() - tenantTtlMs;
    for (const [name, { usedAt }] of others) {
      if (usedAt > oldest && others.size + coming <= tenantLimit) return;
      forget(name);
    }
  };
  const use = (tenant: string): TenantState => {
    const known = others.get(tenant);
    const fresh = known !== undefined && known.usedAt > Date.now() - surroundings.options().tenantTtlMs;
    // One that is used goes to the end.
    if (fresh) others.delete(tenant);
    else {
      forget(tenant);
      sweep(1);
    }
    if (!fresh) listener.join(tenant);
    const world = fresh ? known.world : createWorld(tenant, surroundings);
    others.set(tenant, { world, usedAt: Date.now() });
    return world;
  };
  return {
    of: (tenant) => (tenant === '' ? everybody() : use(tenant)),
    begin(tenant, image, sessions) {
      const world = createWorld(tenant, surroundings, image, sessions);
      if (tenant === '') own = world;
      else {
        sweep(1);
        listener.join(tenant);
        others.set(tenant, { world, usedAt: Date.now() });
      }
      return world;
    },
    list() {
      sweep(0);
      return [everybody(), ...Array.from(others.values(), ({ world }) => world)];
    },
    remove: forget,
  };
}
