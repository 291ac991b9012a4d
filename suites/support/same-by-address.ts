import type { Answer } from '../../core/answer.ts';
import { isObject } from '../../core/json-value.ts';
import { fail } from '../../core/outcome.ts';
import type { Trial } from '../../core/trial.ts';
import { withFormat, withSuffix } from './accept.ts';
import { givesEach } from './alike.ts';
import { entriesFound } from './queries.ts';
import { readerOf } from './reader.ts';
import { resourceOf } from './subjects.ts';
import { negotiatedBesides, type View, viewsAt } from './views.ts';

/** The queries that Accept is seen to negotiate, chosen by suffix and by parameter: what is found is the same. */
export async function queriesByAddress(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const place of await negotiatedBesides(trial)) {
    if (place.kind !== 'query') continue;
    const views = await viewsAt(trial, place);
    const json = views.find(({ name }) => name === 'json')?.answer;
    const entries = json === undefined ? [] : entriesFound(json, resourceOf(trial)).filter(isObject);
    const texts = entries.flatMap((entry) => Object.values(entry).filter((value) => typeof value === 'string'));
    answers.push(...(await sameByAddress(trial, place.address, { views, texts })));
  }
  return answers;
}

/**
 * A list chosen by suffix and by parameter, where they are seen to choose there (document 4.5-3 does not say where): each representation
 * that Accept gives, with those of these texts that it tells.
 */
export async function sameByAddress(
  trial: Trial,
  address: string,
  { views, texts }: { readonly views: readonly View[]; readonly texts: readonly string[] },
): Promise<readonly Answer[]> {
  const { selectors, representations } = resourceOf(trial);
  const ways = [
    ...(selectors.includes('suffix') ? [withSuffix] : []),
    ...(selectors.includes('format') ? [withFormat] : []),
  ];
  const answers: Answer[] = [];
  for (const way of ways) {
    const chosen: Answer[] = [];
    for (const name of representations)
      chosen.push(await trial.send({ method: 'GET', address: way(address, name), headers: { accept: '*/*' } }));
    const isGiven = ({ status, representation }: Answer, i: number): boolean =>
      status === 200 && representation.problem === undefined && representation.syntax === representations[i];
    // JSON may come whatever the address says.
    if (!chosen.some((answer, i) => representations[i] !== 'json' && isGiven(answer, i))) continue;
    givesEach(trial, chosen);
    for (const [i, answer] of chosen.entries())
      if (isGiven(answer, i))
        await tellsTheSame(
          trial,
          answer,
          views.find(({ name }) => name === representations[i]),
          texts,
        );
    answers.push(...chosen);
  }
  return answers;
}

async function tellsTheSame(
  trial: Trial,
  chosen: Answer,
  view: View | undefined,
  texts: readonly string[],
): Promise<void> {
  const lacking = ({ answer }: View): readonly string[] =>
    texts.filter((text) => tells(answer, text) && !tells(chosen, text));
  if (view === undefined || lacking(view).length === 0) return;
  // Others may have changed it meanwhile.
  const again = { ...view, answer: await trial.send(view.request) };
  const [lost] = lacking(again);
  if (lost !== undefined) fail(`“${lost}”, as by Accept`, `none: ${chosen.brief}`, view.answer, chosen, again.answer);
}

function tells(answer: Answer, text: string): boolean {
  return answer.status === 200 && readerOf(answer).untold([['', text]]).length === 0;
}
