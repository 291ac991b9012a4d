import type { Answer } from '../../../core/answer.ts';
import { labelsIn } from '../view/labelled.ts';
import type { Told } from '../view/telling.ts';

/** Texts that a reader may take for a number, a flag or nothing, and write as that. JSON may write the fraction of a number as a text. */
const LOOKS_LIKE_ANOTHER = /^(?:true|false|null|undefined|-?\d+(?:e\d+)?)$/iu;

/**
 * Demands that XML shows texts which look like other values letter for letter, where it names them as JSON does and shows another text
 * so: 007 is not 7, and true is not True (document 4.5-2). Pages may write numbers for the eye.
 */
export function isLetterForLetter(view: Answer, told: readonly Told[]): Answer {
  if (view.representation.syntax !== 'xml') return view;
  const { under } = labelsIn(view);
  const isExact = ([member, value]: Told): boolean =>
    under(member)?.some((text) => text.trim() === String(value).trim()) === true;
  const texts = told.filter(([, value]) => typeof value === 'string');
  const isOther = ([, value]: Told): boolean => LOOKS_LIKE_ANOTHER.test(String(value).trim());
  // A date may be written without what is put around words.
  const isOfWords = ([, value]: Told): boolean => /\p{L}{3}/u.test(String(value));
  if (!texts.some((one) => !isOther(one) && isOfWords(one) && isExact(one))) return view;
  const wrong = texts.filter((one) => isOther(one) && under(one[0]) !== undefined && !isExact(one));
  const inWords = wrong.map(([member, value]) => `${member} “${String(value)}”`).join(', ');
  return view.owes(wrong.length === 0, `the texts of the JSON letter for letter: ${inWords}`, 'other ones');
}
