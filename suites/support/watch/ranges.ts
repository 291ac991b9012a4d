import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource, Target } from '../../../core/target.ts';
import { aboutUnknown, unknownIds } from '../ids.ts';
import { sendWithRange } from '../status/refused-ranges.ts';
import { readingsOf } from '../unchanged.ts';
import { TAG_OF_NOBODY } from '../validator/entity-tag.ts';
import { fieldsInWords, withFields } from '../with-fields.ts';
import { OF_OTHERS } from '../written-otherwise.ts';
import { tellsItsPart } from './asked-statuses.ts';
import { otherRanges } from './other-ranges.ts';

/** The first byte, which everything that has a body has. */
export const FIRST_BYTE = 'bytes=0-0';

/** A unit of nobody. */
const NO_UNIT = 'assayer=0-0';

/** Ends before it begins (RFC 9110 14.1.1). */
const INVALID = 'bytes=5-2';

/**
 * Reads each kind of address with a Range: a server may pass over it, and then the whole comes, or send the part and say which one
 * it is (RFC 9110 14.2, 15.3.7). What is no range to be had is no reason to refuse what is there.
 */
export async function readsInRanges(trial: Trial): Promise<readonly Answer[]> {
  const places = placesIn(trial.target);
  const answers = await trial.atOnce(places.map((request, nth) => () => isWholeOrPart(trial, request, nth)));
  return [...answers.flat(), ...(await rangesOfNoUse(trial)), ...(await missesWithRange(trial))];
}

/** A request for each kind of address that is read. */
export function placesIn({ resources, claims, session }: Target): readonly HttpRequest[] {
  const own = resources.filter(isRead).flatMap((resource) => {
    const nested = resource.nested.flatMap(({ address, owner, index }): readonly HttpRequest[] =>
      owner === undefined || index === undefined
        ? []
        : [{ method: 'GET', address: fillTemplate(address, { id: owner, index }) }],
    );
    return [...readingsOf(resource), ...nested].map((request) => withFieldsOf(resource, request));
  });
  return claims.session === 'none' ? own : [...own, { method: 'GET', address: session.address }];
}

function isRead({ never, unserved }: Resource): boolean {
  return !never.includes('GET') && unserved === undefined;
}

async function isWholeOrPart(trial: Trial, request: HttpRequest, nth: number): Promise<readonly Answer[]> {
  const fields = { range: FIRST_BYTE };
  const answer = await sendWith(trial, request, fields);
  const first =
    answer.status === 206
      ? await isAfterConditions(trial, request, isPart(answer))
      : await isAsWithout(trial, request, fields, answer);
  // Who sends parts looks at If-Range, which no tag of nobody meets (RFC 9110 13.1.5).
  const other = { range: FIRST_BYTE, 'if-range': TAG_OF_NOBODY };
  const whole =
    answer.status === 206 ? [await isAsWithout(trial, request, other, await sendWith(trial, request, other))] : [];
  return [first, ...whole, ...(await otherRanges(trial, request, { range: FIRST_BYTE, answer }, nth))];
}

/** Who sends parts looks at the Range after the conditions (RFC 9110 13.2.2): 304, where that comes without a Range. */
async function isAfterConditions(trial: Trial, request: HttpRequest, part: Answer): Promise<Answer> {
  const tag = part.header('ETag');
  if (tag === undefined) return part;
  const unless = withFields(request, { 'if-none-match': tag });
  const both = await trial.send(withFields(unless, { range: FIRST_BYTE }));
  if (both.status === 304 || (await trial.send(unless)).status !== 304) return both;
  return both.owes(both.status !== 206, 'status 304 for If-None-Match, whatever the Range');
}

/** One range that was asked for is the part that comes, and Content-Range says so (RFC 9110 14.4, 15.3.7.1). */
function isPart(answer: Answer): Answer {
  const told = answer.header('Content-Range') ?? 'absent';
  tellsItsPart(answer);
  return answer.owes(
    /^bytes 0-0\/(?:[1-9]\d*|\*)$/u.test(told),
    'Content-Range: bytes 0-0/…',
    `Content-Range: ${told}, ${answer.mediaType}`,
  );
}

type Fields = Readonly<Record<string, string>>;

function sendWith(trial: Trial, request: HttpRequest, { range = '', ...others }: Fields): Promise<Answer> {
  return sendWithRange(trial, withFields(request, others), range);
}

/** What is refused with a Range, each time, is refused without it too; what stands in front may have reasons of its own. */
export async function isAsWithout(trial: Trial, request: HttpRequest, fields: Fields, answer: Answer): Promise<Answer> {
  if (answer.status === 200 || OF_OTHERS.includes(answer.status) || answer.status === 429) return answer;
  const plain = await trial.send(request);
  const again = await sendWith(trial, request, fields);
  const isOther = plain.status === 200 && again.status === answer.status;
  return answer.owes(!isOther, `status 200 with ${fieldsInWords(fields)}, as without`);
}

/**
 * One record with a unit that nobody knows, and under a condition that does not hold: the Range is not looked at (RFC 9110
 * 13.1.5, 14.2). An invalid one may be refused, but is no part.
 */
async function rangesOfNoUse(trial: Trial): Promise<readonly Answer[]> {
  const request = recordIn(trial.target);
  if (request === undefined) return [];
  const asWithout = async (one: HttpRequest, fields: Fields): Promise<Answer> =>
    isAsWithout(trial, one, fields, await sendWith(trial, one, fields));
  const invalid = await sendWithRange(trial, request, INVALID);
  return [
    invalid.owes(invalid.status !== 206, `no 206 for Range: ${INVALID}, which is no range`),
    await asWithout(request, { range: NO_UNIT }),
    await asWithout(request, { range: FIRST_BYTE, 'if-range': TAG_OF_NOBODY }),
  ];
}

function recordIn({ resources }: Target): HttpRequest | undefined {
  const known = resources.filter(isRead).find(({ item, known: id }) => item !== undefined && id !== undefined);
  const { item, known: id } = known ?? {};
  if (known === undefined || item === undefined || id === undefined) return undefined;
  return withFieldsOf(known, { method: 'GET', address: fillTemplate(item.address, { id }) });
}

/** A Range counts only where the answer without it is 200 (RFC 9110 14.2), and what never was is 404. */
async function missesWithRange(trial: Trial): Promise<readonly Answer[]> {
  const resource = trial.target.resources.filter(isRead).find(({ item }) => item !== undefined);
  if (resource?.item === undefined) return [];
  const [plain] = unknownIds(resource, trial.records.fresh).always ?? [];
  if (plain === undefined) return [];
  const request = withFieldsOf(resource, aboutUnknown({ method: 'GET', address: resource.item.address }, plain));
  const answer = await trial.send(withFields(request, { range: FIRST_BYTE }));
  return [answer.owes(![206, 416].includes(answer.status), 'status 404 with a Range, for an id that never was')];
}
