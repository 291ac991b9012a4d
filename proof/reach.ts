import { FORMS } from '../core/claims.ts';
import { RULES } from '../suites/index.ts';
import { judgeWrapped } from './judge-wrapped.ts';
import type { Mutant } from './mutants/mutant.ts';
import { placeFinder, representationOf } from './mutants/places.ts';
import { withOperations } from './narrowed.ts';

/** By rule: the places, statuses and representations of the plain mock that the rule meets when it is tried alone. */
export type Reach = ReadonlyMap<string, ReadonlySet<string>>;

/** Tries each rule alone on the plain mock, and writes down what it meets. */
export async function takeReach(seed: number, runs: number): Promise<Reach> {
  const reach = new Map<string, ReadonlySet<string>>();
  for (const { id, passive } of RULES) {
    // What only watches the others meets what they meet.
    if (passive === true) continue;
    const met = new Set<string>();
    await judgeWrapped({
      wrap: (fetch, mock) => {
        const find = placeFinder(mock);
        return async (request) => {
          const response = await fetch(request);
          for (const key of keysOf(find(request).kind, response.status, representationOf(response))) met.add(key);
          return response;
        };
      },
      options: undefined,
      file: (whole) => withOperations(whole, FORMS, ['HoldDeal', 'ChangePrice']),
      how: { seed, runs, rules: [id] },
    });
    reach.set(id, met);
  }
  return reach;
}

function keysOf(kind: string, status: number, representation: string): readonly string[] {
  return [kind, `${kind} ${status}`, `${kind} ${status} ${representation}`];
}

/** The rules that meet what a mutant changes; those that watch the others are always among them. */
export function reaching(reach: Reach, { kind, status, representation }: Mutant): readonly string[] {
  const key = [kind, status, representation].filter((part) => part !== undefined).join(' ');
  return RULES.filter(({ id }) => reach.get(id)?.has(key) === true).map(({ id }) => id);
}

/** Rules that send what they judge. */
export const ACTIVE: readonly string[] = RULES.filter(({ passive }) => passive !== true).map(({ id }) => id);

/** Rules that watch what the others send. */
export const WATCHING: readonly string[] = RULES.filter(({ passive }) => passive === true).map(({ id }) => id);
