import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { existing } from '../evidence.ts';
import { readAs } from '../negotiate/negotiation-evidence.ts';
import { queriesAbout, resourceOf } from '../subjects.ts';

/** Somewhere to read: one record, the collection, a query that matches, a query of document 4.3, a nested record, a new record, what an operation made. */
export interface Place {
  readonly kind: 'item' | 'list' | 'query' | 'found' | 'nested' | 'created' | 'made';
  readonly address: string;
}

/** One place in one representation. */
export interface View {
  readonly place: Place;
  readonly name: RepresentationName;
  readonly request: HttpRequest;
  readonly answer: Answer;
}

/** Where a resource can be read, as far as what to ask for is known. */
export async function placesOf(trial: Trial): Promise<readonly Place[]> {
  const resource = resourceOf(trial);
  const { item, list, known, create } = resource;
  const places: Place[] = [];
  // Without a record that is known or can be made, the other places are places all the same.
  if (item !== undefined && (known ?? create) !== undefined)
    places.push({ kind: 'item', address: (await existing(trial)).address });
  if (list !== undefined) places.push({ kind: 'list', address: list.address });
  return [...places, ...besides(trial)];
}

/** Places of which no claim says in which representations they come. */
export function besides(trial: Trial): Place[] {
  const resource = resourceOf(trial);
  const { query, nested } = resource;
  const places: Place[] = [];
  if (query?.matches !== undefined)
    places.push({ kind: 'query', address: fillTemplate(query.address, { value: query.matches }) });
  for (const { address, owner, index } of nested)
    if (owner !== undefined && index !== undefined)
      places.push({ kind: 'nested', address: fillTemplate(address, { id: owner, index }) });
  for (const { address, found } of queriesAbout(trial.target, resource))
    if (found !== undefined && !found.includes('{unique}'))
      places.push({ kind: 'found', address: fillTemplate(address, { parameter: found }) });
  return places;
}

/** The request that asks for a place in a representation by Accept. */
export function asking(trial: Trial, { address }: Place, name: RepresentationName): HttpRequest {
  return { method: 'GET', address, headers: { accept: resourceOf(trial).mediaTypes[name] } };
}

/** A place in each representation that Accept may ask for; shared by the rules that compare them. */
export const viewsAt: Evidence<readonly View[], [place: Place]> = evidence(
  (trial, { kind, address }) => `${resourceOf(trial).name} ${kind} ${address}`,
  async (shared, place) => {
    const { representations, selectors } = resourceOf(shared);
    const views: View[] = [];
    for (const name of selectors.includes('accept') ? representations : []) {
      const request = asking(shared, place, name);
      const answer = place.kind === 'item' ? await readAs(shared, name) : await shared.send(request);
      views.push({ place, name, request, answer });
    }
    return views;
  },
);

/** Those views of a place that came in the representation that was asked for. */
export async function given(trial: Trial, place: Place): Promise<readonly View[]> {
  return (await viewsAt(trial, place)).filter(isGiven);
}

/** Every view of these places, or else of every place of the resource, that came in the representation that was asked for. */
export async function allGiven(trial: Trial, places?: readonly Place[]): Promise<readonly View[]> {
  const views: View[] = [];
  for (const place of places ?? (await placesOf(trial))) views.push(...(await given(trial, place)));
  return views;
}

/**
 * Demands that what comes in several representations comes in the one that Accept names. A server may disregard Accept (RFC 9110 12.5.1), but
 * not give one of its types to those who ask for another one of them.
 */
export async function comesAsAsked(trial: Trial, place: Place): Promise<readonly Answer[]> {
  const views = (await viewsAt(trial, place)).filter(({ answer }) => answer.status === 200);
  return views.map((view) => {
    const isServed = views.some((other) => other.answer.representation.syntax === view.name);
    return view.answer.owes(
      isGiven(view) || !isServed,
      `${resourceOf(trial).mediaTypes[view.name]}, which comes for another Accept`,
      view.answer.mediaType,
    );
  });
}

function isGiven({ answer, name }: View): boolean {
  return answer.status === 200 && answer.representation.syntax === name;
}

/**
 * Queries and nested records that are seen to be negotiated: nothing claims that they are, and HTTP lets a server disregard
 * Accept at any of its addresses (RFC 9110 12.5.1).
 */
export async function negotiatedBesides(trial: Trial): Promise<readonly Place[]> {
  const negotiated: Place[] = [];
  for (const place of besides(trial)) {
    const names = (await given(trial, place)).map(({ name }) => name);
    if (isNegotiated(trial, names)) negotiated.push(place);
  }
  return negotiated;
}

/** Whether a place that came in these representations came in all that are claimed, and these are several. */
export function isNegotiated(trial: Trial, names: readonly RepresentationName[]): boolean {
  return names.length === resourceOf(trial).representations.length && names.length > 1;
}
