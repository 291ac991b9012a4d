import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { View } from '../view/views.ts';
import { withFields } from '../with-fields.ts';
import { STAR_AS_TAG } from './entity-tag.ts';

/** A star in quotes, alone in the field: a tag like any other, which is nobody's (RFC 9110 8.8.3, 13.1.2). */
export async function isNotForTheStar(trial: Trial, { request, answer: first }: View): Promise<Answer> {
  const answer = await trial.send(withFields(request, { 'if-none-match': STAR_AS_TAG }));
  const isOwn = first.header('ETag') === STAR_AS_TAG;
  return answer.owes(isOwn || answer.status !== 304, `no 304 for If-None-Match: ${STAR_AS_TAG}, a tag of nobody`);
}

/** Of one record, and of what operations made, other rules ask so. */
export async function unlessStarred(trial: Trial, view: View): Promise<readonly Answer[]> {
  return ['list', 'query', 'found', 'nested'].includes(view.place.kind) ? [await isNotForTheStar(trial, view)] : [];
}
