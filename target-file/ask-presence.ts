import { fillTemplate } from '../core/address.ts';
import type { Answer } from '../core/answer.ts';
import { isAbsent } from '../core/status-kinds.ts';
import { VERSIONS } from './ask-creation.ts';
import type { Draft, DraftResource } from './draft.ts';
import { type Inquiry, isNotServed } from './inquiry.ts';

/** Nothing of what is to be judged is served below the base address. */
export class NothingServed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NothingServed';
  }
}

/**
 * Why the base address seems to be wrong: every address that can be read below it answers 404, and so does every creation
 * that may be tried. Undefined where anything else is answered, where nothing can be asked for, and where there is no answer.
 */
export async function whyNothingServed(inquiry: Inquiry, draft: Draft): Promise<string | undefined> {
  const places = draft.resources.flatMap((resource) => readable(resource, draft));
  if (places.length === 0) return undefined;
  for (const { address, resource } of places) {
    if (!isMissing(await inquiry.ask({ method: 'GET', address }, resource))) return undefined;
  }
  if (await isSessionCheck(inquiry, draft)) return undefined;
  if (await isAnythingCreated(inquiry, draft)) return undefined;
  const tried = [...new Set(places.map(({ address }) => `GET ${address}`))].join(', ');
  return `nothing of what is to be judged is served below ${draft.baseUrl}: ${tried} were answered 404; ${await correction(inquiry, draft, places)}`;
}

interface Place {
  readonly address: string;
  readonly resource: DraftResource;
}

function readable(resource: DraftResource, { version }: Draft): readonly Place[] {
  const address = resource.list?.address;
  if (address === undefined) return [];
  const versions = address.includes('{version}') ? candidates(version) : [''];
  return versions.map((one) => ({ address: fillTemplate(address, { version: one }), resource }));
}

function candidates(version: string | undefined): readonly string[] {
  return version === undefined ? VERSIONS : [version];
}

function isMissing(answer: Answer | undefined): boolean {
  return answer !== undefined && isAbsent(answer);
}

// Any web server answers GET /, so only what the check says (document 4.4, 5) tells that it is this one.
async function isSessionCheck(inquiry: Inquiry, { session, claims }: Draft): Promise<boolean> {
  if (claims.session === 'none') return false;
  const answer = await inquiry.ask({ method: 'GET', address: session.address });
  if (answer === undefined || answer.status === 401 || answer.status === 403) return true;
  return [session.authorized, session.unauthorized].some((text) => answer.text.trim() === JSON.stringify(text));
}

async function isAnythingCreated(inquiry: Inquiry, { resources, version }: Draft): Promise<boolean> {
  if (!inquiry.mayWrite) return false;
  for (const resource of resources) {
    const { create } = resource;
    if (create === undefined) continue;
    const versions = create.address.includes('{version}') ? candidates(version) : [''];
    for (const one of versions) {
      const address = fillTemplate(create.address, { version: one });
      const attempt = await inquiry.create({ ...resource, create: { ...create, address } });
      if (attempt !== undefined && !isNotServed(attempt.answer.status)) return true;
    }
  }
  return false;
}

/** Where the same service may be instead: above the base address, and where APIs often are below it. */
async function correction(inquiry: Inquiry, { baseUrl }: Draft, places: readonly Place[]): Promise<string> {
  const { origin, pathname } = new URL(baseUrl);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const parents = segments.map((_, i) => origin + ['', ...segments.slice(0, segments.length - 1 - i)].join('/'));
  const usual = ['/api', '/api/v1', '/v1'].flatMap((path) => [baseUrl + path, origin + path]);
  const bases = [...new Set([...parents, ...usual])].filter((base) => base !== baseUrl).slice(0, MOST);
  for (const base of bases) {
    for (const { address, resource } of places.slice(0, PLACES)) {
      const answer = await inquiry.ask({ method: 'GET', address: base + address }, resource);
      if (answer?.status !== 200 || answer.representation.value === undefined) continue;
      return `GET ${base}${address} was answered with JSON: is ${base} the base address?`;
    }
  }
  const looked = bases.map((base) => new URL(base).pathname).join(', ');
  return `check the base address (nothing was found below ${looked} either); another API needs a target file, which assayer init --collection /posts writes`;
}

const MOST = 8;
const PLACES = 2;
