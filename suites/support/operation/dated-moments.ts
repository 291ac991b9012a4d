import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isNothing } from '../nothing.ts';
import { HARD_DAYS } from '../payload/hard-values.ts';
import { settledState, told } from './deal-state.ts';
import { hasFewForms } from './hard-parameters.ts';
import { readyDeal, settled } from './operation-evidence.ts';
import { operationRequest, particulars, sampleParameters } from './operation-requests.ts';
import { type Asked, guessesAttributes, rotated } from './operation-subjects.ts';

/** A time that no rounding to hours or days leaves, in a zone that few clocks of servers have. */
const TIME = 'T12:37:00+02:00';
const MINUTES = '37';
const DAY_MS = 86_400_000;

const DAY = /^\d{4}-\d\d-\d\d$/u;
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:(\d\d)(?::\d\d(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/u;

/**
 * Asks on a deal of its own for a date with a time and a zone, where the sample is a day (document 2 shows no formats). It may be refused, and
 * be kept as the day alone, or rounded; but a time that is kept is the moment that was sent, in whatever zone it is told. In every second form.
 */
export async function keepsMoments(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { operation, form } = asked;
  const sample = sampleParameters(asked, '');
  const date = operation.parameters.find(({ name, type }) => type === 'date' && DAY.test(String(sample[name])))?.name;
  const member = Object.keys(operation.effect).find((name) => operation.effect[name] === `{${date ?? ''}}`);
  const isTried = hasFewForms(trial, asked) || rotated(trial, [true, false], 1)[0] === true;
  if (date === undefined || member === undefined || !isTried || guessesAttributes(operation, form)) return [];
  const usual = await settled(trial, asked);
  if (isNothing(usual.after?.shown?.[member])) return [];
  const [day = ''] = rotated(trial, HARD_DAYS, 1);
  const deal = await readyDeal(trial, asked);
  const unique = trial.unique();
  const parameters = { ...sampleParameters(asked, unique), [date]: day + TIME };
  const answer = await trial.send(operationRequest(asked, particulars(asked, deal, unique, parameters)));
  if (!answer.succeeded || answer.status === 202) return [answer];
  const after = await settledState(trial, deal, asked, { parameters }, answer);
  if (after?.shown === undefined || after.pending) return [answer];
  const shown = after.shown[member];
  if (isNothing(shown) || (typeof shown === 'string' && isOther(shown, day)))
    fail(`${member} ${told(day + TIME)}, or that day`, told(shown), answer, after.answer);
  return [answer, after.answer];
}

/** Whether it tells another day, or these minutes of another moment. Other notations, and times of no zone, say nothing. */
function isOther(shown: string, day: string): boolean {
  const [whole, date, minutes, zone] = MOMENT.exec(shown.trim()) ?? [];
  if (whole === undefined) return false;
  // In the zone of the service it may be the day before, or the day after.
  if (minutes === undefined) return Math.abs(Date.parse(date ?? '') - Date.parse(day)) > DAY_MS;
  return minutes === MINUTES && zone !== undefined && Date.parse(whole) !== Date.parse(day + TIME);
}
