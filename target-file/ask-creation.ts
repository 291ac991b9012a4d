import type { Answer } from '../core/answer.ts';
import { fillTemplate, sameAddress } from '../core/http/address.ts';
import { holds } from '../core/records/record-claim.ts';
import { listedIn } from '../core/representation/entries.ts';
import { at } from '../core/representation/json-pointer.ts';
import { idText, isObject } from '../core/representation/json-value.ts';
import { isBroken, isOddSuccess } from './broken-answer.ts';
import { type Draft, type DraftResource, withResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';
import type { Made } from './inquiry-writes.ts';
import { seeList } from './list-place.ts';

/** A draft whose version is known. */
export type Versioned = Draft & { readonly version: string };

/** What a step of the questions found out: the draft with it, and each new value in words. */
export interface Step<T extends Draft = Versioned> {
  readonly draft: T;
  readonly notes: readonly string[];
}

/** Makes one record of a resource whose sample or whose places are not certain, and settles both. */
export async function askCreation(inquiry: Inquiry, draft: Versioned, resource: DraftResource): Promise<Step> {
  const first = await inquiry.create(resource);
  const settled = await settleSample(inquiry, resource, first);
  const places = await seePlaces(inquiry, draft, settled.resource, settled.made);
  return {
    draft: withResource(draft, resource.name, () => places.resource) as Versioned, // version is untouched
    notes: [...settled.notes, ...places.notes],
  };
}

type Attempt = Awaited<ReturnType<Inquiry['create']>>;

async function settleSample(
  inquiry: Inquiry,
  resource: DraftResource,
  first: Attempt,
): Promise<{ resource: DraftResource; made: Made | undefined; notes: string[] }> {
  const { create, name } = resource;
  if (first === undefined || create === undefined) return { resource, made: undefined, notes: [] };
  const sampleText = JSON.stringify(create.sample);
  if (!isRefusal(first.answer)) {
    return { resource, made: first.made, notes: resource.sampleIsGuess ? [`${name}: sample ${sampleText}`] : [] };
  }
  if (resource.sampleIsGuess) {
    // The document shows no types (2): a price may have to be text.
    const textual = { ...resource, create: { ...create, sample: { ...create.sample, price: '100' } } };
    const second = await inquiry.create(textual);
    if (second?.answer.succeeded) {
      const notes = [`${name}: sample ${JSON.stringify(textual.create.sample)} (a price that is a number was refused)`];
      return { resource: textual, made: second.made, notes };
    }
  }
  const why = `${first.answer.status}: ${first.answer.excerpt(160)}`;
  const advice = 'give resources[].sample in the target file';
  const told = `the sample ${sampleText} was refused with ${why}; ${advice}`;
  // A further member may be required: the document does not show which are (2, 4.1).
  const guess = { ...resource, create: { ...create, refused: `${told} with all that a creation needs` } };
  return { resource: resource.sampleIsGuess ? guess : resource, made: undefined, notes: [`${name}: ${told}`] };
}

function isRefusal({ status }: Answer): boolean {
  return status === 400 || status === 422;
}

/** Keeps of the places that the document does not promise those that answer. */
async function seePlaces(
  inquiry: Inquiry,
  draft: Versioned,
  resource: DraftResource,
  made: Made | undefined,
): Promise<{ resource: DraftResource; notes: string[] }> {
  if (resource.ifSeen.length === 0) return { resource, notes: [] };
  const { list: _supposed, item, ...rest } = resource;
  const notes: string[] = [];

  const { list, listed } = await seeList(inquiry, resource);
  const entries = list && listed?.status === 200 ? listedIn(listed.representation.value, { list }) : undefined;
  const listIsOwed = isOwed(inquiry, listed, list?.address);
  const isListed = entries !== undefined || listIsOwed || !resource.ifSeen.includes('list');
  notes.push(
    `${resource.name}: ${isListed ? 'listed' : 'not listed'} (GET ${list?.address} ${told(listed, listIsOwed)}${inPlace(list)})`,
  );

  // A Location that leads to the collection is a fault to be judged, and says nothing about where records are.
  const leadsToList =
    made?.location !== undefined && list !== undefined && sameAddress(made.location, draft.baseUrl + list.address);
  const own = leadsToList ? undefined : made;
  const id = own?.id ?? idText(at(entries?.[0], list?.id ?? '/id'));
  const address =
    own?.location ?? (id === undefined || item === undefined ? undefined : fillTemplate(item.address, { id }));
  const there = address === undefined ? undefined : await readPatiently(inquiry, resource, address);
  const seen = own?.location === undefined ? item?.address : templateOf(own, own.location, draft, item?.address);
  // A Location that leads nowhere, or to something else, says nothing of where records are read: that is for the rules to judge.
  const leadsToIt = there?.status === 200 && (own === undefined || holds(there, inquiry.nonce));
  const usual =
    leadsToIt || own === undefined || item === undefined ? undefined : fillTemplate(item.address, { id: own.id });
  const plain = usual === undefined ? undefined : await inquiry.ask({ method: 'GET', address: usual }, resource);
  const isUsual = plain?.status === 200 && holds(plain, inquiry.nonce);
  const isFound = leadsToIt || isUsual;
  const other = isFound || own === undefined ? undefined : await readOther(inquiry, resource, entries ?? [], own.id);
  const [read, template] = isUsual ? [plain, item?.address] : [other ?? there, leadsToIt ? seen : item?.address];
  const itemIsOwed = isOwed(inquiry, read, address);
  const isSeen = (isFound || other !== undefined || itemIsOwed) && template !== undefined;
  const isRead = isSeen || !resource.ifSeen.includes('item');
  notes.push(
    `${resource.name}: ${isRead ? 'read' : 'not read'} by id (GET ${template ?? 'of its address'} ${told(read, itemIsOwed)}${other === undefined ? '' : LATE})`,
  );

  return {
    resource: {
      ...rest,
      ...(list !== undefined && isListed ? { list } : {}),
      ...(item !== undefined && isRead ? { item: { ...item, address: template ?? item.address } } : {}),
    },
    notes,
  };
}

function inPlace(list: DraftResource['list']): string {
  return list === undefined || list.envelope === '' ? '' : ` with its records at ${list.envelope}`;
}

const LATE = ' for a listed record, and a new one was not found there: --settle waits until new records show';

/** A record that the list shows beside the new one, as it is read by its id: that is served, where the new one does not show yet. */
async function readOther(
  inquiry: Inquiry,
  resource: DraftResource,
  entries: readonly unknown[],
  newId: string,
): Promise<Answer | undefined> {
  const { list, item } = resource;
  const ids = entries.map((entry) => idText(at(entry, list?.id ?? '/id')));
  const id = ids.find((one) => one !== undefined && one !== newId);
  if (item === undefined || id === undefined) return undefined;
  const answer = await inquiry.ask({ method: 'GET', address: fillTemplate(item.address, { id }) }, resource);
  return answer?.status === 200 && isObject(answer.representation.value) ? answer : undefined;
}

const READINGS = 3;
const BETWEEN_READINGS_MS = 50;

// Whether records can be read at all is the question here; that a new one is not there at once is for the rules to judge.
async function readPatiently(inquiry: Inquiry, resource: DraftResource, address: string): Promise<Answer | undefined> {
  const read = (): Promise<Answer | undefined> => inquiry.ask({ method: 'GET', address }, resource);
  for (let reading = 1; reading < READINGS; reading += 1) {
    const answer = await read();
    if (answer?.status !== 404) return answer;
    await inquiry.pause(BETWEEN_READINGS_MS);
  }
  // As long as new records may take to show where somebody said so.
  return inquiry.until(read, (answer) => answer?.status !== 404);
}

// A server that breaks down over a request serves the address, and has to answer (7); so does one that does not answer at all, and
// one that succeeds with a status that a reading does not have.
function isOwed(inquiry: Inquiry, answer: Answer | undefined, address: string | undefined): boolean {
  if (answer?.status === 503 || (answer !== undefined && isOddSuccess(answer))) return true;
  return isBroken(answer) || (answer === undefined && address !== undefined && inquiry.isSilent(address));
}

function told(answer: Answer | undefined, isOwed: boolean): string {
  const problem = answer?.representation.problem;
  if (answer === undefined) return isOwed ? 'was not answered' : 'could not be asked';
  return `was answered ${answer.status}${problem === undefined ? '' : ` with ${problem}`}`;
}

/** The template that gives this Location: the documented one where it fits, otherwise the Location with its id taken out. */
function templateOf(made: Made, location: string, draft: Draft, documented: string | undefined): string | undefined {
  if (documented !== undefined && sameAddress(location, draft.baseUrl + fillTemplate(documented, { id: made.id }))) {
    return documented;
  }
  const { pathname, search } = new URL(location);
  const prefix = new URL(draft.baseUrl).pathname.replace(/\/$/u, '');
  if (!pathname.startsWith(`${prefix}/`)) return undefined;
  return pathname.slice(prefix.length).replace(/(?<![^/])[^/]+(\/?)$/u, '{id}$1') + search;
}

/** Whether a creation has to be tried at all before the resource can be judged. */
export function isUncertain(resource: DraftResource): boolean {
  return resource.unserved === undefined && (resource.ifSeen.length > 0 || resource.sampleIsGuess);
}
