import type { Answer } from '../../core/answer.ts';
import { at } from '../../core/json-pointer.ts';
import { isObject } from '../../core/json-value.ts';
import { fail } from '../../core/outcome.ts';
import { sameValue } from '../../core/same-value.ts';
import { type Evidence, evidence } from '../../core/shared-evidence.ts';
import type { Json, JsonObject } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { isNothing, told } from './deal-state.ts';
import { shown } from './descriptions.ts';
import { addressed, create, firstCreated, samplePayload } from './evidence.ts';
import { furtherMembers } from './further-members.ts';
import { resourceName, resourceOf } from './subjects.ts';

type Shown = Readonly<Record<string, unknown>>;

/** Values that careless code takes for none, each with an ordinary value of its kind. No service has members of these names. */
const ODD: Readonly<Record<string, readonly [odd: Json, ordinary: Json]>> = {
  Text: ['', 'As agreed'],
  Blank: ['  ', 'as Agreed'],
  Count: [0, 7],
  Flag: [false, true],
  Nothing: [null, 'something'],
  Row: [
    [0, 'Zoë'],
    [1, 'zoë'],
  ],
};

/**
 * Creates a deal with further parameters (document 4.1) that are empty, blank, 0, false and null, beside ordinary ones. All of them may be
 * refused, or read over; what is empty, blank, false or null may be kept as none, and 0 be left out. What is shown is what was sent.
 */
export async function storesOddMembers(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (Object.keys(furtherMembers(resource)).length === 0 || resource.item === undefined) return [];
  const record = await create(trial, (unique) => ({ ...samplePayload(resource, unique), ...odds() }));
  const { answer, address } = record;
  if (!answer.succeeded || address === undefined) return [answer];
  const read = await trial.send({ method: 'GET', address });
  const own = recordIn(read, resource.item.envelope);
  if (own === undefined) return [answer, read];
  const wrong = Object.entries(ODD).flatMap(([kind, [odd, ordinary]]) => {
    const value = own[`assayer${kind}`];
    const isKind = sameValue(ordinary, own[`assayerOrdinary${kind}`]);
    return !isKind || isKeptAs(value, odd) ? [] : [`assayer${kind} ${told(value)} for ${told(odd)}`];
  });
  if (wrong.length > 0) fail('the further parameters as they were sent', wrong.join(', '), answer, read);
  return [answer, read];
}

function odds(): JsonObject {
  return Object.fromEntries(
    Object.entries(ODD).flatMap(([kind, [odd, ordinary]]): [string, Json][] => [
      [`assayer${kind}`, odd],
      [`assayerOrdinary${kind}`, ordinary],
    ]),
  );
}

function isKeptAs(value: unknown, sent: Json): boolean {
  if (isUnwritten(value, sent)) return true;
  const isNone = isNothing(sent) || (typeof sent === 'string' && sent.trim() === '');
  const isShownAsNone = isNothing(value) || (typeof value === 'string' && value.trim() === '');
  return (isNone && isShownAsNone) || sameValue(sent, value);
}

/** Some writers of JSON leave out a number that is 0, and read it so. */
function isUnwritten(value: unknown, sent: unknown): boolean {
  return sent === 0 && value === undefined;
}

/** The sample as it is read after its creation, shared; undefined where it is not read as JSON. */
const sampleShown: Evidence<Shown | undefined> = evidence(resourceName, async (shared) => {
  const { item } = resourceOf(shared);
  const { address } = await firstCreated(shared);
  if (item === undefined || address === undefined) return undefined;
  return recordIn(await shared.send({ method: 'GET', address }), item.envelope);
});

/**
 * Demands that a record has each member that a record of the sample shows as it was sent. A text that is blank may be kept as no value, and 0
 * may be left out.
 */
export async function losesNoMember(trial: Trial, payload: JsonObject, read: Answer): Promise<Answer> {
  const resource = resourceOf(trial);
  const own = recordIn(read, resource.item?.envelope ?? '');
  const first = await sampleShown(trial);
  if (own === undefined || first === undefined) return read;
  const { payload: sample } = addressed(await firstCreated(trial));
  const lost = Object.entries(shown(payload, resource)).filter(
    ([member, value]) =>
      !(isNothing(value) || (typeof value === 'string' && value.trim() === '')) &&
      isNothing(own[member]) &&
      !isUnwritten(own[member], value) &&
      !isNothing(first[member]) &&
      sameValue(sample[member], first[member]),
  );
  const due = lost.map(([member, value]) => `${member} ${told(value)}`).join(', ');
  return read.owes(lost.length === 0, `${due} as it was sent: records of the sample show such members`, `none of it`);
}

function recordIn(answer: Answer, envelope: string): Shown | undefined {
  const record = at(answer.representation.value, envelope);
  return answer.status === 200 && isObject(record) ? record : undefined;
}
