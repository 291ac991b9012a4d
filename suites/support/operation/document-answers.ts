import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import type { JsonObject } from '../../../core/target.ts';
import { toldIn } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import { told } from './deal-state.ts';

/** Letters of two and three bytes, and signs that writers of markup escape. */
export const WIDE_TEXT = 'Zoë & “Ümit” <契約>';

/**
 * Demands that what a 201 shows of the parameters of the command document which it made (forms F and G) is what a reading of the document
 * in the same representation shows as it was sent (document 4.2, 4.4-c3). What the body shows at all is left open.
 */
export function showsAsRead(answer: Answer, read: Answer, sent: JsonObject): Answer {
  if (answer.status !== 201 || read.status !== 200 || answer.mediaType !== read.mediaType) return answer;
  const wrong =
    answer.representation.syntax === 'json' ? wrongMembers(answer, read, sent) : wrongTexts(answer, read, sent);
  return answer.owes(
    wrong.length === 0,
    `the parameters as the document shows them`,
    `${wrong.join(', ')}: ${answer.brief}`,
  );
}

function wrongMembers(answer: Answer, read: Answer, sent: JsonObject): readonly string[] {
  const [own, later] = [answer, read].map(({ representation: { value } }) =>
    isObject(value) ? value['params'] : undefined,
  );
  if (!isObject(own) || !isObject(later)) return [];
  const isOther = (name: string): boolean =>
    name in own && sameValue(sent[name], later[name]) && !sameValue(sent[name], own[name]);
  return Object.keys(sent).flatMap((name) => (isOther(name) ? [`${name} ${told(own[name])}`] : []));
}

function wrongTexts(answer: Answer, read: Answer, sent: JsonObject): readonly string[] {
  if (answer.representation.problem !== undefined || read.representation.problem !== undefined) return [];
  const [own, later] = [readerOf(answer), readerOf(read)];
  const shown = toldIn(sent).filter(
    (one) => own.names(one[0]) && later.names(one[0]) && later.untold([one]).length === 0,
  );
  return own.untold(shown, 'labelled').map(([member, value]) => `no ${member} ${String(value)}`);
}
