import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { mayAsk } from '../evidence.ts';
import { isNothing } from '../nothing.ts';
import { isSame, showsDue, told } from '../operation/deal-state.ts';
import { makesCommand, type Particulars } from '../operation/operation-requests.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { DECEPTIVE_TEXTS } from './hard-values.ts';

/**
 * Whether a member shows a value that was sent. A blank text may be kept as none, and a text without the blanks at its ends; so may 0 where
 * the deal showed nothing there before: whether a penalty of 0 is one is not shown (document 2).
 */
export function isKept(shown: unknown, sent: unknown, before: unknown): boolean {
  // Such a text was read as a number or a date where it is told in another notation of one.
  if (typeof sent === 'string' && DECEPTIVE_TEXTS.includes(sent)) return String(shown) === sent;
  if (showsDue(shown, sent) || isTrimmed(shown, sent) || isOnLines(shown, sent)) return true;
  if (isBlank(sent)) return isNothing(shown) || isBlank(shown);
  return sent === 0 && isNothing(shown) && isNothing(before);
}

/**
 * What an operation made (a record of form E, a command document) shows the values that were sent, where it can be read (document 2,
 * 4.4-c3). A record of form E may leave members out; the params of a command hold its parameters.
 */
export async function keepsWhatWasSent(
  trial: Trial,
  asked: Asked,
  { parameters }: Particulars,
  answer: Answer,
): Promise<readonly Answer[]> {
  const isCommand = makesCommand(asked);
  const address = isCommand ? answer.exchange.request.url : answer.status === 201 ? answer.location : undefined;
  if (address === undefined || answer.status === 202 || !mayAsk(trial.target, address)) return [];
  const read = await trial.send({ method: 'GET', address });
  const { syntax, value } = read.representation;
  const whole = read.status === 200 && syntax === 'json' && isObject(value) ? value : {};
  const shown = isCommand ? whole['params'] : whole;
  if (!isObject(shown)) return [read];
  const wrong = Object.entries(parameters).filter(([name, sent]) => {
    if (isBlank(sent)) return !isNothing(shown[name]) && !isBlank(shown[name]);
    const isDue = name in shown || isCommand;
    return isDue && !isKept(shown[name], sent, sent);
  });
  const due = wrong.map(([name, sent]) => `${name} ${told(sent)}`).join(', ');
  const seen = wrong.map(([name]) => `${name} ${told(shown[name])}`).join(', ');
  return [read.owes(wrong.length === 0, `${due} as it was sent`, seen)];
}

// The ends of lines are written in two ways.
function isOnLines(shown: unknown, sent: unknown): boolean {
  return typeof shown === 'string' && isSame(shown.replaceAll('\r\n', '\n'), sent);
}

// Blanks may be taken away, and none added.
function isTrimmed(shown: unknown, sent: unknown): boolean {
  if (typeof shown !== 'string' || typeof sent !== 'string' || isBlank(sent)) return false;
  return [sent.trim(), sent.trimStart(), sent.trimEnd()].some((text) => isSame(shown, text));
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
