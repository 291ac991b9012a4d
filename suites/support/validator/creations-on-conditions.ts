import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { addressed, type Created, created, createRequest, samplePayload, settles } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';
import { fieldsInWords, withFields } from '../with-fields.ts';

/** A creation with these fields, of which none keeps it from being carried out: it is told by none of the statuses that answer them. */
export async function createDespite(
  trial: Trial,
  fields: Readonly<Record<string, string>>,
  statuses: readonly number[],
): Promise<Created & { readonly address: string }> {
  const resource = resourceOf(trial);
  const unique = trial.unique();
  const payload = samplePayload(resource, unique);
  const request = withFields(createRequest(resource, payload, unique), fields);
  const answer: Answer = await trial.send(request);
  const due = `${request.method} to be carried out, whatever ${fieldsInWords(fields)} says`;
  answer.owes(!statuses.includes(answer.status), due);
  const record = created(trial, answer, payload, unique);
  await settles(trial, record);
  return addressed(record);
}
