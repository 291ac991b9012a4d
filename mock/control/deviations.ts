import type { MockOptions } from '../options.ts';
import { refuse } from '../service/problems.ts';
import { activeSchema } from './body-schemas.ts';
import type { FaultLibrary } from './faults.ts';
import { bodyOf, type ControlCall, type ControlRoute, json } from './route.ts';

/** Deliberate faults, switched on and off while the mock runs. */
export const deviationRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/deviations',
    title: 'Lists the deliberate faults that the mock can serve with, and which it does.',
    answers: { 200: 'an array of { id, title, breaks, clause, active, options }' },
    handle: async (call) => json(await described(call)),
  },
  {
    method: 'PUT',
    path: '/deviations',
    title:
      'Serves with these faults and no others. A fault that shows only under certain claims switches them as well.',
    body: activeSchema,
    answers: { 200: 'the deviations as they are now' },
    async handle(call) {
      const { mock, faults } = call;
      // The schema has said so.
      const { active } = (await bodyOf(call, 'active')) as { readonly active: readonly string[] };
      const known = new Set((await faults.all()).map(({ id }) => id));
      for (const id of active) if (!known.has(id)) refuseUnknown(id);
      const fresh = active.filter((id) => !faults.activeIn(mock).includes(id));
      mock.configure(await claimsOf(faults, fresh));
      mock.wrap(active.length === 0 ? undefined : await faults.together(active));
      return json(await described(call));
    },
  },
];

// Another seed would be no switch: what is stored stays as it is.
async function claimsOf(faults: FaultLibrary, ids: readonly string[]): Promise<MockOptions> {
  const { seed: _, ...claims } = await faults.optionsOf(ids);
  return claims;
}

async function described({ mock, faults }: ControlCall): Promise<object[]> {
  const active = faults.activeIn(mock);
  const all = await faults.all();
  const { RULE_TEXTS } = await import('./rule-texts.ts');
  return Promise.all(
    all.map(async ({ id, title, breaks }) => {
      const clause = sectionOf(RULE_TEXTS[breaks[0] ?? '']?.clause);
      return { id, title, breaks, clause, active: active.includes(id), options: await claimsOf(faults, [id]) };
    }),
  );
}

/** `4.4` of `4.4-m1, 7`, and `RFC 9110` of `RFC 9110 8.6`. */
function sectionOf(clause = ''): string {
  return /^(?:RFC \d+|[\d.]+)/u.exec(clause)?.[0] ?? 'all clauses';
}

function refuseUnknown(id: string): never {
  return refuse(400, `no deviation is called "${id.slice(0, 100)}"; GET /_mock/deviations lists them`);
}
