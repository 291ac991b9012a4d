import type { Mock } from '../interface.ts';
import { refuse } from '../service/problems.ts';
import { isTenantName } from '../state/tenant-address.ts';
import type { TenantState } from '../state/world.ts';
import { type ControlRoute, done, json } from './route.ts';

/** Tenants: made by being named, listed and forgotten here. */
export const tenantRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/tenants',
    title: 'Lists the tenants that have state of their own; the one without a name is everybody’s.',
    answers: {
      200: 'an array of { tenant, deals, users, snapshots, exchanges, dropped }; exchanges are in the log, dropped no longer',
    },
    handle: ({ mock }) => json(mock.tenants.list().map((world) => ({ ...summary(world), ...logged(mock, world) }))),
  },
  {
    method: 'DELETE',
    path: '/tenants/:tenant',
    title: 'Forgets a tenant with all its state.',
    answers: { 204: 'it is forgotten' },
    handle({ mock, params }) {
      const { tenant = '' } = params;
      if (!isTenantName(tenant) || !mock.tenants.remove(tenant)) return refuse(404, `there is no tenant "${tenant}"`);
      return done();
    },
  },
];

function logged({ log }: Mock, { tenant }: TenantState): object {
  return { exchanges: log.list(tenant).length, dropped: log.dropped(tenant) };
}

function summary({ tenant, store, snapshots }: TenantState): object {
  return { tenant, deals: store.deals.entries.size, users: store.users.entries.size, snapshots: [...snapshots.keys()] };
}
