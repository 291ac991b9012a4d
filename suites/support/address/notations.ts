import type { Answer } from '../../../core/answer.ts';
import { decodeSegment, fillEncoded, fillTemplate } from '../../../core/http/address.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Nested, Resource } from '../../../core/target.ts';
import { existing, itemAddress, listedIds } from '../evidence.ts';
import { plainId } from '../ids.ts';
import { everyNth } from '../misreadings.ts';
import { isMissing } from '../missing.ts';
import { FAR } from '../nested/walks.ts';
import { resourceOf } from '../subjects.ts';
import { saysTheSame } from '../view/same-words.ts';
import { indexNotationsOf, notationsOf } from './id-notations.ts';

/** A place by one value of it in another notation. */
interface Noted {
  readonly address: string;
  /** The same by the value as it is known, and by one that surely names nothing. */
  readonly usual: string;
  readonly unknown: string;
  /** The value, decoded. */
  readonly text: string;
  /** What it stands for. */
  readonly of: 'item' | 'owner' | 'index';
}

/**
 * Demands that nothing is found by a known id, owner or index in another notation, as it stands in the path decoded once (document 4.4-m1). It
 * may be refused before anything is looked for. Where what surely names nothing is not refused either, that is the matter of other rules,
 * and so is an answer that tells of a breakdown.
 */
export async function notationsMiss(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { id, address: usual } = await existing(trial);
  const unknown = plainId(resource, trial.records.fresh)?.encoded ?? trial.unique();
  const template = resource.item?.address ?? '';
  const own = notationsOf(id).map((encoded) => noted(template, encoded, { usual, unknown, of: 'item' }));
  const ask: Ask = (address) =>
    trial.send(withFieldsOf(resource, { method: 'GET', address, about: 'absurd' as const }));
  const answers: Answer[] = [];
  for (const one of [
    ...own,
    ...resource.nested.flatMap((nested, nth) =>
      inNested(nested, unknown, everyNth(notationsOf(nested.owner), resource.nested.length, nth)),
    ),
  ]) {
    const answer = await ask(one.address);
    answers.push(answer);
    if (answer.status >= 500 || isRefusal(answer) || !isRefusal(await ask(one.unknown))) continue;
    if (!(await isAnother(trial, ask, answer, one))) isMissing(answer);
  }
  return answers;
}

type Ask = (address: string) => Promise<Answer>;

/**
 * Whether the value names a record of its own: any text may be an id (document 2), so that `01` may stand beside `1`. A record tells that by
 * its id, and the list by those that it shows; what shows no id is another record where it says something else.
 */
async function isAnother(trial: Trial, ask: Ask, answer: Answer, { text, usual, of }: Noted): Promise<boolean> {
  const resource = resourceOf(trial);
  if (of !== 'index' && (await listedIds(trial)).has(text)) return true;
  if (of === 'owner' && resource.item !== undefined) {
    const owner = await ask(itemAddress(resource, text));
    if (owner.status === 200 && idIn(owner, resource) === text) return true;
  }
  const shown = of === 'item' ? idIn(answer, resource) : undefined;
  return shown === undefined ? !saysTheSame(answer, await ask(usual)) : shown === text;
}

function idIn({ representation }: Answer, { item }: Resource): string | undefined {
  const record = at(representation.value, item?.envelope ?? '');
  return isObject(record) ? idText(at(record, item?.id ?? '/id')) : undefined;
}

function noted(
  template: string,
  encoded: string,
  { usual, unknown, of }: Pick<Noted, 'usual' | 'unknown' | 'of'>,
): Noted {
  const name = of === 'index' ? 'index' : 'id';
  const fill = (value: string): string => fillEncoded(template, { [name]: value });
  return { address: fill(encoded), unknown: fill(unknown), usual, text: decodeSegment(encoded), of };
}

function isRefusal({ status }: Answer): boolean {
  return status >= 300 && status < 500;
}

/** Of its owner in these notations, which the nested records of a resource share, and of its index. */
function inNested({ address, owner, index }: Nested, unknown: string, owners: readonly string[]): readonly Noted[] {
  if (owner === undefined || index === undefined) return [];
  const usual = fillTemplate(address, { id: owner, index });
  return [
    ...owners.map((id) => noted(fillTemplate(address, { index }), id, { usual, unknown, of: 'owner' })),
    ...indexNotationsOf(index).map((one) =>
      noted(fillTemplate(address, { id: owner }), one, { usual, unknown: String(FAR), of: 'index' }),
    ),
  ];
}
