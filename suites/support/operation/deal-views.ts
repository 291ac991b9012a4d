import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { resourceOf } from '../subjects.ts';
import { toldIn } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import type { Told } from '../view/telling.ts';
import { sampleParameters } from './operation-requests.ts';
import type { Asked } from './operation-subjects.ts';

/** A record as another representation than JSON, where it came as that. */
export interface OtherView {
  readonly name: RepresentationName;
  readonly answer: Answer;
}

/** Reads a record as each representation besides JSON that Accept may ask for. */
export async function otherViews(trial: Trial, address: string): Promise<readonly OtherView[]> {
  const { representations, selectors, mediaTypes, item } = resourceOf(trial);
  if (!selectors.includes('accept') || item === undefined) return [];
  const views: OtherView[] = [];
  for (const name of representations.filter((other) => other !== 'json')) {
    const answer = await trial.send({ method: 'GET', address, headers: { accept: mediaTypes[name] } });
    const { syntax, problem } = answer.representation;
    if (answer.status === 200 && syntax === name && problem === undefined) views.push({ name, answer });
  }
  return views;
}

/** Demands that no view tells a text of the operation now that it did not tell before, since the operation was refused. */
export function tellNothingNew(
  asked: Asked,
  before: readonly OtherView[],
  after: readonly OtherView[],
): readonly Answer[] {
  const due = fillEffect(asked.operation.effect, sampleParameters(asked, ''));
  const texts = toldIn(due).filter(([, value]) => typeof value === 'string');
  for (const { name, answer } of after) {
    const earlier = before.find((view) => view.name === name)?.answer;
    const untold: readonly Told[] = earlier === undefined ? [] : readerOf(earlier).untold(texts);
    const still = readerOf(answer).untold(untold);
    const news = untold.filter((told) => !still.includes(told)).map(([, value]) => value);
    if (earlier !== undefined && news.length > 0)
      fail(`the ${name} of the deal as before what was refused`, `${news.join(', ')} in it`, earlier, answer);
  }
  return after.map(({ answer }) => answer);
}
