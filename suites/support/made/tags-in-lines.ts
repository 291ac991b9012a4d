import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isEntityTag, OTHER_TAG, TAG_OF_NOBODY, weakly } from '../validator/entity-tag.ts';
import { isNotForTheStar } from '../validator/star-in-quotes.ts';
import { isUnchanged } from '../validator/view-conditions.ts';
import { given, type Place, type View } from '../view/views.ts';

/**
 * What operations made, asked for with a star in quotes, which is a tag like any other (RFC 9110 8.8.3, 13.1.2), and with its own tag in
 * one of several lines, which are one list (5.3).
 */
export async function tagsInLines(trial: Trial, places: readonly Place[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [i, place] of places.filter(({ kind }) => kind === 'made').entries()) {
    const view = (await given(trial, place)).find(({ name }) => name === 'json');
    if (view === undefined || !isEntityTag(view.answer.header('ETag') ?? '')) continue;
    answers.push(await isNotForTheStar(trial, view), await isKnownInLines(trial, view, i));
  }
  return answers;
}

/** Its own tag in lines that are one list, which of them by turns. The view has a tag. */
export function isKnownInLines(trial: Trial, view: View, nth: number): Promise<Answer> {
  return isUnchanged(trial, view, LINES[nth % LINES.length] ?? twoLines);
}

const twoLines = (tag: string): readonly string[] => [`${OTHER_TAG},${TAG_OF_NOBODY}`, tag];

/** The own tag in the last line, in the first one, and in the one between two others, also weakly. */
const LINES: readonly ((tag: string) => readonly string[])[] = [
  twoLines,
  (tag) => [weakly(tag), weakly(TAG_OF_NOBODY)],
  (tag) => [TAG_OF_NOBODY, weakly(tag), OTHER_TAG],
];
