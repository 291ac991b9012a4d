import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { operationOf } from '../command/command-effects.ts';
import { type Commanded, commandedAnew, commandOf, commandRequest } from '../command/command-evidence.ts';
import { TAG_OF_NOBODY } from '../validator/entity-tag.ts';
import { NO_DATE } from '../view/view-dates.ts';
import { withFields } from '../with-fields.ts';
import { OF_OTHERS } from '../written-otherwise.ts';
import { readyDeal } from './operation-evidence.ts';
import { type Deal, operationRequest, particulars, sampleParameters, withTexts } from './operation-requests.ts';
import { type Asked, guessesAttributes, isFirst, rotated } from './operation-subjects.ts';
import { type SendAnew, type Sent, showsWhatWasSent } from './spelt-effects.ts';

/** Another way to write the Content-Type of JSON, which means what the plain one means. */
interface Spelling {
  readonly type: string;
  /** Refusals that no clause forbids. */
  readonly mayAnswer: readonly number[];
}

/**
 * The type, the names of parameters and the charset have no case, a value may be quoted, and blanks may stand around the semicolon
 * (RFC 9110 8.3.1, 8.3.2, 5.6.6). JSON ignores a charset (RFC 8259 11), which negotiate/labelled looks at; types of other kinds may refuse
 * parameters with 415. A type that has parameters of its own, whose values may have a case, is left as it is.
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
 * An operation with its Content-Type in other spellings of the same type: the first one in each form in all of them, the others in one of
 * them by turns. Most services do one thing twice; where the second time is refused, it is asked for on a fresh deal. What is taken has the
 * values that were sent.
 */
export async function operatedInOtherWords(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { request: usual } = asked.resource.mediaTypes;
  const spellings = spellingsOf(usual);
  const [first, ...others] = isFirst(trial) ? spellings : rotated(trial, spellings, 1);
  if (first === undefined) return [];
  const operate = (deal: Deal, type: string, what = particulars(asked, deal, trial.unique())): Promise<Answer> =>
    trial.send(withFields(operationRequest(asked, what), { 'content-type': type }));
  const anew: SendAnew = async (type) => {
    const deal = await readyDeal(trial, asked);
    const unique = trial.unique();
    // Letters of two and three bytes, which a reader of another charset changes.
    const parameters = withTexts(asked, sampleParameters(asked, unique), `Zoë, 契約 ${unique}`);
    const answer = await operate(deal, type, particulars(asked, deal, unique, parameters));
    return { deal, due: isGuessed(asked) ? {} : fillEffect(asked.operation.effect, parameters), answer };
  };
  const sent = await takenAlike(trial, { ...first, usual }, anew);
  if (!isFirst(trial) || sent?.deal === undefined) return sent === undefined ? [] : [sent.answer];
  const { deal } = sent;
  return [
    sent.answer,
    ...(await areTaken(
      others,
      (type) => operate(deal, type),
      async (type) => (await anew(type)).answer,
    )),
  ];
}

function isGuessed({ operation, form }: Asked): boolean {
  return operation.isGuess === true || guessesAttributes(operation, form);
}

/** The same of commands: the first one in all spellings, and with fields that are for reading alone. */
export async function commandedInOtherWords(trial: Trial): Promise<readonly Answer[]> {
  const usual = trial.subject.resource?.mediaTypes.request ?? 'application/json';
  const spellings = spellingsOf(usual);
  const command = commandOf(trial);
  const turn = trial.target.commands.indexOf(command);
  const first = spellings[turn % spellings.length];
  const operation = operationOf(trial);
  if (first === undefined) return [];
  const sentAs = ({ payload, deal, answer }: Commanded): Sent & { readonly payload: JsonObject } => {
    const isKnown = operation !== undefined && operation.isGuess !== true;
    return { deal, due: isKnown ? fillEffect(operation.effect, payload) : {}, answer, payload };
  };
  const anew = async (type: string): Promise<Sent & { readonly payload: JsonObject }> =>
    sentAs(await commandedAnew(trial, { 'content-type': type }));
  const sent = await takenAlike(trial, { ...first, usual }, anew);
  if (sent === undefined || turn > 0) return sent === undefined ? [] : [sent.answer];
  const again: Send = (type) =>
    trial.send(withFields(commandRequest(command.address, sent.payload), { 'content-type': type }));
  return [
    sent.answer,
    ...(await areTaken(spellings.slice(1), again, async (type) => (await anew(type)).answer)),
    ...(await commandedDespiteConditions(trial, sent.answer)),
  ];
}

/** The first command with fields that are for reading alone: a POST is carried out whatever they say (RFC 9110 13.1.3, 14.2). */
async function commandedDespiteConditions(trial: Trial, answer: Answer): Promise<readonly Answer[]> {
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
  return [asked.answer, held.answer];
}

/**
 * Sends it in this spelling, which is taken as with the usual type and has the same effect. Gives none where it is refused with the usual
 * type too by now, which states of the service may be the reason of (document 3).
 */
async function takenAlike<T extends Sent>(
  trial: Trial,
  spelling: Spelling & { readonly usual: string },
  anew: (type: string) => Promise<T>,
): Promise<T | undefined> {
  let sent = await anew(spelling.type);
  if (!isFine(sent.answer, spelling)) {
    if (!(await anew(spelling.usual)).answer.succeeded) return undefined;
    sent = await anew(spelling.type);
  }
  isTaken(sent.answer, spelling);
  await showsWhatWasSent(trial, spelling, sent, anew);
  return sent;
}

async function areTaken(spellings: readonly Spelling[], again: Send, anew: Send): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let isCharsetTaken = false;
  for (const spelling of spellings) {
    const first = await again(spelling.type);
    const answer = first.succeeded ? first : await anew(spelling.type);
    // Who takes a parameter takes it in every spelling.
    answers.push(isTaken(answer, isCharsetTaken ? { ...spelling, mayAnswer: [] } : spelling));
    isCharsetTaken ||= answer.succeeded && spelling.mayAnswer.length > 0;
  }
  return answers;
}

function isTaken(answer: Answer, spelling: Spelling): Answer {
  return answer.owes(isFine(answer, spelling), `a success as with the plain type for Content-Type: ${spelling.type}`);
}

function isFine(answer: Answer, { mayAnswer }: Spelling): boolean {
  return answer.succeeded || [409, ...OF_OTHERS, ...mayAnswer].includes(answer.status);
}
