import type { Answer } from '../core/answer.ts';
import { REPRESENTATIONS, type RepresentationName, SELECTORS, type Selector } from '../core/claims.ts';
import { fillTemplate } from '../core/http/address.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import type { Draft, DraftResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';

/** The representations and selectors that were seen to work. */
export interface SeenRepresentations {
  readonly representations: readonly RepresentationName[];
  readonly selectors: readonly Selector[];
  /** Where they were asked for. */
  readonly address: string;
  /** Its media type when nothing but JSON was asked for; undefined where that was JSON. */
  readonly insteadOfJson?: string;
}

/** Asks for every representation besides JSON in every way of choosing one, as far as neither is claimed (document 4.5). */
export async function askRepresentations(inquiry: Inquiry, draft: Draft): Promise<SeenRepresentations | undefined> {
  const { claims } = draft;
  if (claims.representations !== undefined && claims.selectors !== undefined) return undefined;
  const found = await firstReadable(inquiry, draft);
  if (found === undefined) return undefined;
  const { place, plain } = found;

  const names = (claims.representations ?? REPRESENTATIONS).filter((name) => name !== 'json');
  const selectors = claims.selectors ?? SELECTORS;
  const ways = names.flatMap((name) => selectors.map((selector) => ({ name, selector })));
  const answers = await Promise.all(
    ways.map((way) => inquiry.ask(requestFor(place, way.name, way.selector), place.resource)),
  );
  // What answers in HTML anyway does not answer so because it was asked to.
  const seen = ways.filter((way, i) => isIn(answers[i], way.name) && plain.representation.syntax !== way.name);
  return {
    representations: REPRESENTATIONS.filter((name) => name === 'json' || seen.some((way) => way.name === name)),
    selectors: SELECTORS.filter((selector) => seen.some((way) => way.selector === selector)),
    address: place.address,
    ...(plain.representation.syntax === 'json' ? {} : { insteadOfJson: plain.mediaType }),
  };
}

/** Somewhere to read. */
export interface Place {
  readonly resource: DraftResource;
  readonly address: string;
}

// A place that breaks down does not hide what the others have.
async function firstReadable(inquiry: Inquiry, draft: Draft): Promise<{ place: Place; plain: Answer } | undefined> {
  for (const place of readablePlaces(draft)) {
    const plain = await inquiry.ask({ method: 'GET', address: place.address }, place.resource);
    if (plain?.status === 200) return { place, plain };
  }
  return undefined;
}

function readablePlaces(draft: Draft): readonly Place[] {
  return draft.resources.flatMap((resource): Place[] => {
    const { item, known, list } = resource;
    if (item !== undefined && known !== undefined)
      return [{ resource, address: fillTemplate(item.address, { id: known }) }];
    return list === undefined ? [] : [{ resource, address: list.address }];
  });
}

/** The request that asks for a representation in one of the ways of choosing it. */
export function requestFor({ resource, address }: Place, name: RepresentationName, selector: Selector): HttpRequest {
  const accept = selector === 'accept' ? resource.mediaTypes[name] : '*/*';
  return {
    method: 'GET',
    address: selector === 'accept' ? address : selected(address, name, selector),
    headers: { accept },
  };
}

/** The address that chooses a representation: `/users/17.xml`, `/users/17?format=xml` (document 4.5-3). */
function selected(address: string, name: RepresentationName, selector: 'suffix' | 'format'): string {
  const [path = '', search] = address.split('?');
  if (selector === 'suffix') return `${path.replace(/\/$/u, '')}.${name}${search === undefined ? '' : `?${search}`}`;
  return `${address}${search === undefined ? '?' : '&'}format=${name}`;
}

function isIn(answer: Answer | undefined, name: RepresentationName): boolean {
  return answer?.status === 200 && answer.representation.syntax === name;
}
