import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { notExercised } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { created, createRequest, existing, mayAsk, samplePayload, settles } from '../evidence.ts';
import { isMarked } from '../marked-address.ts';
import { resourceOf, resourcesUnless } from '../subjects.ts';
import { type Accept, acceptLines, weigh } from './accept.ts';

/** Every resource with several representations among which Accept chooses, those left out for which `unless` gives a reason. */
export function severalByAccept(
  unless: (resource: Resource) => string | undefined,
): ReturnType<typeof resourcesUnless> {
  return resourcesUnless((resource) => {
    const { name, representations, selectors } = resource;
    if (!selectors.includes('accept')) return `${name} does not claim the selector accept`;
    if (representations.length < 2)
      return `${name} claims one representation only (representations = ${representations.join()})`;
    return unless(resource);
  });
}

/** Where a resource can be read: one record, and the collection. */
export async function addresses(trial: Trial): Promise<string[]> {
  const { item, list } = resourceOf(trial);
  const record = item === undefined ? [] : [(await existing(trial)).address];
  return [...record, ...(list === undefined ? [] : [list.address])];
}

/** Asks about one value after the other, and gives all the answers. */
export async function each<T>(
  values: readonly T[],
  ask: (value: T) => Promise<Answer | readonly Answer[]>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const value of values) answers.push(...[await ask(value)].flat());
  return answers;
}

/** One reading of an existing record in a representation, shared by the rules that compare them. */
export const readAs: Evidence<Answer, [name: RepresentationName]> = evidence(
  (trial, name) => `${resourceOf(trial).name} as ${name}`,
  async (shared, name) => {
    const { address } = await existing(shared);
    return shared.send({ method: 'GET', address, headers: { accept: resourceOf(shared).mediaTypes[name] } });
  },
);

/** A creation with Accept for a representation, whose Location shows no mark of it. */
export async function createdAs(trial: Trial, name: RepresentationName): Promise<{ answer: Answer; location: string }> {
  const resource = resourceOf(trial);
  const unique = trial.unique();
  const request = createRequest(resource, samplePayload(resource, unique), unique);
  const answer = await trial.send({ ...request, headers: { ...request.headers, accept: resource.mediaTypes[name] } });
  const record = created(trial, answer, {}, unique);
  await settles(trial, record);
  const { address } = record;
  answer.asControl(`creating with Accept for ${name}`);
  const location = answer.status === 201 ? (answer.location ?? address) : address;
  if (location === undefined) notExercised('the answer names no address of what was created', answer);
  // Whether it may lead there is for create/addressable to judge; nobody else's host is asked.
  if (!mayAsk(trial.target, location))
    notExercised(`the Location ${location} leads to another host, which is not asked`, answer);
  answer.owes(!isMarked(location, answer), 'an address without a mark of the representation', location);
  return { answer, location };
}

/** Asks for an address with an Accept field, and demands a representation of the greatest weight among these, or else all. */
export async function honours(
  trial: Trial,
  address: string,
  accept: Accept,
  names: readonly RepresentationName[] = resourceOf(trial).representations,
): Promise<Answer> {
  const resource = resourceOf(trial);
  const lines = acceptLines(accept).map((line) => ['accept', line] as const);
  const answer = await trial.send({ method: 'GET', address, headers: { accept: undefined }, lines });
  const best = Math.max(...names.map((name) => weigh(accept, resource.mediaTypes[name])));
  if (best === 0) return answer.owes(answer.status < 500, '406 or any representation');
  answer.hasStatus(200);
  const weight = Math.max(...namesOf(answer, resource).map((type) => weigh(accept, type)));
  return answer.owes(
    // A type of its own, such as application/hal+json, may weigh more than the plain one (application/*).
    weight >= best,
    `a representation of weight ${best} for ${shownLines(accept)}`,
    `${answer.mediaType}, of weight ${weight}`,
  );
}

function shownLines(accept: Accept): string {
  return acceptLines(accept)
    .map((line) => `Accept: ${line}`)
    .join(' and ');
}

// The type as sent, and the type by which the resource's representation of that syntax is asked for.
function namesOf(answer: Answer, resource: Resource): string[] {
  const same = resource.representations.filter((name) => name === answer.representation.syntax);
  return [answer.mediaType, ...same.map((name) => resource.mediaTypes[name])];
}
