import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf } from '../subjects.ts';
import { negotiatedBesides, placesOf } from '../view/views.ts';
import { withFormat, withSuffix } from './accept.ts';

/**
 * Asks by suffix and by parameter for one representation, with an Accept for JSON. Which of the two decides is not shown (document 4.5),
 * and the type may be refused. But what such an address gives to whoever accepts everything is not missing for that, and what comes is
 * one of the two.
 */
export async function chosenTwice(trial: Trial): Promise<readonly Answer[]> {
  const { selectors } = resourceOf(trial);
  const claimed = (await placesOf(trial)).filter(({ kind }) => kind === 'item' || kind === 'list');
  const answers: Answer[] = [];
  for (const { address } of [...claimed, ...(await negotiatedBesides(trial))]) {
    if (selectors.includes('suffix')) answers.push(...(await asksTwice(trial, address, withSuffix)));
    if (selectors.includes('format')) answers.push(...(await asksTwice(trial, address, withFormat)));
  }
  return answers;
}

async function asksTwice(trial: Trial, address: string, way: typeof withSuffix): Promise<readonly Answer[]> {
  const { representations, mediaTypes } = resourceOf(trial);
  const name = representations.find((other) => other !== 'json');
  if (name === undefined || !representations.includes('json')) return [];
  const place = way(address, name);
  const ask = (accept: string): Promise<Answer> => trial.send({ method: 'GET', address: place, headers: { accept } });
  const isRight = (answer: Answer): boolean =>
    !isAbsent(answer) && (answer.status !== 200 || [name, 'json'].includes(answer.representation.syntax));
  const first = await ask(mediaTypes.json);
  if (isRight(first)) return [first];
  // Where suffix and parameter are read is not shown either (document 4.5-3).
  const isRead = ({ status, representation }: Answer): boolean => status === 200 && representation.syntax === name;
  if (!isRead(await ask('*/*'))) return [first];
  const again = await trial.until(() => ask(mediaTypes.json), isRight, PATIENCE_MS);
  const control = await ask('*/*');
  if (!isRight(again) && isRead(control))
    fail(`${name} or JSON at ${place} for Accept: ${mediaTypes.json}, or a refusal`, again.brief, control, again);
  return [first];
}
