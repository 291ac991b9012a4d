import type { Answer } from '../../../core/answer.ts';
import { header } from '../../../core/http/exchange.ts';
import { parseHttpDate } from '../../../core/http/http-date.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { contradictions, withoutVolatile } from '../payload/payloads.ts';
import { weakly } from '../validator/entity-tag.ts';

// A store may keep the moment of a change less exactly than the answer tells it.
const DATE_LAG_MS = 3000;

/**
 * Demands that the validators of a 201 are those of the new representation (RFC 9110 8.8, 15.3.2), as the reading right after has them.
 * Only two answers of one type are compared, and only while the record is what it was. A weak tag may be made of the body that it came
 * with, so that it is held to an equal body alone.
 */
export async function validatorsAsMade(trial: Trial, made: Answer, read: Answer): Promise<void> {
  if (trial.target.claims.validators === false) return;
  if (made.status !== 201 || read.status !== 200 || made.mediaType !== read.mediaType) return;
  const isCoded = [made, read].some((answer) => answer.header('Content-Encoding') !== undefined);
  if (isCoded || !isStillAsMade(made, read)) return;
  const wrong = [...(isOtherTag(made, read) ? ['ETag'] : []), ...(isTooFarApart(made, read) ? ['Last-Modified'] : [])];
  const [field] = wrong;
  if (field === undefined) return;
  const { url: address, headers } = read.exchange.request;
  // Where no two readings have one tag, none is that of the 201.
  const again = await trial.send({ method: 'GET', address, headers: { accept: header(headers, 'Accept') } });
  const due = read.header(field) ?? '';
  if (again.header(field) !== due || !isStillAsMade(made, again)) return;
  fail(`${field}: ${due} on the 201, as the new record has it`, `${field}: ${made.header(field) ?? ''}`, made, read);
}

function isOtherTag(made: Answer, read: Answer): boolean {
  const [tag, now] = [made.header('ETag'), read.header('ETag')];
  if (tag === undefined || now === undefined || weakly(tag) === weakly(now)) return false;
  return made.text === read.text || (tag.startsWith('"') && now.startsWith('"'));
}

/** Whether the Last-Modified of both are further apart than a store may keep them. */
export function isTooFarApart(made: Answer, read: Answer): boolean {
  const [at, now] = [made, read].map((answer) => parseHttpDate(answer.header('Last-Modified') ?? ''));
  return at !== undefined && now !== undefined && Math.abs(at - now) > DATE_LAG_MS;
}

/** Whether nothing of the record is another in its reading: what was begun may have gone on meanwhile. */
export function isStillAsMade(made: Answer, read: Answer): boolean {
  if (made.text === read.text) return true;
  const [told, shown] = [made, read].map(({ representation: { value } }) => withoutVolatile(value));
  return isObject(told) && isObject(shown) && contradictions(told, shown).length === 0;
}
