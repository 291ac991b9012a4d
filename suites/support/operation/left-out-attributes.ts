import { isPlaceholder } from '../../../core/ids/placeholders.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { operationRequest, type Particulars } from './operation-requests.ts';
import type { Asked } from './operation-subjects.ts';

/** A request of form D without the attribute of one parameter that is said to be required, or with null in its place. */
interface LeftOut {
  readonly fault: string;
  readonly requestOf: (what: Particulars) => ReturnType<typeof operationRequest>;
}

/**
 * The attributes of form D with one left out that tells a required parameter (document 4.2: HoldDeal takes a reason, and form D carries it
 * as holdReason). An update may leave out what it does not change, so that the target file has to say `required: true` of it. A deal may be
 * updated in other ways as well, so that only those count of which the others are of no use but for this operation: a flag such as `held`,
 * or an attribute that neither a creation nor another operation sends.
 */
export function leftOutAttributes(trial: Trial, asked: Asked): readonly LeftOut[] {
  const { operation, resource } = asked;
  const own = Object.entries(attributesOf(asked));
  const sample = Object.keys(resource.create?.sample ?? {});
  const others = trial.target.operations.filter(({ name }) => name !== operation.name);
  const foreign = others.flatMap(({ effect, forms }) => [
    ...Object.keys(effect),
    ...(typeof forms.D?.payload === 'object' ? Object.keys(forms.D.payload.attributes) : []),
  ]);
  const isItsOwn = ([member, value]: (typeof own)[number]): boolean =>
    !isPlaceholder(value) || !(foreign.includes(member) || sample.includes(member));
  return operation.parameters.flatMap(({ name, isRequiredTold }): LeftOut[] => {
    const [gone, rest] = [own.filter(([, v]) => v === `{${name}}`), own.filter(([, v]) => v !== `{${name}}`)];
    const isTold = gone.length > 0 && !gone.some(([member]) => sample.includes(member));
    if (isRequiredTold !== true || !isTold || !rest.some(isItsOwn)) return [];
    const members = gone.map(([member]) => member);
    const left: LeftOut = { fault: `without ${members.join()}`, requestOf: without(asked, name) };
    // Null tells no value either. By itself it may ask that the deal has none; beside a flag it is a part of that operation.
    const isFlagged = rest.some(([, value]) => !isPlaceholder(value));
    return isFlagged ? [left, { fault: `with null as ${members.join()}`, requestOf: withNull(asked, name) }] : [left];
  });
}

function without(asked: Asked, name: string): LeftOut['requestOf'] {
  return (what) => {
    const { [name]: _left, ...parameters } = what.parameters;
    return operationRequest(asked, { ...what, parameters });
  };
}

function withNull(asked: Asked, name: string): LeftOut['requestOf'] {
  return (what) => operationRequest(asked, { ...what, parameters: { ...what.parameters, [name]: null } });
}

function attributesOf({ spelling }: Asked): Readonly<Record<string, unknown>> {
  return typeof spelling.payload === 'string' ? {} : spelling.payload.attributes;
}
