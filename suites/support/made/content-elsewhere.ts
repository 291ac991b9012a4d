import type { Answer } from '../../../core/answer.ts';
import { resolveReference } from '../../../core/http/address.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { freshValues } from '../create/creations.ts';
import { isOfService, isOtherSpelling } from '../field/content-location.ts';
import { readyDeal } from '../operation/operation-evidence.ts';
import type { Deal } from '../operation/operation-requests.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { recordsInEach } from './every-record.ts';
import { type Made, make } from './made-records.ts';

/** A 201, and what its Content-Location leads to. */
interface Wrong {
  readonly named: string;
  readonly due: string;
  readonly answer: Answer;
  readonly read: Answer;
}

/**
 * Demands of a 201 of form E whose Content-Location is another address of the target than its Location that this shows what the body shows:
 * that is a representation of it, or a report that is to be had there (RFC 9110 8.7). An address may be that of whatever is the latest, so
 * that what is wrong is looked for with new records, right after each.
 */
export async function contentIsThere(trial: Trial, asked: Asked): Promise<void> {
  const { deal, made } = await recordsInEach(trial, asked);
  const json = made.find(({ name }) => name === 'json');
  const first = json && (await shownElsewhere(trial, json, deal));
  const wrong = await seenEachTime(first, async () => {
    const other = await readyDeal(trial, asked);
    const fresh = await make(trial, asked, other);
    return fresh && shownElsewhere(trial, fresh, other);
  });
  if (wrong === undefined) return;
  const { named, due, answer, read } = wrong;
  fail(`${due} as the body has it, which a Content-Location of ${named} names`, read.brief, answer, read);
}

/** What its Content-Location leads to, where that is something else than the body. */
async function shownElsewhere(
  trial: Trial,
  { answer, address, sent, text }: Made,
  deal: Deal,
): Promise<Wrong | undefined> {
  const named = resolveReference(answer.header('Content-Location') ?? '', answer.exchange.request.url);
  if (named === undefined || isOtherSpelling(named, address) || !isOfService(named, trial.target)) return undefined;
  const read = await trial.send({ method: 'GET', address: named });
  const [body, shown] = [answer, read].map(recordOf);
  if (read.status !== 200 || body === undefined || shown === undefined || isNewer(trial, read, text)) return undefined;
  const members = Object.keys(sent).filter((name) => name in body && name in shown);
  const other = members.filter((name) => !sameValue(body[name], shown[name]));
  const ids = [body['id'], shown['id']].map(idText);
  // A record may be called otherwise where it stands beside all others.
  const isIt = read.representation.strings.some((one) => one.includes(text)) && !isOtherSpelling(named, deal.address);
  const isOtherId = ids.every((id) => id !== undefined) && ids[0] !== ids[1] && !isIt;
  const due = [...(isOtherId ? ['id'] : []), ...other];
  return due.length === 0 ? undefined : { named, due: due.join(', '), answer, read };
}

function recordOf({ representation: { value, problem } }: Answer): Readonly<Record<string, unknown>> | undefined {
  return problem === undefined && isObject(value) ? value : undefined;
}

/** Whether an answer shows what the run sent after a text. */
function isNewer(trial: Trial, read: Answer, text: string): boolean {
  const [own = ''] = freshValues(trial, text);
  return freshValues(trial, read.text).some((value) => value > own);
}
