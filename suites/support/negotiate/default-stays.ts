import type { Answer } from '../../../core/answer.ts';
import { header } from '../../../core/http/exchange.ts';
import { absolute } from '../../../core/http/origins.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { resourceOf } from '../subjects.ts';
import { asking, type Place } from '../view/views.ts';

/**
 * Places that come in several representations, read by a client that takes any type, after another one asked for one of them: what somebody
 * asks for is given to nobody else (document 4.5-1). Which type comes to those who ask for none is the target's choice, but it is the same
 * as at other times.
 */
export async function defaultsStay(trial: Trial, places: readonly Place[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const place of places) answers.push(...(await defaultStays(trial, place)));
  return answers;
}

async function defaultStays(trial: Trial, place: Place): Promise<readonly Answer[]> {
  const ask = (): Promise<Answer> =>
    trial.send({ method: 'GET', address: place.address, headers: { accept: ANY_TYPE } });
  const usual = usualAt(trial, absolute(trial.target, place.address)) ?? (await ask());
  const name = resourceOf(trial).representations.findLast((one) => one !== usual.representation.syntax);
  if (usual.status !== 200 || name === undefined) return [usual];
  const isOther = ({ status, mediaType }: Answer): boolean => status === 200 && mediaType !== usual.mediaType;
  const answers = [usual];
  // What stands in front may give another type now and then; twice it is what was asked for before.
  for (let round = 1; round <= 2; round += 1) {
    const one = await trial.send(asking(trial, place, name));
    const next = await ask();
    answers.push(one, next);
    if (!isOther(next) || next.mediaType !== one.mediaType) return answers;
  }
  fail(`${usual.mediaType} for Accept: ${ANY_TYPE}, whoever asked before`, 'the type that came before', ...answers);
}

const ANY_TYPE = '*/*';

/** What this address gave before to those who take any type. */
function usualAt({ seen }: Trial, address: string): Answer | undefined {
  return seen.find(({ status, exchange: { request } }) => {
    if (status !== 200 || request.method !== 'GET' || request.url !== address) return false;
    return (header(request.headers, 'Accept') ?? ANY_TYPE) === ANY_TYPE;
  });
}
