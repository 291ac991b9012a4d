import type { Answer } from '../../../core/answer.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, create } from '../evidence.ts';
import { resourceName } from '../subjects.ts';

/** The sample once more, after something was refused that is judged by it. Sent once in a run. */
const sampleAgain: Evidence<Created> = evidence(resourceName, (shared) => create(shared));

/**
 * Demands, where a creation was refused otherwise than is due, that the sample is still taken. A plan may allow so many records and no
 * more, or a session may end: then all that is sent is refused, before anybody looks at it, and that says nothing of the payload
 * (document 8: limits are not shown).
 */
export async function unlessAllIsRefused(trial: Trial, answer: Answer): Promise<void> {
  if (answer.succeeded || answer.status >= 500) return;
  const { answer: sample } = await sampleAgain(trial);
  sample.asControl('the sample, which was created before, sent again after a refusal,');
}
