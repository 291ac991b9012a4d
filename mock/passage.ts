import type { Chaos, Trouble } from './chaos.ts';
import type { Log } from './log.ts';
import type { Ask, Reply } from './message.ts';
import { problem } from './problems.ts';
import { addressed } from './tenant-address.ts';
import type { Tenants } from './tenants.ts';
import type { World } from './world.ts';

/** A request on its way through the mock: whose it is, and what is in its way. */
export interface Passage {
  /** As it came. */
  readonly came: Ask;
  /** As the tenant's own service sees it. */
  readonly ask: Ask;
  readonly world: World;
  readonly trouble: Trouble | undefined;
  /** The answer, where there is one before the service is asked. */
  readonly early: Reply | undefined;
}

/** How every request goes in and every reply comes out, whatever answers in between. */
export interface Gate {
  enter(ask: Ask): Passage;
  leave(passage: Passage, reply: Reply): Reply;
  /** The service's answer alone: nothing in its way, nothing written down. */
  serve(ask: Ask): Reply;
}

/** The way in and out of a mock. */
export function createGate(basePath: string, tenants: Tenants, chaos: Chaos, log: Log): Gate {
  return {
    enter(came) {
      const found = addressed(came, basePath);
      if (found === undefined) return { came, ask: came, world: tenants.of(''), trouble: undefined, early: noTenant() };
      const { tenant, ask } = found;
      const world = tenants.of(tenant);
      const trouble = chaos.decide(world, ask);
      return { came, ask, world, trouble, early: trouble?.reply };
    },
    leave({ came, world, trouble }, reply) {
      const told = trouble === undefined ? reply : troubled(reply, trouble);
      log.add(world.tenant, came, told, trouble?.token);
      return told;
    },
    serve(ask) {
      const found = addressed(ask, basePath);
      return found === undefined ? noTenant() : tenants.of(found.tenant).answer(found.ask);
    },
  };
}

function noTenant(): Reply {
  return problem(400, 'a tenant is called by letters, digits and . _ -, at most 64 of them');
}

function troubled(reply: Reply, { token, fault }: Trouble): Reply {
  const fields = [...reply.fields, 'x-mock-fault', token];
  return { ...reply, fields, ...(fault === undefined ? {} : { fault }) };
}
