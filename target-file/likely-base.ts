import type { Draft, DraftResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';

/** An address that can be read without knowing a record: that of a list. */
export interface Place {
  readonly address: string;
  readonly resource: DraftResource;
}

const MOST = 8;
const RESOURCES = 2;

/** Where the same service may be instead, as advice: above the base address, and where APIs often are below it. */
export async function likelyBase(inquiry: Inquiry, { baseUrl }: Draft, places: readonly Place[]): Promise<string> {
  const { origin, pathname } = new URL(baseUrl);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const parents = segments.map((_, i) => origin + ['', ...segments.slice(0, segments.length - 1 - i)].join('/'));
  const usual = ['/api', '/api/v1', '/v1'].flatMap((path) => [baseUrl + path, origin + path]);
  const bases = [...new Set([...parents, ...usual])].filter((base) => base !== baseUrl).slice(0, MOST);
  const onePlaceEach = [...new Map(places.map((place) => [place.resource, place])).values()].slice(0, RESOURCES);
  for (const base of bases) {
    for (const { address, resource } of onePlaceEach) {
      const answer = await inquiry.ask({ method: 'GET', address: base + address }, resource);
      if (answer?.status !== 200 || answer.representation.value === undefined) continue;
      return `GET ${base}${address} was answered with JSON: is ${base} the base address?`;
    }
  }
  const looked = bases.map((base) => new URL(base).pathname).join(', ');
  return `check the base address (nothing was found below ${looked} either); another API needs a target file, which assayer init --collection /posts writes`;
}
