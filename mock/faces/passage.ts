import { type Chaos, FAULT_FIELD, faultOf, type InjectedFault } from '../chaos/chaos.ts';
import type { Log } from '../log.ts';
import type { Fault, MockRequest, MockResponse } from '../message.ts';
import { bodyLeaving, fieldsLeaving } from '../service/leaving.ts';
import { problem } from '../service/problems.ts';
import { addressed } from '../state/tenant-address.ts';
import type { Tenants } from '../state/tenants.ts';
import type { TenantState } from '../state/world.ts';
import type { Stubs } from '../stubs/stubs.ts';

/** A request on its way through the mock: whose it is, and what is in its way. */
export interface RequestContext {
  /** As it came. */
  readonly came: MockRequest;
  /** As the tenant's own service sees it. */
  readonly ask: MockRequest;
  readonly world: TenantState;
  /** When it came, by `performance.now()`. */
  readonly begun: number;
  readonly trouble: InjectedFault | undefined;
  /** The answer, where there is one before the service is asked. */
  readonly early: MockResponse | undefined;
}

/** How every request goes in and every reply comes out, whatever answers in between. */
export interface Gate {
  enter(ask: MockRequest): RequestContext;
  leave(passage: RequestContext, reply: MockResponse): MockResponse;
  /** The service's answer alone: nothing in its way, nothing written down. */
  serve(ask: MockRequest): MockResponse;
}

/** What stands at the way in and out of a mock. */
export interface GateSurroundings {
  readonly basePath: string;
  readonly tenants: Tenants;
  readonly chaos: Chaos;
  readonly stubs: Stubs;
  readonly log: Log;
  readonly now: () => number;
}

/** The way in and out of a mock. */
export function createGate({ basePath, tenants, chaos, stubs, log, now }: GateSurroundings): Gate {
  const noTenant = (ask: MockRequest): MockResponse => dressed(wordNoTenant(), ask, now());
  return {
    enter(came) {
      const begun = performance.now();
      const found = addressed(came, basePath);
      if (found === undefined)
        return { came, ask: came, world: tenants.of(''), begun, trouble: undefined, early: noTenant(came) };
      const { tenant, ask } = found;
      const world = tenants.of(tenant);
      const trouble = chaos.decide(world, ask);
      // What chaos refuses never reaches a stub.
      const reply = trouble?.reply ?? stubs.answer(world, ask);
      const early = reply === undefined ? undefined : dressed(reply, ask, now());
      return { came, ask, world, begun, trouble, early };
    },
    leave({ came, world, begun, trouble }, reply) {
      if (trouble?.token === undefined) {
        log.add(world.tenant, came, reply, begun);
        return reply;
      }
      const fault = faultOf(trouble.fate, reply);
      const struck = fault !== undefined || trouble.reply !== undefined;
      const told = struck ? troubled(reply, trouble.token, fault) : reply;
      log.add(world.tenant, came, told, begun, struck ? trouble.token : undefined);
      return told;
    },
    serve(ask) {
      const found = addressed(ask, basePath);
      return found === undefined ? noTenant(ask) : tenants.of(found.tenant).answer(found.ask);
    },
  };
}

// The fields that the service's own answers have: without them a page of another origin would not see so much as the status.
function dressed(reply: MockResponse, ask: MockRequest, now: number): MockResponse {
  return { ...reply, fields: fieldsLeaving(reply, ask, now), body: bodyLeaving(reply, ask) };
}

function wordNoTenant(): MockResponse {
  return problem(400, 'a tenant is called by letters, digits and . _ -, at most 64 of them');
}

function troubled(reply: MockResponse, token: string, fault: Fault | undefined): MockResponse {
  const fields = [...reply.fields, FAULT_FIELD, token];
  if (fault === undefined) return { ...reply, fields };
  // A stub may be late by itself.
  const delayMs = (reply.fault?.delayMs ?? 0) + (fault.delayMs ?? 0);
  return { ...reply, fields, fault: delayMs === 0 ? fault : { ...fault, delayMs } };
}
