import type { Answer } from '../../../core/answer.ts';
import { sameAddress } from '../../../core/http/address.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { mayAsk } from '../evidence.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { PATIENCE_MS } from '../patience.ts';
import { recordsInEach } from './every-record.ts';

/** Something that an operation made, asked for at its own address, and the deal below which it stands. */
export interface OwnReading {
  readonly address: string;
  readonly deal: string;
  readonly read: Answer;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const PERMANENT: readonly number[] = [301, 308];

/**
 * Demands that the records which operations make in form E are read where their Location says that they are (document 4.4-c2), where some of
 * them are: a redirect is no success. Whether they are read at all is not shown (4.2), and a redirect may lead to where to log in, to what
 * tells how far the operation is, or to the deal.
 */
export async function readByThemselves(trial: Trial, operations: readonly Asked[]): Promise<readonly Answer[]> {
  const all: OwnReading[] = [];
  for (const asked of operations) {
    const { deal, made } = await recordsInEach(trial, asked);
    // Those of other types may be kept elsewhere.
    for (const { name, address, read } of made) if (name === 'json') all.push({ address, deal: deal.address, read });
  }
  const direct = all.find(({ read }) => read.status === 200)?.read;
  const answers: Answer[] = [];
  for (const one of all) answers.push(...(await leadsNowhereElse(trial, one, direct)));
  return answers;
}

/**
 * The same of one thing: a redirect to what is missing is never right, and one to elsewhere is not where others are read at their own
 * addresses. No witness where it is no redirect.
 */
export async function leadsNowhereElse(
  trial: Trial,
  { address, deal, read }: OwnReading,
  direct?: Answer,
): Promise<readonly Answer[]> {
  if (!isRedirect(read)) return [];
  const again = await trial.until(
    () => trial.send({ method: 'GET', address }),
    (answer) => !isRedirect(answer),
    PATIENCE_MS,
  );
  const { location: place } = again;
  if (!isRedirect(again) || place === undefined || !mayAsk(trial.target, place)) return [again];
  const other = sameAddress(place, address) ? again : await trial.send({ method: 'GET', address: place });
  if (isAbsent(other)) fail(`${address} to be read, or to lead to what is there`, again.brief, again, other);
  const isOfDeal = sameAddress(place, deal);
  const mayBeLogin = !PERMANENT.includes(again.status) && other.representation.syntax !== 'json';
  const isElsewhere = other !== again && !isOfDeal && !mayBeLogin;
  if (direct !== undefined && isElsewhere)
    fail(`status 200, as ${direct.exchange.request.url} is read`, again.brief, direct, again, other);
  return [again, other];
}

function isRedirect({ status }: Answer): boolean {
  return REDIRECTS.includes(status);
}
