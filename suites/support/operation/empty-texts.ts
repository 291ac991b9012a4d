import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { labelsIn } from '../view/labelled.ts';
import { otherViews } from './deal-views.ts';

/** What writers put for a value that is not there. */
const WORDS = /^(?:null|undefined|nan|\[object object\])$/iu;

/**
 * Demands that no other representation has a word for nothing under the name of a member that JSON shows as an empty or blank text (document 4.5-2).
 * A view may show it in any other way.
 */
export async function emptyInEach(
  trial: Trial,
  address: string,
  shown: Readonly<Record<string, unknown>>,
): Promise<readonly Answer[]> {
  const empty = Object.keys(shown).filter((member) => isBlank(shown[member]));
  if (empty.length === 0) return [];
  const views = await otherViews(trial, address);
  return views.map(({ name, answer }) => {
    const { under } = labelsIn(answer);
    const wrong = empty.filter((member) => under(member)?.some((text) => WORDS.test(text.trim())) === true);
    return answer.owes(
      wrong.length === 0,
      `${wrong.join(', ')} as an empty or blank text in the ${name}`,
      'a word for nothing',
    );
  });
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
