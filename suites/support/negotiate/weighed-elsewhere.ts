import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { findable, findingRequest } from '../command/command-evidence.ts';
import { queriesAbout, resourceOf, whyNotCreatable } from '../subjects.ts';
import { given, type Place, placesOf } from '../view/views.ts';
import { type Accept, spellings, telling } from './accept.ts';
import { honours } from './negotiation-evidence.ts';

/** How many spellings of a weight are tried at each place, besides the first. */
const SOME = 3;

/**
 * Weighs the representations of the collection, of queries and of nested records: those that each of them was given in, where these are
 * several. One that comes in some of them only does not weigh the others.
 */
export async function weighsElsewhere(trial: Trial): Promise<readonly Answer[]> {
  const { mediaTypes } = resourceOf(trial);
  const places = [...(await placesOf(trial)).filter(({ kind }) => kind !== 'item'), ...(await foundAnew(trial))];
  const answers: Answer[] = [];
  for (const [i, place] of places.entries()) {
    const names = (await given(trial, place)).map(({ name }) => name);
    if (names.length < 2) continue;
    const types = names.map((name) => mediaTypes[name]);
    for (const accept of fieldsAt(i, types)) answers.push(await honours(trial, place.address, accept, names));
  }
  return answers;
}

function fieldsAt(place: number, types: readonly string[]): readonly Accept[] {
  const [first, ...others] = spellings(types);
  const some = others.filter((_, i) => Math.floor(i / SOME) === place % Math.ceil(others.length / SOME));
  const [, b = '*/*', c = b] = types;
  // The third one may be left out by whoever compares two.
  const last: readonly Accept[] =
    c === b
      ? []
      : [
          [
            { range: b, q: 0.1 },
            { range: c, q: 0.9 },
          ],
          [
            { range: c, q: 0, written: `${c};q=0.000` },
            { range: b, q: 0.001 },
          ],
        ];
  return [...telling(types), ...(first === undefined ? [] : [first]), ...some, ...last];
}

/** Queries that find what a run has made anew. */
async function foundAnew(trial: Trial): Promise<readonly Place[]> {
  const resource = resourceOf(trial);
  const places: Place[] = [];
  for (const query of queriesAbout(trial.target, resource))
    if (query.found?.includes('{unique}') === true && whyNotCreatable(resource) === undefined)
      places.push({ kind: 'found', address: findingRequest(await findable(trial, query)).address });
  return places;
}
