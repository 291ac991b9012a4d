import type { Answer } from '../../../core/answer.ts';
import { fillEncoded } from '../../../core/http/address.ts';
import { idAtOrAbove } from '../../../core/ids/record-address.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { plainId } from '../ids.ts';
import { formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { conditionsOfNth, missesUnder, ofTag } from '../validator/missing-conditions.ts';
import { given, type Place } from '../view/views.ts';

/** Somewhere below a deal that never was, and the tag that the same below a deal has. */
interface Below {
  readonly address: string;
  readonly tag: string | undefined;
}

/**
 * What was made for one deal, and the list of form E, asked for below a deal that never was, under conditions, none of which counts there
 * (RFC 9110 13.2.1): not even the tag that it has below its own deal.
 */
export async function missesBelowNobody(trial: Trial, made: readonly Place[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [i, { address, tag }] of (await below(trial, made)).entries()) {
    const request = { method: 'GET', address };
    const plain = await trial.send(request);
    answers.push(plain, ...(await missesUnder(trial, request, plain, [...ofTag(tag), ...conditionsOfNth(plain, i)])));
  }
  return answers;
}

/** The tag of a place in JSON. */
export async function tagAt(trial: Trial, place: Place): Promise<string | undefined> {
  const views = await given(trial, place);
  return views.find(({ name }) => name === 'json')?.answer.header('ETag');
}

async function below(trial: Trial, made: readonly Place[]): Promise<readonly Below[]> {
  const { target } = trial;
  const resource = resourceOf(trial);
  const unknown = plainId(resource, trial.records.fresh)?.encoded;
  if (unknown === undefined) return [];
  const places: Below[] = [];
  for (const place of made) {
    const id = resource.item === undefined ? undefined : idAtOrAbove(target, resource.item.address, place.address);
    // The version may read as an id does, and stands before it.
    const start = place.address.lastIndexOf(`/${id ?? ''}/`);
    if (id === undefined || start === -1) continue;
    const [ahead, behind] = [place.address.slice(0, start), place.address.slice(start + `/${id}/`.length)];
    places.push({ address: `${ahead}/${unknown}/${behind}`, tag: await tagAt(trial, place) });
  }
  const operation = target.operations.find((one) => one.resource === resource.name);
  const list = operation?.forms.E?.method === 'POST' ? operation.forms.E.address : undefined;
  const isServed = operation !== undefined && formsOf(target, operation).includes('E');
  if (list !== undefined && isServed && places.length > 0)
    places.push({ address: fillEncoded(list, { id: unknown }), tag: undefined });
  return places;
}
