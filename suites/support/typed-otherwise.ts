import type { Answer } from '../../core/answer.ts';
import type { Trial } from '../../core/trial.ts';
import { commandedAnew, commandOf, commandRequest } from './command-evidence.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';
import { readyDeal } from './operation-evidence.ts';
import { operationRequest, particulars } from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';
import { NO_DATE } from './view-dates.ts';
import { withFields } from './with-fields.ts';
import { OF_OTHERS } from './written-otherwise.ts';

/** Another way to write the Content-Type of JSON, which means what the plain one means. */
interface Spelling {
  readonly type: string;
  /** Refusals that no clause forbids. */
  readonly mayAnswer: readonly number[];
}

/**
 * The type, the names of parameters and the charset have no case, a value may be quoted, and blanks may stand around the semicolon
 * (RFC 9110 8.3.1, 8.3.2, 5.6.6). JSON ignores a charset (RFC 8259 11); yet no clause forbids to refuse parameters with 415. A type that has
 * parameters of its own, whose values may have a case, is left as it is.
 */
function spellingsOf(type: string): readonly Spelling[] {
  if (type.includes(';')) return [];
  return [
    { type: type.toUpperCase(), mayAnswer: [] },
    { type: `${type}; charset=utf-8`, mayAnswer: [415] },
    { type: `${type};charset="utf-8"`, mayAnswer: [415] },
    { type: `${type} ; Charset=UTF-8`, mayAnswer: [415] },
  ];
}

/** Sends the same once more with this Content-Type, or on a deal of its own. */
type Send = (type: string) => Promise<Answer>;

/**
 * An operation with its Content-Type in other spellings of the same type. The first operation in each form is enough: the others come in
 * by the same addresses. Most services do one thing twice; where the second time is refused, it is asked for on a fresh deal.
 */
export async function operatedInOtherWords(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const spellings = spellingsOf(asked.resource.mediaTypes.request);
  if (spellings.length === 0 || !isFirst(trial)) return [];
  const deal = await readyDeal(trial, asked);
  const operate = (one: typeof deal, type: string): Promise<Answer> => {
    const request = operationRequest(asked, particulars(asked, one, trial.unique()));
    return trial.send(withFields(request, { 'content-type': type }));
  };
  return areTaken(
    spellings,
    (type) => operate(deal, type),
    async (type) => operate(await readyDeal(trial, asked), type),
  );
}

/** The same of the first command, and with fields that are for reading alone. */
export async function commandedInOtherWords(trial: Trial): Promise<readonly Answer[]> {
  const spellings = spellingsOf(trial.subject.resource?.mediaTypes.request ?? 'application/json');
  const command = commandOf(trial);
  const [first, ...others] = spellings;
  if (first === undefined || command !== trial.target.commands[0]) return [];
  const { payload, answer } = await commandedAnew(trial, { 'content-type': first.type });
  const again: Send = (type) =>
    trial.send(withFields(commandRequest(command.address, payload), { 'content-type': type }));
  const anew: Send = async (type) => (await commandedAnew(trial, { 'content-type': type })).answer;
  // For reading alone: a POST is carried out whatever they say (RFC 9110 13.1.3, 14.2).
  const date = answer.header('Date');
  const ofReading = { range: 'bytes=0-0', ...(date === undefined ? {} : { 'if-modified-since': date }) };
  const asked = await commandedAnew(trial, ofReading);
  const isAsRead = [206, 304, 412, 416].includes(asked.answer.status);
  asked.answer.owes(!isAsRead, 'a POST to be carried out, whatever If-Modified-Since and Range say');
  // The one holds, and the other is no date (RFC 9110 13.1.2, 13.1.4).
  const held = await commandedAnew(trial, { 'if-none-match': TAG_OF_NOBODY, 'if-unmodified-since': NO_DATE });
  const isHeld = ![304, 412].includes(held.answer.status);
  held.answer.owes(
    isHeld,
    'a POST to be carried out under an If-None-Match that holds and a date field without a date',
  );
  return [isTaken(answer, first), ...(await areTaken(others, again, anew)), asked.answer, held.answer];
}

async function areTaken(spellings: readonly Spelling[], again: Send, anew: Send): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const spelling of spellings) {
    const first = await again(spelling.type);
    answers.push(isTaken(first.succeeded ? first : await anew(spelling.type), spelling));
  }
  return answers;
}

function isTaken(answer: Answer, { type, mayAnswer }: Spelling): Answer {
  const isOfOthers = [409, ...OF_OTHERS, ...mayAnswer].includes(answer.status);
  return answer.owes(answer.succeeded || isOfOthers, `a success as with the plain type for Content-Type: ${type}`);
}
