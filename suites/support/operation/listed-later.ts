import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf } from '../subjects.ts';
import { isSame, stateIn } from './deal-state.ts';
import { behindIn, type Effect, entryOf } from './listed-effect.ts';
import { members } from './operation-outcome.ts';

/** The effects that the collection showed so far; shared, and added to by each check. */
const listed: Evidence<Effect[]> = evidence(
  (trial) => resourceOf(trial).name,
  async () => [],
);

/**
 * Demands that a collection that showed the effect of an operation shows it on a later look too (document 4.2, 4.4): what is read for
 * another check shows the deals of those before. The deal itself has to show it still, as another check may have changed it.
 */
export async function listedLater(trial: Trial, list: Answer, own: Effect): Promise<void> {
  if (mayBeKept(list)) return;
  const known = await listed(trial);
  const before = known.find((effect) => effect.deal !== own.deal && behindIn(trial, list, effect).length > 0);
  if (entryOf(trial, list, own.deal.id) !== undefined && behindIn(trial, list, own).length === 0) known.push(own);
  if (before !== undefined) await isStillListed(trial, before);
}

async function isStillListed(trial: Trial, effect: Effect): Promise<void> {
  const { deal, shown, judged } = effect;
  const isStill = (answer: Answer): boolean => {
    const now = stateIn(trial, answer, judged).shown;
    return now !== undefined && judged.every((member) => isSame(now[member], shown[member]));
  };
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: deal.address });
  if (!isStill(await read())) return;
  const list = await trial.until(
    () => trial.send({ method: 'GET', address: resourceOf(trial).list?.address ?? '' }),
    (answer) => behindIn(trial, answer, effect).length === 0,
    PATIENCE_MS,
  );
  const behind = behindIn(trial, list, effect);
  const after = await read();
  if (behind.length === 0 || mayBeKept(list) || !isStill(after)) return;
  const entry = entryOf(trial, list, deal.id) ?? {};
  fail(`${members(behind, shown)} in the collection later too, as the deal shows`, members(behind, entry), after, list);
}
