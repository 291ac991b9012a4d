import { fillEncoded, fillTemplate } from '../../core/address.ts';
import type { Answer } from '../../core/answer.ts';
import { withFieldsOf } from '../../core/resource-fields.ts';
import type { Nested } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { existing } from './evidence.ts';
import { numberNotations } from './ids.ts';
import { everyNth } from './misreadings.ts';
import { isMissing } from './missing.ts';
import { resourceOf } from './subjects.ts';

/** How many parts the notations are in for nested records: each of them has one. */
const PARTS = 3;

/**
 * Demands that nothing is found by a known id, owner or index in another notation, as it stands in the path decoded once (document 4.4-m1). It
 * may be refused before anything is looked for.
 */
export async function notationsMiss(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { id } = await existing(trial);
  const own = notationsOf(id).map((encoded) => fillEncoded(resource.item?.address ?? '', { id: encoded }));
  const answers: Answer[] = [];
  for (const address of [...own, ...resource.nested.flatMap(inNested)]) {
    const request = withFieldsOf(resource, { method: 'GET', address, about: 'absurd' as const });
    answers.push(isMissing(await trial.send(request)));
  }
  return answers;
}

function inNested({ address, owner, index }: Nested, nth: number): readonly string[] {
  if (owner === undefined || index === undefined) return [];
  const byOwner = everyNth(notationsOf(owner), PARTS, nth);
  return [
    ...byOwner.map((id) => fillEncoded(fillTemplate(address, { index }), { id })),
    ...blanksAround(String(index)).map((one) => fillEncoded(fillTemplate(address, { id: owner }), { index: one })),
  ];
}

/** As they stand in the path, percent-encoded. */
function notationsOf(id: string | undefined): readonly string[] {
  if (id === undefined || !/^[A-Za-z\d]+$/u.test(id)) return [];
  return [...blanksAround(id), ...numberNotations(id).map(({ encoded }) => encoded), ...inHexadecimal(id)];
}

function blanksAround(text: string): readonly string[] {
  return [`${text}%20`, `%20${text}`];
}

function inHexadecimal(id: string): readonly string[] {
  return /^\d+$/u.test(id) ? [`0x${BigInt(id).toString(16)}`] : [];
}
