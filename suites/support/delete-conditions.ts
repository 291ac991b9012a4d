import type { Answer } from '../../core/answer.ts';
import type { Trial } from '../../core/trial.ts';
import { addressed, create, deletion } from './evidence.ts';
import { resourceOf } from './subjects.ts';
import { withFields } from './with-fields.ts';

/**
 * Records of their own, deleted with the current tag in If-Match, and with `*`: both conditions hold (RFC 9110 13.1.1), whether the target
 * reads the field or not.
 */
export async function deletesWhatMatches(trial: Trial): Promise<readonly Answer[]> {
  return [...(await deletesOne(trial, (tag) => tag)), ...(await deletesOne(trial, () => '*'))];
}

async function deletesOne(trial: Trial, write: (tag: string) => string): Promise<readonly Answer[]> {
  const record = addressed(await create(trial));
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: record.address });
  const before = await read();
  const tag = before.header('ETag') ?? '';
  const field = write(tag);
  // A weak tag matches nothing here, and without a representation `*` matches nothing either.
  if (before.status !== 200 || (field !== '*' && !tag.startsWith('"'))) return [];
  const answer = await trial.send(withFields(deletion(resourceOf(trial), record), { 'if-match': field }));
  if (answer.status !== 412) return [answer];
  const now = await read();
  const isStill = now.status === 200 && (field === '*' || now.header('ETag') === tag);
  return [answer.owes(!isStill, `no 412 for If-Match: ${field}, which the record matches`), now];
}
