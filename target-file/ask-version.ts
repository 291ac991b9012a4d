import type { Answer } from '../core/answer.ts';
import { isAbsent } from '../core/http/status-kinds.ts';
import type { Step, Versioned } from './ask-creation.ts';
import { isNotServed } from './broken-answer.ts';
import { type Draft, type DraftResource, isVersioned, withResource, withVersion } from './draft.ts';
import type { Inquiry } from './inquiry.ts';
import { seeList } from './list-place.ts';

/** The version segments that are tried where nobody named one (document 9). */
export const VERSIONS: readonly string[] = ['1', 'v1', '1.0', 'v2', '2'];

/** The draft under one version, and what of it is addressed by that. */
interface Candidate {
  readonly version: string;
  readonly draft: Versioned;
  readonly resources: readonly DraftResource[];
}

/** A version, and the answer that speaks for it or against it. */
interface Seen extends Candidate {
  readonly answer: Answer;
}

/** What the versions were answered, in the order in which they were asked. */
interface Tried {
  /** The version that is served, as far as that can be seen. */
  readonly served: Seen | undefined;
  readonly missing: readonly Seen[];
}

/**
 * Finds the version segment (document 9.1): the first whose list is read and under which a creation is served; else one under which a creation
 * is, and else one whose list is not answered as missing. Lists come first, so that what was there is known before anything is created.
 */
export async function askVersion(inquiry: Inquiry, draft: Draft): Promise<Step> {
  if (draft.version !== undefined || !isVersioned(draft)) {
    const known = draft.version === undefined ? { ...draft, version: '' } : withVersion(draft, draft.version);
    const guessed = known.resources.filter(({ ifSeen }) => ifSeen.includes('list'));
    const placed = await placeLists(inquiry, { version: known.version, draft: known, resources: guessed });
    return { draft: placed.draft, notes: [] };
  }
  const candidates = VERSIONS.map((version): Candidate => {
    const candidate = withVersion(draft, version);
    // Resources keep their order when the version is filled in.
    const resources = candidate.resources.filter((_, i) => isAddressedByVersion(draft.resources[i]));
    return { version, draft: candidate, resources };
  });
  const { served, missing } = await tryEach(inquiry, candidates);
  if (served !== undefined) return { draft: served.draft, notes: [`version = ${served.version} (${told(served)})`] };
  const assumed = { draft: withVersion(draft, '1'), notes: ['version = 1 (assumed: none was seen to be served)'] };
  return missing.length === VERSIONS.length && inquiry.mayWrite ? unserved(assumed, draft, missing) : assumed;
}

async function tryEach(inquiry: Inquiry, candidates: readonly Candidate[]): Promise<Tried> {
  const lists: Seen[] = [];
  const made = new Map<string, Seen>();
  const isMade = async (one: Candidate): Promise<boolean> => {
    const answer = await tryCreating(inquiry, one);
    if (answer !== undefined) made.set(one.version, { ...one, answer });
    return answer !== undefined && isServed(answer);
  };
  for (const candidate of candidates) {
    const { answer, ...one } = await placeLists(inquiry, candidate);
    if (answer === undefined) break;
    lists.push({ ...one, answer });
    if (!answer.succeeded) continue;
    if (!mayCreate(inquiry, one)) return { served: { ...one, answer }, missing: [] };
    if (await isMade(one)) return { served: made.get(one.version), missing: [] };
  }
  for (const one of candidates) {
    if (!mayCreate(inquiry, one) || made.has(one.version)) continue;
    if (await isMade(one)) return { served: made.get(one.version), missing: [] };
    // Nothing is learnt of the others where nobody answers.
    if (!made.has(one.version)) break;
  }
  // Where the list is there the version is the right one, and the creation is what is wrong.
  const listed = lists.find(({ answer }) => answer.succeeded) ?? lists.find(({ answer }) => !isAbsent(answer));
  return { served: listed, missing: made.size > 0 ? [...made.values()] : lists };
}

/** 410 is said of a version that is gone (document 7). */
function isServed(answer: Answer): boolean {
  return !isNotServed(answer.status) && !isAbsent(answer);
}

function mayCreate(inquiry: Inquiry, { resources }: Candidate): boolean {
  return inquiry.mayWrite && resources.some(({ create }) => create !== undefined);
}

async function tryCreating(inquiry: Inquiry, { draft, resources }: Candidate): Promise<Answer | undefined> {
  const resource = resources.find(({ create }) => create !== undefined);
  // What the first creation of all does to records of other collections is seen only where they were read before it.
  inquiry.knowCollections(draft.resources);
  return resource && (await inquiry.create(resource))?.answer;
}

/** Finds where the lists of these resources are, with what the first of them was answered: before anything is created. */
async function placeLists(inquiry: Inquiry, candidate: Candidate): Promise<Candidate & { readonly answer?: Answer }> {
  let placed: Candidate & { readonly answer?: Answer } = candidate;
  for (const resource of candidate.resources.filter(({ list }) => list !== undefined)) {
    const { list, listed } = await seeList(inquiry, resource);
    const found: DraftResource = { ...resource, ...(list === undefined ? {} : { list }) };
    placed = {
      ...placed,
      draft: withResource(placed.draft, resource.name, () => found) as Versioned, // version is untouched
      resources: placed.resources.map((one) => (one.name === resource.name ? found : one)),
      ...(placed.answer === undefined && listed !== undefined ? { answer: listed } : {}),
    };
  }
  return placed;
}

function told({ answer, draft }: Seen): string {
  const { method, url } = answer.exchange.request;
  return `${method} ${url.slice(draft.baseUrl.length)} was answered ${answer.status}`;
}

/** A version that was guessed, and under which nothing is served, is no failure of the target: nothing is judged under it. */
function unserved({ draft, notes }: Step, unversioned: Draft, missing: readonly Seen[]): Step {
  const why = `no version was found under which it is served (${missing.map(told).join('; ')}): give it by version in the target file`;
  const isUnder = (at: number): boolean => isAddressedByVersion(unversioned.resources[at]);
  const resources = draft.resources.map((resource, i) => (isUnder(i) ? { ...resource, unserved: why } : resource));
  const names = resources.filter((resource) => resource.unserved !== undefined).map(({ name }) => name);
  const operations = draft.operations.filter(({ resource }) => !names.includes(resource));
  return { draft: { ...draft, resources, operations }, notes };
}

function isAddressedByVersion(resource: DraftResource | undefined): boolean {
  return [resource?.create, resource?.list].some((place) => place?.address.includes('{version}') === true);
}
