import type { Target } from '../core/target.ts';
import { isNotServed } from '../target-file/broken-answer.ts';
import type { DraftResource } from '../target-file/draft.ts';
import type { Inquiry } from '../target-file/inquiry.ts';
import { type Finding, fine } from './finding.ts';

/** Makes one record of each resource. What it made is deleted by the clean-up at the end, which tells what could not be. */
export async function findingsOfWrites(inquiry: Inquiry, { resources }: Pick<Target, 'resources'>): Promise<Finding[]> {
  const creatable = resources.filter(({ create }) => create !== undefined);
  if (!inquiry.mayWrite) {
    const told = 'nothing but GET was sent, so it is not known whether records can be created and deleted';
    return [
      { subject: 'writes', weight: 'note', told, remedy: 'allow one record of each resource with --allow-writes' },
    ];
  }
  const findings: Finding[] = [];
  for (const resource of creatable) {
    const draft: DraftResource = { ...resource, ifSeen: [], sampleIsGuess: false };
    const attempt = await inquiry.create(draft);
    const { method = 'POST', address = '' } = resource.create ?? {};
    const asked = `${method} ${address}`;
    const add = (told: string, remedy: string): void =>
      void findings.push({ subject: 'writes', weight: 'warning', told: `${asked} ${told}`, remedy });
    if (attempt === undefined) {
      add('was not answered', 'look into the log of the service');
      continue;
    }
    const { status, brief, succeeded } = attempt.answer;
    if (status === 401 || status === 403)
      add(`was answered ${status}: the session may not create`, 'give one that may, or judge with --read-only');
    else if (isNotServed(status))
      add(`was answered ${status}: nothing is created there`, 'correct create in the target file, or say false');
    else if (status === 400 || status === 422)
      add(`was answered ${brief}: the sample is refused`, 'give a valid sample in the target file');
    else if (!succeeded) add(`was answered ${brief}`, 'look into the log of the service');
    else if (attempt.made === undefined)
      add(
        `was answered ${brief}: no id of a new record was found, so it cannot be deleted`,
        'say where the id is with id in the target file',
      );
    else findings.push(fine('writes', `${asked} was answered ${status}: a record was created`));
  }
  return findings;
}
