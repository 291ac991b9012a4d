import type { RepresentationName } from '../../../core/claims.ts';
import { evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, created, createRequest, firstCreated, samplePayload, settles } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';

/**
 * The first creation, and one for each representation that Accept may ask for: what a body owes, it owes in each of them
 * (document 4.4-c3). A target may rightly refuse to answer a POST in some of them; those are left out.
 */
export async function createdInEach(trial: Trial): Promise<readonly Created[]> {
  const [first, ...others] = await askedInEach(trial);
  return [...(first === undefined ? [] : [first]), ...others.filter(({ answer }) => answer.succeeded)];
}

/** The same with those that were refused. */
export async function askedInEach(trial: Trial): Promise<readonly Created[]> {
  const { representations, selectors } = resourceOf(trial);
  const first = await firstCreated(trial);
  if (!selectors.includes('accept')) return [first];
  const others = representations.filter((name) => name !== first.answer.representation.syntax);
  const made: Created[] = [first];
  for (const name of others) made.push(await createdAs(trial, name));
  return made;
}

const createdAs = evidence(
  (trial, name: RepresentationName) => `${resourceOf(trial).name} as ${name}`,
  async (shared, name) => {
    const resource = resourceOf(shared);
    const unique = shared.unique();
    const payload = samplePayload(resource, unique);
    const request = createRequest(resource, payload, unique);
    const accept = resource.mediaTypes[name];
    const answer = await shared.send({ ...request, headers: { ...request.headers, accept } });
    const record = created(shared, answer, payload, unique);
    await settles(shared, record);
    return record;
  },
);
