import type { Answer } from '../core/answer.ts';
import { notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Resource, Target } from '../core/target.ts';
import { unlessFull } from './support/create/full.ts';
import { unlessNotLetIn } from './support/create/let-in.ts';
import { collection, created, createRequest, existingItem, firstCreated, samplePayload } from './support/evidence.ts';
import { resourceOf, resourcesUnless } from './support/subjects.ts';
import { unknownVersionOf } from './support/validator/other-versions.ts';

type Id = 'version/segment' | 'version/unknown' | 'version/unversioned';

/** Versioning: document 9. */
export const versions: Suite<Id> = {
  'version/segment': {
    level: 'must',
    clause: '9.1',
    title: 'deals are served under /rest/{version}/',
    why: 'The segment is how two versions can live side by side.',
    sends: 'A POST of the sample under the version, and the same without the version segment.',
    due: 'A success under the version; without it no success.',
    on: versioned,
    async check(trial) {
      const resource = resourceOf(trial);
      const first = await firstCreated(trial);
      await unlessNotLetIn(trial, first);
      await unlessFull(trial, first);
      const { answer } = first;
      answer.owes(answer.succeeded, `a creation under /rest/${trial.target.version}/ to succeed`);
      const bare = await createAt(trial, '/rest/');
      bare.owes(!bare.succeeded, `no creation without the version segment of ${resource.name}`);
      return [answer, bare];
    },
  },

  'version/unknown': {
    level: 'should',
    clause: '9.1, 4.4-m1',
    title: 'a version that is not served answers 404',
    why: 'A client of a later version has to learn that it is not there, instead of being served by another.',
    sends:
      'A POST of the sample under versions that nobody serves, one of which begins like the one that is served, and GET, the first operation and DELETE of a new record under that one, alone and under conditions, where each is answered 404 for an unknown id; beside it, under the one that is served.',
    due: 'Status 404, and the record as it was.',
    operates: true,
    on: versioned,
    async check(trial) {
      const control = (await firstCreated(trial)).answer.asControl('the same POST under the served version');
      const answers: Answer[] = [control];
      const { nonce, shortNumber } = trial.records.fresh;
      // One begins like the version that is served: who reads its number alone, or its beginning, takes it for that.
      for (const version of [`${trial.target.version}${nonce}`, nonce, String(shortNumber), `v${shortNumber}`]) {
        answers.push((await createAt(trial, `/rest/${version}/`)).hasStatus(404));
      }
      return [...answers, ...(await unknownVersionOf(trial))];
    },
  },

  'version/unversioned': {
    level: 'must',
    reads: true,
    clause: '9.2',
    title: 'users, commands and queries are served without a version segment',
    why: 'The document gives these addresses no version, and clients write them so.',
    sends: 'GET of the collection or of a record, at an address without a version.',
    due: 'A success.',
    on: resourcesUnless((resource) => {
      const address = resource.list?.address ?? resource.item?.address ?? '';
      return resource.ofDocument && address.startsWith('/users')
        ? undefined
        : `${resource.name} is not served at an address of 9.2`;
    }),
    async check(trial) {
      const answer = resourceOf(trial).list === undefined ? await existingItem(trial) : await collection(trial);
      return answer.hasStatus(200);
    },
  },
};

function versioned(target: Target): ReturnType<ReturnType<typeof resourcesUnless>> {
  return resourcesUnless(({ name, create, ofDocument }: Resource) => {
    if (!ofDocument) return `${name} is not one of the document's own resources`;
    const under = create?.address.startsWith(`/rest/${target.version}/`) === true;
    return under ? undefined : `${name} is not created under /rest/{version}/`;
  })(target);
}

/** The creation of the sample with another beginning of its address; what it makes is taken away again. */
async function createAt(trial: Trial, beginning: string): Promise<Answer> {
  const resource = resourceOf(trial);
  const unique = trial.unique();
  const request = createRequest(resource, samplePayload(resource, unique), unique);
  const served = `/rest/${trial.target.version}/`;
  if (!request.address.startsWith(served)) notExercised(`the address ${request.address} is not under ${served}`);
  const address = `${beginning}${request.address.slice(served.length)}`;
  const answer = await trial.send({ ...request, address, aim: 'collection' });
  created(trial, answer, {}, unique);
  return answer;
}
