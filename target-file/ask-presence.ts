import type { Answer } from '../core/answer.ts';
import { fillTemplate } from '../core/http/address.ts';
import { redirectOf } from '../core/http/redirect.ts';
import { isAbsent } from '../core/http/status-kinds.ts';
import { VERSIONS } from './ask-version.ts';
import { isNotServed } from './broken-answer.ts';
import type { Draft, DraftResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';
import { likelyBase, type Place } from './likely-base.ts';

/** What keeps a target from being judged at all: its address, or a credential that it misses. */
export type Hindrance = 'address' | 'credential';

/** Nothing of what is to be judged is served below the base address, or nothing of it to this client. */
export class NothingServed extends Error {
  readonly hindrance: Hindrance;
  /** What was seen. */
  readonly told: string;
  /** What to do, where more is known than what is true of any such hindrance. */
  readonly remedy: string | undefined;
  constructor(hindrance: Hindrance, told: string, remedy?: string) {
    super(remedy === undefined ? told : `${told}; ${remedy}`);
    this.name = 'NothingServed';
    this.hindrance = hindrance;
    this.told = told;
    this.remedy = remedy;
  }
}

/** How an address answered that shows nothing of the service: not there, not for this client, a page for people, or elsewhere. */
type Nothing = 'missing' | 'refused' | 'page' | 'led';

/**
 * Why the target cannot be judged, where every address that can be read shows nothing of it. Undefined where anything else
 * is answered, where nothing can be asked for, and where there is no answer.
 */
export async function whyNothingServed(inquiry: Inquiry, draft: Draft): Promise<NothingServed | undefined> {
  const places = draft.resources.flatMap((resource) => readable(resource, draft));
  const met = new Set<Nothing>();
  let last: Answer | undefined;
  for (const { address, resource } of places) {
    last = await inquiry.ask({ method: 'GET', address }, resource);
    const kind = nothingIn(last, draft);
    if (kind === undefined) return undefined;
    met.add(kind);
  }
  if (last !== undefined && met.has('led')) return met.size === 1 ? whyLed(inquiry, draft, last) : undefined;
  if (met.has('refused')) return met.has('page') ? undefined : whyRefused(inquiry, draft, places);
  if (met.has('page')) return (await arePages(inquiry, places)) ? whyNowhere(inquiry, draft, places, PAGES) : undefined;
  return met.has('missing') ? whyNowhere(inquiry, draft, places, 'answered 404') : undefined;
}

function nothingIn(answer: Answer | undefined, { baseUrl }: Draft): Nothing | undefined {
  if (answer === undefined) return undefined;
  if (redirectOf(answer.exchange, baseUrl) !== undefined) return 'led';
  if (isAbsent(answer)) return 'missing';
  if (isRefused(answer)) return 'refused';
  return isPage(answer) ? 'page' : undefined;
}

function isRefused({ status }: Answer): boolean {
  return status === 401 || status === 403;
}

// JSON was asked for, and is not in the body either.
function isPage({ succeeded, mediaType, text }: Answer): boolean {
  return succeeded && mediaType === 'text/html' && text.trimStart().startsWith('<');
}

const PAGES = 'answered with an HTML page, as was an address that cannot exist';

/**
 * A server may redirect whatever it is asked for, what cannot exist too: the service moved, or a page to log in is all that this client may
 * see. Nothing is written to it.
 */
async function whyLed(inquiry: Inquiry, draft: Draft, { exchange }: Answer): Promise<NothingServed | undefined> {
  const led = redirectOf(exchange, draft.baseUrl);
  const nowhere: Place[] = draft.resources
    .slice(0, 1)
    .map((resource) => ({ address: `/${inquiry.unique()}`, resource }));
  for (const { address, resource } of [...items(inquiry, draft), ...nowhere]) {
    const answer = await inquiry.ask({ method: 'GET', address }, resource);
    if (answer === undefined || redirectOf(answer.exchange, draft.baseUrl) === undefined) return undefined;
  }
  if (led === undefined || (await isSessionCheck(inquiry, draft))) return undefined;
  const seen = `every request is redirected, one about nothing too: GET ${exchange.request.url} to ${led.address}`;
  if (led.begin !== undefined) return new NothingServed('address', seen, `begin at ${led.begin}`);
  return new NothingServed('credential', seen, LOG_IN);
}

const LOG_IN =
  'where that is a page to log in, give a credential that the target accepts, by --header, --cookie or --cookie-file, or by session in the target file; else check the base address';

/** Whether a web server answers every address with one page, as for an application in the page, which finds its way by itself. */
async function arePages(inquiry: Inquiry, places: readonly Place[]): Promise<boolean> {
  const nowhere = await inquiry.ask({ method: 'GET', address: `/${inquiry.unique()}` }, places[0]?.resource);
  return nowhere !== undefined && isPage(nowhere);
}

/** Undefined where the session check or a creation is served nevertheless. */
async function whyNowhere(
  inquiry: Inquiry,
  draft: Draft,
  places: readonly Place[],
  seen: string,
): Promise<NothingServed | undefined> {
  if (await isSessionCheck(inquiry, draft)) return undefined;
  if (await isAnythingCreated(inquiry, draft)) return undefined;
  const why = `${told(places)} were ${seen}; ${await likelyBase(inquiry, draft, places)}`;
  return new NothingServed('address', `nothing of what is to be judged is served below ${draft.baseUrl}: ${why}`);
}

/**
 * A target that refuses whatever this client asks for may be right: the credential may be missing, expired or of somebody
 * else. Nothing is written to it.
 */
async function whyRefused(
  inquiry: Inquiry,
  draft: Draft,
  places: readonly Place[],
): Promise<NothingServed | undefined> {
  for (const { address, resource } of items(inquiry, draft)) {
    const answer = await inquiry.ask({ method: 'GET', address }, resource);
    if (answer === undefined || !isRefused(answer)) return undefined;
  }
  if (await isSessionAccepted(inquiry, draft)) return undefined;
  return new NothingServed(
    'credential',
    `every address that was asked for is refused: ${told(places)} were answered 401 or 403; give a credential that the target accepts, by --header, --cookie or --cookie-file, or by session in the target file`,
  );
}

function told(places: readonly Place[]): string {
  return [...new Set(places.map(({ address }) => `GET ${address}`))].join(', ');
}

function readable(resource: DraftResource, { version }: Draft): readonly Place[] {
  const address = resource.list?.address;
  return address === undefined ? [] : versioned(address, version).map((one) => ({ address: one, resource }));
}

/** The address of a record that cannot exist, of each resource whose records can be read. */
function items(inquiry: Inquiry, { resources, version }: Draft): readonly Place[] {
  return resources.flatMap((resource) => {
    const { item } = resource;
    if (item === undefined) return [];
    const addresses = versioned(item.address, version).slice(0, 1);
    return addresses.map((address) => ({ address: fillTemplate(address, { id: inquiry.unique() }), resource }));
  });
}

function versioned(address: string, version: string | undefined): readonly string[] {
  if (!address.includes('{version}')) return [address];
  const candidates = version === undefined ? VERSIONS : [version];
  return candidates.map((one) => fillTemplate(address, { version: one }));
}

// Any web server answers GET /, so only what the check says (document 4.4, 5) tells that it is this one.
async function isSessionCheck(inquiry: Inquiry, { session, claims }: Draft): Promise<boolean> {
  if (claims.session === 'none') return false;
  const answer = await inquiry.ask({ method: 'GET', address: session.address });
  if (answer === undefined || isRefused(answer)) return true;
  return [session.authorized, session.unauthorized].some((text) => answer.text.trim() === JSON.stringify(text));
}

async function isSessionAccepted(inquiry: Inquiry, { session, claims }: Draft): Promise<boolean> {
  if (claims.session === 'none') return false;
  const answer = await inquiry.ask({ method: 'GET', address: session.address });
  return answer?.succeeded === true && answer.text.trim() === JSON.stringify(session.authorized);
}

async function isAnythingCreated(inquiry: Inquiry, { resources, version }: Draft): Promise<boolean> {
  if (!inquiry.mayWrite) return false;
  for (const resource of resources) {
    const { create } = resource;
    if (create === undefined) continue;
    for (const address of versioned(create.address, version)) {
      const attempt = await inquiry.create({ ...resource, create: { ...create, address } });
      if (attempt === undefined || isNotServed(attempt.answer.status) || isPage(attempt.answer)) continue;
      return true;
    }
  }
  return false;
}
