import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { dayBefore } from '../view/http-days.ts';
import type { Place, View } from '../view/views.ts';
import { withFields, withLines } from '../with-fields.ts';
import { OTHER_TAG, TAG_OF_NOBODY, weakly } from './entity-tag.ts';

/** Any representation matches (RFC 9110 13.1.1). */
const ANY = '*';

/**
 * If-Match that holds: of one record in every spelling and in each representation, of other places in one of them each and as `*`. The date of
 * If-Unmodified-Since is not looked at beside it (RFC 9110 13.1.4), and If-None-Match is, after it (13.2.2).
 */
export async function matchedViews(trial: Trial, views: readonly View[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const ofJson = views.filter(({ name }) => name === 'json');
  for (const [i, view] of ofJson.entries()) {
    const all = spellings(tagOf(view.answer));
    const own = all[i % all.length]?.[0] ?? ANY;
    const asked = view.place.kind === 'item' ? all : [...new Set([own, ANY])].map((list) => [list]);
    for (const lines of asked) answers.push(await isMatched(trial, view, lines));
    answers.push(await isKnown(trial, view));
  }
  for (const view of views.filter(({ name, place }) => name !== 'json' && isRecord(place)))
    answers.push(await isMatched(trial, view, [tagOf(view.answer)]));
  return answers;
}

async function isMatched(trial: Trial, view: View, lines: readonly string[]): Promise<Answer> {
  const earlier = dayBefore(view.answer);
  const since = earlier === undefined ? {} : { 'if-unmodified-since': earlier };
  const answer = await trial.send(withLines(withFields(view.request, since), 'if-match', lines));
  const isStill = answer.status === 412 && (await isCurrent(trial, view));
  return answer.owes(!isStill, `no 412 for If-Match: ${lines.join(' and ')}, whatever If-Unmodified-Since says`);
}

/** A list of two lines that matches, with a weak tag before the current one and an empty member behind it (RFC 9110 5.3, 5.6.1.2). */
async function isKnown(trial: Trial, view: View): Promise<Answer> {
  const tag = tagOf(view.answer);
  const lines = [weakly(TAG_OF_NOBODY), `${tag}\t,,${OTHER_TAG}`];
  const answer = await trial.send(withLines(withFields(view.request, { 'if-none-match': tag }), 'if-match', lines));
  const isStill = answer.status !== 304 && (await isCurrent(trial, view));
  return answer.owes(!isStill, `status 304 for If-Match: ${lines.join(' and ')} and If-None-Match: ${tag}`);
}

/** Others may change what is read meanwhile. */
async function isCurrent(trial: Trial, { request, answer }: View): Promise<boolean> {
  return tagOf(await trial.send(request)) === tagOf(answer);
}

/** The tag first, last, in the middle beside an empty member (RFC 9110 5.6.1.2), and alone; and `*`. */
function spellings(tag: string): readonly (readonly string[])[] {
  const lists = [`${tag},${TAG_OF_NOBODY}`, ANY, tag, `${TAG_OF_NOBODY}, ${tag}`];
  return [...lists, `${TAG_OF_NOBODY}, ,${tag} , ${OTHER_TAG}`].map((list) => [list]);
}

function isRecord({ kind }: Place): boolean {
  return kind === 'item' || kind === 'created';
}

function tagOf(answer: Answer): string {
  return answer.header('ETag') ?? '';
}
