import { chaosSchema } from '../../fixtures/schemas/chaos.ts';
import { type ChaosPlan, violationsInPlan } from '../chaos/plan.ts';
import { refuseViolations } from '../service/validation.ts';
import { bodyOf, type ControlRoute, done, json } from './route.ts';

/** Chaos: for everybody, or for the tenant that the request names, whose own plan goes before everybody's. */
export const chaosRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/chaos',
    title: 'Tells the chaos plan that holds for the tenant; without rules, nothing goes wrong.',
    answers: { 200: 'a chaos plan' },
    handle: ({ mock, world }) => json(mock.chaos.planOf(world) ?? NO_PLAN),
  },
  {
    method: 'PUT',
    path: '/chaos',
    title: 'Goes by this chaos plan from now on, and counts requests anew.',
    body: chaosSchema,
    answers: { 200: 'the plan as it holds' },
    async handle(call) {
      const body = await bodyOf(call);
      refuseViolations(violationsInPlan(body));
      call.mock.chaos.set(body as unknown as ChaosPlan, call.world); // it has just been found to be one
      return json(call.mock.chaos.planOf(call.world));
    },
  },
  {
    method: 'DELETE',
    path: '/chaos',
    title: 'Ends the chaos; a tenant’s own plan gives way to everybody’s.',
    answers: { 204: 'it is ended' },
    handle({ mock, world }) {
      mock.chaos.set(undefined, world);
      return done();
    },
  },
];

const NO_PLAN: ChaosPlan = { seed: 0, rules: [] };
