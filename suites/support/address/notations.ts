import type { Answer } from '../../../core/answer.ts';
import { fillEncoded, fillTemplate } from '../../../core/http/address.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Nested } from '../../../core/target.ts';
import { existing } from '../evidence.ts';
import { numberNotations, plainId } from '../ids.ts';
import { everyNth } from '../misreadings.ts';
import { isMissing } from '../missing.ts';
import { FAR } from '../nested/walks.ts';
import { resourceOf } from '../subjects.ts';

/** How many parts the notations are in for nested records: each of them has one. */
const PARTS = 3;

/** An address with one value in another notation, and the same with one that surely names nothing. */
interface Noted {
  readonly address: string;
  readonly unknown: string;
}

/**
 * Demands that nothing is found by a known id, owner or index in another notation, as it stands in the path decoded once (document 4.4-m1). It
 * may be refused before anything is looked for. Where what surely names nothing is not refused either, that is the matter of other rules,
 * and so is an answer that tells of a breakdown.
 */
export async function notationsMiss(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { id } = await existing(trial);
  const unknown = plainId(resource, trial.records.fresh)?.encoded ?? trial.unique();
  const template = resource.item?.address ?? '';
  const own = notationsOf(id).map((encoded) => noted(template, encoded, unknown));
  const answers: Answer[] = [];
  for (const one of [...own, ...resource.nested.flatMap((nested, nth) => inNested(nested, nth, unknown))]) {
    const ask = (address: string): Promise<Answer> =>
      trial.send(withFieldsOf(resource, { method: 'GET', address, about: 'absurd' as const }));
    const answer = await ask(one.address);
    answers.push(answer);
    if (answer.status < 500 && !isRefusal(answer) && isRefusal(await ask(one.unknown))) isMissing(answer);
  }
  return answers;
}

function noted(template: string, encoded: string, unknown: string, name = 'id'): Noted {
  return { address: fillEncoded(template, { [name]: encoded }), unknown: fillEncoded(template, { [name]: unknown }) };
}

function isRefusal({ status }: Answer): boolean {
  return status >= 300 && status < 500;
}

function inNested({ address, owner, index }: Nested, nth: number, unknown: string): readonly Noted[] {
  if (owner === undefined || index === undefined) return [];
  const byOwner = everyNth(notationsOf(owner), PARTS, nth);
  const ofOwner = fillTemplate(address, { id: owner });
  return [
    ...byOwner.map((id) => noted(fillTemplate(address, { index }), id, unknown)),
    ...[...blanksAround(String(index)), ...inOtherDigits(String(index))].map((one) =>
      noted(ofOwner, one, String(FAR), 'index'),
    ),
  ];
}

/** As they stand in the path, percent-encoded. */
function notationsOf(id: string | undefined): readonly string[] {
  if (id === undefined || !/^[A-Za-z\d]+$/u.test(id)) return [];
  const numbers = numberNotations(id).map(({ encoded }) => encoded);
  return [...blanksAround(id), ...numbers, ...inHexadecimal(id), ...inOtherDigits(id)];
}

/** A pattern that ends at the end of a line ends before a line break too. */
function blanksAround(text: string): readonly string[] {
  return [`${text}%20`, `%20${text}`, `${text}%0A`];
}

/** Arabic digits, which readers of Unicode take for numbers. */
function inOtherDigits(id: string): readonly string[] {
  if (!/^\d+$/u.test(id)) return [];
  const digits = id.replace(/\d/gu, (digit) => String.fromCodePoint(ARABIC_ZERO + Number(digit)));
  return [encodeURIComponent(digits)];
}

const ARABIC_ZERO = 0x660;

function inHexadecimal(id: string): readonly string[] {
  return /^\d+$/u.test(id) ? [`0x${BigInt(id).toString(16)}`] : [];
}
