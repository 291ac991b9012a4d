import type { Answer } from '../../../core/answer.ts';
import type { Form } from '../../../core/claims.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { samplePayload } from '../evidence.ts';
import { plainId } from '../ids.ts';
import { statusesOfGone } from '../missing.ts';
import { namesDealInBody, onUnknownDeal } from '../operation/operation-cases.ts';
import { makesCommand } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { LONG_AGO } from '../view/view-dates.ts';
import { fieldsInWords, withFields } from '../with-fields.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';
import { isAsIfThere } from './missing-conditions.ts';
import { isAtRecord } from './put-conditions.ts';

type Fields = Readonly<Record<string, string>>;

/** Both hold where nothing is: no tag is the one of what is not there, and it has no date (RFC 9110 13.1.2, 13.1.4). */
const HOLDING: Fields = { 'if-none-match': TAG_OF_NOBODY, 'if-unmodified-since': LONG_AGO };

/** Whatever each of them says of what is not there. */
const ANY: readonly Fields[] = [
  { 'if-match': TAG_OF_NOBODY, 'if-none-match': '*' },
  HOLDING,
  { 'if-match': '*', 'if-modified-since': LONG_AGO },
];

/** One operation in one form, and the conditions that it is asked for with. */
interface Case {
  readonly asked: Asked;
  readonly fields: Fields;
}

/**
 * Every operation on a deal that never was, with conditions: they count only where the answer without them is a success (RFC 9110 13.2.1). That
 * is decided before the body is looked at: what is refused for its body, or could be made by a PUT, is asked for with conditions that hold
 * where nothing is.
 */
export async function operatesOnWhatNeverWas(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const unknown = plainId(resource, trial.records.fresh);
  if (unknown === undefined || trial.records.fresh.freshnessOf(unknown.encoded) !== 'sure') return [];
  const answers: Answer[] = [];
  for (const { asked, fields } of casesOf(trial)) {
    const send = (conditions: Fields): Promise<Answer> => {
      const unique = trial.unique();
      const request = onUnknownDeal(asked, unknown, unique, samplePayload(resource, unique));
      return trial.send(withFields(request, conditions));
    };
    const answer = await send(fields);
    answers.push(answer);
    if (!isAsIfThere(answer)) continue;
    const plain = await send({});
    const isRefused = statusesOfGone(namesDealInBody(asked)).includes(plain.status);
    const due = `${plain.status}, as without ${fieldsInWords(fields)}, for a deal that never was`;
    answer.owes(!isRefused, due);
  }
  return answers;
}

/** Forms E and F of the first operation are tried by others. */
const TRIED: readonly Form[] = ['E', 'F'];

/** In how many forms each operation but the first one is asked for. */
const EACH = 2;

function casesOf(trial: Trial): readonly Case[] {
  const { target } = trial;
  const own = target.operations.filter(({ resource }) => resource === resourceOf(trial).name);
  return own.flatMap((operation, nth) => {
    const all = formsOf(target, operation).map((form) => askedIn(target, operation, form));
    if (nth === 0) return all.filter(({ form }) => !TRIED.includes(form)).flatMap((asked) => eachFor(trial, asked));
    const turns = [...all, ...all].slice((nth * EACH) % Math.max(all.length, 1)).slice(0, Math.min(EACH, all.length));
    return turns.map((asked, i): Case => {
      const fields = fieldsFor(trial, asked);
      return { asked, fields: fields[(nth + i) % fields.length] ?? HOLDING };
    });
  });
}

function eachFor(trial: Trial, asked: Asked): readonly Case[] {
  return fieldsFor(trial, asked).map((fields) => ({ asked, fields }));
}

function fieldsFor(trial: Trial, asked: Asked): readonly Fields[] {
  const isToldByBody = namesDealInBody(asked) || (isAtRecord(trial, asked) && !makesCommand(asked));
  return isToldByBody ? [HOLDING] : ANY;
}
