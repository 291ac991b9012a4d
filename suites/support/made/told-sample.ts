import type { Answer } from '../../../core/answer.ts';
import { membersLost } from '../../../core/representation/members-lost.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Created } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';

/**
 * Demands that a new record shows what the target file sends on creation: of its own sample each member that is not told to be write-only,
 * by its name or by its value, anywhere. Where the file has no sample of its own, nothing is due here.
 */
export function showsTheSample(trial: Trial, { payload }: Created, read: Answer): Answer {
  const { create } = resourceOf(trial);
  if (create?.isSampleTold !== true || read.representation.syntax !== 'json') return read;
  const { writeOnly } = create;
  const lost = membersLost(payload, read.text).filter((member) => !writeOnly.includes(member));
  return read.owes(
    lost.length === 0,
    `${lost.join(', ')} in the record, as in the sample; a member that is never shown belongs under writeOnly in the target file`,
    () => `neither the member nor its value: ${read.brief}`,
  );
}
