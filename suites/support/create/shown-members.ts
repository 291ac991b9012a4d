import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { leaves } from '../descriptions.ts';
import { sentText, sentValue } from './creations.ts';

/** A member of a payload and its texts that hold the fresh value of the creation. */
interface Marked {
  readonly member: string;
  readonly texts: readonly string[];
}

function markedIn(trial: Trial, creation: Answer): readonly Marked[] {
  const value = sentValue(trial, creation);
  const sent: unknown = JSON.parse(sentText(creation));
  if (value === undefined || !isObject(sent)) return [];
  return Object.entries(sent).flatMap(([member, own]) => {
    const texts = leaves(own).flatMap((leaf) => (typeof leaf === 'string' && leaf.includes(value) ? [leaf] : []));
    return texts.length === 0 ? [] : [{ member, texts }];
  });
}

/** What stands for a member in a kind of representation: a page may show a part of the members that JSON shows. */
const nameOf = (answer: Answer, { member }: Marked): string => `${answer.representation.syntax} ${member}`;

/**
 * The members, of payloads, that an answer to one of these creations showed. An id or a link may be made of a text that was sent, and is cut
 * where that is long: the body shows a member where it shows all of its text.
 */
export function membersShown(trial: Trial, creations: readonly Answer[]): ReadonlySet<string> {
  const names = creations.flatMap((answer) =>
    markedIn(trial, answer)
      .filter(({ texts }) => texts.some((text) => shows(answer, text)))
      .map((marked) => nameOf(answer, marked)),
  );
  return new Set(names);
}

/** Whether a creation was sent its fresh value in one of these members. */
export function isSentIn(trial: Trial, creation: Answer, members: ReadonlySet<string>): boolean {
  return markedIn(trial, creation).some((marked) => members.has(nameOf(creation, marked)));
}

/** Whether a body holds a text. It may spell its characters in other ways than they were sent: `\u0061`, `&#x61;`. */
export function shows({ text, representation }: Answer, value: string): boolean {
  return text.includes(value) || representation.strings.some((other) => other.includes(value));
}
