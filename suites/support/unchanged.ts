import type { Answer } from '../../core/answer.ts';
import { fillTemplate } from '../../core/http/address.ts';
import type { HttpRequest } from '../../core/http/exchange.ts';
import { at } from '../../core/representation/json-pointer.ts';
import { isObject } from '../../core/representation/json-value.ts';
import { fail } from '../../core/results/outcome.ts';
import type { Trial } from '../../core/run/trial.ts';
import type { Resource } from '../../core/target.ts';
import { entryId, itemAddress } from './evidence.ts';
import { differences } from './payload/payloads.ts';
import { entriesOf } from './query/queries.ts';

/** Of so many rounds a coincidence is left once in a hundred thousand runs, however busy others are. */
const ROUNDS = 6;

/** Demands that readings change nothing (RFC 9110 9.2.1). */
export function assertUnchanged(trial: Trial, readings: readonly HttpRequest[]): Promise<readonly Answer[]> {
  const ask = (): Promise<readonly Answer[]> => trial.atOnce(readings.map((reading) => () => trial.send(reading)));
  return changesNothing(trial, ask, 'nothing changed by what only reads');
}

/**
 * Demands that what is asked leaves every list and every known record as it was. For rules that come last, when the run itself
 * writes nothing. Others may use the target too, and what was written before may show late: a change is held against what was
 * asked only when it comes with it each time, and never just before or after, while nothing is asked.
 */
export async function changesNothing(
  trial: Trial,
  ask: () => Promise<readonly Answer[]>,
  due: string,
): Promise<readonly Answer[]> {
  for (let round = 1; ; round += 1) {
    // Once more each time: who writes at every so many requests would come with what is asked in each round alike.
    const idle = [await look(trial)];
    while (idle.length <= round) idle.push(await look(trial));
    const [before = [], ...earlier] = idle.toReversed();
    const isBusy = earlier.some((one) => changeBetween(one, before) !== undefined);
    const asked = await ask();
    const after = await look(trial);
    const change = changeBetween(before, after);
    if (change === undefined || isBusy) return asked;
    if (changeBetween(after, await look(trial)) !== undefined) return asked;
    if (round === ROUNDS) fail(due, change, ...asked);
  }
}

/** The requests that read a resource, as far as what to ask for is known. */
export function readingsOf({ list, item, known, query }: Resource): HttpRequest[] {
  const addresses = [
    ...(list === undefined ? [] : [list.address]),
    ...(item === undefined || known === undefined ? [] : [fillTemplate(item.address, { id: known })]),
    ...(query?.matches === undefined ? [] : [fillTemplate(query.address, { value: query.matches })]),
  ];
  return addresses.map((address) => ({ method: 'GET', address }));
}

/** What one resource shows: the ids of its list, and its known record. */
interface Look {
  readonly name: string;
  readonly ids: ReadonlySet<string> | undefined;
  readonly record: Readonly<Record<string, unknown>> | undefined;
}

async function look(trial: Trial): Promise<readonly Look[]> {
  const shown = trial.target.resources.filter(({ never }) => !never.includes('GET'));
  return trial.atOnce(shown.map((resource) => () => lookAt(trial, resource)));
}

async function lookAt(trial: Trial, resource: Resource): Promise<Look> {
  const { name, list, item, known } = resource;
  const listed = list === undefined ? undefined : await read(trial, resource, list.address);
  const id = item === undefined ? undefined : known;
  const found = id === undefined ? undefined : await read(trial, resource, itemAddress(resource, id));
  return { name, ids: idsIn(listed, resource), record: recordIn(found, resource) };
}

function read(trial: Trial, resource: Resource, address: string): Promise<Answer> {
  return trial.send({ method: 'GET', address, headers: { accept: resource.mediaTypes.json, ...resource.headers } });
}

function idsIn(listed: Answer | undefined, resource: Resource): Look['ids'] {
  if (listed?.succeeded !== true) return undefined;
  return new Set(entriesOf(listed, resource).flatMap((entry) => entryId(entry, resource) ?? []));
}

function recordIn(found: Answer | undefined, resource: Resource): Look['record'] {
  const record = found?.succeeded === true ? at(found.representation.value, resource.item?.envelope ?? '') : undefined;
  return isObject(record) ? record : undefined;
}

/** What differs between two looks, in words. */
function changeBetween(before: readonly Look[], after: readonly Look[]): string | undefined {
  const changes = before.flatMap(({ name, ids, record }) => {
    const later = after.find((other) => other.name === name);
    const moved = ids === undefined || later?.ids === undefined ? [] : apart(ids, later.ids);
    const other = record === undefined || later?.record === undefined ? [] : differences(record, later.record);
    return [
      ...(moved.length === 0 ? [] : [`the list of ${name} is another: ${moved.slice(0, 3).join(', ')}`]),
      ...(other.length === 0 ? [] : [`the known record of ${name} has other values for ${other.join(', ')}`]),
    ];
  });
  return changes.length === 0 ? undefined : changes.join('; ');
}

function apart(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  const come = [...after].filter((id) => !before.has(id)).map((id) => `${id} has come`);
  const gone = [...before].filter((id) => !after.has(id)).map((id) => `${id} has gone`);
  return [...come, ...gone];
}
