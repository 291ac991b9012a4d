import type { Answer } from '../../../core/answer.ts';

/** Of no language, as one word and as letters at another one. */
const WORD = 'zqxj';

/** A value that holds a known one, and texts by which only a lenient search finds what has the known one. */
export interface Longer {
  readonly value: string;
  readonly controls: readonly string[];
}

/**
 * A known value with a word behind it and before it, and with letters at it: another value (document 4.4, 4.3), which no record has. How a
 * match is decided is not shown: who searches by words finds by those in any order, and who searches by resemblance by a text with
 * another letter, as the controls of each show. What is read up to a blank, or is held to be found where it holds what a record
 * has, is neither.
 */
export function longerValues(text: string): readonly Longer[] {
  const [first = '', last = ''] = [text.split(' ').at(0), text.split(' ').at(-1)];
  // Too short to resemble anything.
  if (first.length < LEAST || last.length < LEAST) return [];
  const inFirst = `${changed(first)}${text.slice(first.length)}`;
  const inLast = `${text.slice(0, -last.length)}${changed(last)}`;
  const [ahead, behind] = [`${WORD} ${text}`, `${text} ${WORD}`];
  const alike = [
    inFirst,
    inLast,
    `${text.slice(0, -1)}${otherThan(text.at(-1))}`,
    `${otherThan(text[0])}${text.slice(1)}`,
  ];
  return [
    { value: behind, controls: [inFirst, ahead] },
    { value: ahead, controls: [inLast, behind] },
    { value: `${text}${WORD}`, controls: [...alike, `${text.slice(0, -last.length)}${last[0] ?? ''}${WORD}`] },
    { value: `${WORD}${text}`, controls: [...alike, `${WORD}${first.at(-1) ?? ''}${text.slice(first.length)}`] },
  ];
}

const LEAST = 3;

/** A word with another letter inside. */
function changed(word: string): string {
  const half = Math.floor(word.length / 2);
  return `${word.slice(0, half)}${otherThan(word[half])}${word.slice(half + 1)}`;
}

function otherThan(letter: string | undefined): string {
  return letter?.toLowerCase() === 'q' ? 'x' : 'q';
}

/** How a query is asked for a value, and whether an answer holds a record that has the known one alone. */
export interface Asking {
  /** Undefined where the value may not be asked for. */
  readonly ask: (value: string) => Promise<Answer | undefined>;
  readonly finds: (answer: Answer, value: string) => boolean;
}

/** Demands that nothing is found by a longer value, where no control finds it either. */
export async function findsByTheWhole(text: string, { ask, finds }: Asking): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { value, controls } of longerValues(text)) {
    const answer = await ask(value);
    if (answer === undefined) continue;
    const isFound = finds(answer, value);
    const isLenient = isFound && (await findsOne(controls, { ask, finds }));
    answers.push(answer.owes(!isFound || isLenient, `no record by “${value}”`, `what has “${text}” alone`));
  }
  return answers;
}

/** Whether one of these finds something, or may not be asked for, so that nothing is known. */
async function findsOne(controls: readonly string[], { ask, finds }: Asking): Promise<boolean> {
  for (const control of controls) {
    const answer = await ask(control);
    if (answer === undefined || finds(answer, control)) return true;
  }
  return false;
}
