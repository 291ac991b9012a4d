import type { Deviation } from '../deviations/deviation.ts';
import { activeIn, allDeviations, optionsOf, together } from '../deviations/together.ts';
import type { Mock } from '../index.ts';
import { refuse } from '../service/problems.ts';
import { activeSchema } from './body-schemas.ts';
import { bodyOf, type ControlRoute, json } from './route.ts';

/** Deliberate faults, switched on and off while the mock runs. */
export const deviationRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/deviations',
    title: 'Lists the deliberate faults that the mock can serve with, and which it does.',
    answers: { 200: 'an array of { id, title, breaks, active, options }' },
    handle: async ({ mock }) => json(described(mock, await allDeviations())),
  },
  {
    method: 'PUT',
    path: '/deviations',
    title:
      'Serves with these faults and no others. A fault that shows only under certain claims switches them as well.',
    body: activeSchema,
    answers: { 200: 'the deviations as they are now' },
    async handle(call) {
      const { mock } = call;
      // The schema has said so.
      const { active } = (await bodyOf(call, 'active')) as { readonly active: readonly string[] };
      const all = await allDeviations();
      const chosen = active.map((id) => all.find((deviation) => deviation.id === id) ?? refuseUnknown(id));
      const fresh = chosen.filter((deviation) => !activeIn(mock).includes(deviation));
      mock.configure(claimsOf(fresh));
      mock.wrap(chosen.length === 0 ? undefined : together(chosen));
      return json(described(mock, all));
    },
  },
];

// Another seed would be no switch: what is stored stays as it is.
function claimsOf(deviations: readonly Deviation[]): ReturnType<typeof optionsOf> {
  const { seed: _, ...claims } = optionsOf(deviations);
  return claims;
}

function described(mock: Mock, all: readonly Deviation[]): object[] {
  const active = activeIn(mock);
  return all.map((deviation) => {
    const { id, title, breaks } = deviation;
    return { id, title, breaks, active: active.includes(deviation), options: claimsOf([deviation]) };
  });
}

function refuseUnknown(id: string): never {
  return refuse(400, `no deviation is called "${id.slice(0, 100)}"; GET /_mock/deviations lists them`);
}
