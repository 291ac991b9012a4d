import type { Answer } from '../core/answer.ts';
import { notExercised } from '../core/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/trial.ts';
import { created, createRequest, samplePayload } from './support/evidence.ts';
import { invalidPayloads } from './support/invalid-payloads.ts';
import { sendMalformed } from './support/malformed.ts';
import { resourceOf, resourcesUnless, whyNotCreatable } from './support/subjects.ts';
import { changesNothing } from './support/unchanged.ts';

const BROKEN: readonly string[] = ['cut short', 'a comma too many', 'two values'];

/** What was refused left nothing behind, not even something that looks unlike what was sent. */
export const steadyRefusal: Suite<'create/refused'> = {
  'create/refused': {
    level: 'must',
    clause: '7 (400)',
    title: 'what is refused creates nothing',
    why: 'A client that corrects its request and sends it again would otherwise leave a half-made record behind each time.',
    sends:
      'Creations in broken JSON, under another Content-Type, and the invalid ones that the target file knows; a look at every list before and after.',
    due: 'No record more than before.',
    on: resourcesUnless(
      (resource) =>
        whyNotCreatable(resource) ?? (resource.list === undefined ? `${resource.name} is not listed` : undefined),
    ),
    needs: ['create/malformed'],
    // Last, when the run itself creates nothing.
    passive: true,
    drivenBy: ['create/malformed', 'create/invalid'],
    async check(trial) {
      // A target may take JSON under another name. Then it is a creation, and not asked for below.
      const isRefused = (await createdAsText(trial)).status >= 400;
      return changesNothing(trial, () => refusals(trial, isRefused), 'nothing created by what is refused');
    },
  },
};

async function createdAsText(trial: Trial): Promise<Answer> {
  const unique = trial.unique();
  const payload = samplePayload(resourceOf(trial), unique);
  const { json, ...request } = createRequest(resourceOf(trial), payload, unique);
  const headers = { 'content-type': 'text/plain' };
  const answer = await trial.send({ ...request, body: JSON.stringify(json), headers });
  created(trial, answer, payload, unique);
  return answer;
}

async function refusals(trial: Trial, isTextRefused: boolean): Promise<readonly Answer[]> {
  const answers: Answer[] = isTextRefused ? [await createdAsText(trial)] : [];
  for (const how of BROKEN) answers.push(await sendMalformed(trial, { how, at: 0.5 }, trial.unique()));
  const resource = resourceOf(trial);
  for (const { title, payloadOf } of invalidPayloads(resource).slice(0, 3)) {
    const unique = trial.unique();
    const answer = await trial.send(createRequest(resource, payloadOf(unique), unique));
    created(trial, answer, {}, unique);
    if (answer.succeeded) notExercised(`a payload ${title} was accepted, which is for create/invalid`, answer);
    answers.push(answer);
  }
  return answers;
}
