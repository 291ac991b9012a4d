import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { entryId } from '../evidence.ts';
import { PATIENCE_MS } from '../patience.ts';
import { missingIn } from './missing-in-list.ts';

/**
 * Asks for what a query found as each representation besides JSON, and demands that those which come as what was asked for show all of it
 * (document 4.4, 4.5-2): what is found in JSON is not missing in another representation. Accept may be disregarded, or refused.
 */
export async function foundInEach(
  trial: Trial,
  json: Answer,
  entries: readonly unknown[],
  resource: Resource,
): Promise<readonly Answer[]> {
  const { representations, selectors } = resource;
  const known = entries.filter((entry) => entryId(entry, resource) !== undefined);
  if (!selectors.includes('accept') || known.length === 0) return [];
  const answers: Answer[] = [];
  for (const name of representations.filter((other) => other !== 'json'))
    answers.push(await showsAll(trial, name, { json, entries: known, resource }));
  return answers;
}

interface Found {
  readonly json: Answer;
  readonly entries: readonly unknown[];
  readonly resource: Resource;
}

async function showsAll(trial: Trial, name: RepresentationName, { json, entries, resource }: Found): Promise<Answer> {
  const { url: address } = json.exchange.request;
  const read = (accept: string): Promise<Answer> =>
    trial.send({ method: 'GET', address, headers: { ...resource.headers, accept } });
  const faultIn = (answer: Answer): string | undefined => {
    const { syntax, problem } = answer.representation;
    if (isAbsent(answer) || answer.status === 204) return answer.brief;
    // A script may fill a page when it is shown.
    const isFilledLater = name === 'html' && answer.text.includes('<script');
    return answer.status === 200 && syntax === name && problem === undefined && !isFilledLater
      ? missingIn(answer, entries, resource)
      : undefined;
  };
  const view = await trial.until(
    () => read(resource.mediaTypes[name]),
    (answer) => faultIn(answer) === undefined,
    PATIENCE_MS,
  );
  const fault = faultIn(view);
  if (fault === undefined) return view;
  // Others may have changed what is found meanwhile.
  const again = await read(resource.mediaTypes.json);
  if (!sameValue(again.representation.value, json.representation.value)) return view;
  fail(`what is found in JSON, in the ${name}`, fault, json, view, again);
}
