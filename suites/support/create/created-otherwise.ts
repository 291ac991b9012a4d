import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isTheRecord } from '../descriptions.ts';
import {
  type Created,
  created,
  createRecord,
  createRequest,
  firstCreated,
  namesNewRecord,
  samplePayload,
  settles,
} from '../evidence.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceName, resourceOf } from '../subjects.ts';

/** A creation whose payload is right, sent in a way that a target may take or refuse. */
export type Way = (request: ReturnType<typeof createRequest>, unique: string) => HttpRequest & { method: string };

/** The same bytes under another type. */
const asText: Way = ({ json, ...request }) => ({
  ...request,
  body: JSON.stringify(json),
  headers: { 'content-type': 'text/plain' },
});

/** With an Accept that nothing fits. */
const forNoOne: Way = (request) => ({ ...request, headers: { ...request.headers, accept: 'application/x-assayer' } });

/** The ways that more than one rule looks at. */
export const OTHERWISE: { readonly asText: Way; readonly forNoOne: Way } = { asText, forNoOne };

type Named = keyof typeof OTHERWISE;

/**
 * The ways that may be tried. A service may carry a creation out and then refuse to show the record: none, where no list shows new records, so
 * that nobody would find that one.
 */
export const waysToTry: Evidence<readonly Named[]> = evidence(resourceName, async (shared) => {
  const { list } = resourceOf(shared);
  if (list === undefined) return [];
  const { unique } = await createRecord(shared);
  const shown = await shared.until(
    () => shared.send({ method: 'GET', address: list.address }),
    ({ text }) => text.includes(unique),
    PATIENCE_MS,
  );
  return shown.text.includes(unique) ? ['asText', 'forNoOne'] : [];
});

/** A creation in one of these ways; shared. */
export const createdOtherwise: Evidence<Created, [way: Named]> = evidence(
  (trial, way) => `${resourceOf(trial).name} ${way}`,
  (shared, way) => createdBy(shared, OTHERWISE[way]),
);

/** A creation in this way. Says nothing about the answer. */
export async function createdBy(trial: Trial, way: Way): Promise<Created> {
  const unique = trial.unique();
  const payload = samplePayload(resourceOf(trial), unique);
  const answer = await trial.send(way(createRequest(resourceOf(trial), payload, unique), unique));
  const record = created(trial, answer, payload, unique);
  await settles(trial, record);
  return record;
}

/**
 * Creations in ways that a target may take or refuse. The address is there, so that none is answered as a missing resource (document
 * 4.4-m1, 7), and what is answered with success made a record that can be read (4.1, 4.4-c1). create/refused looks at what a refusal
 * leaves behind.
 */
export async function madeOrRefused(trial: Trial): Promise<readonly Answer[]> {
  const witness: Answer[] = [];
  for (const way of await waysToTry(trial)) {
    const record = await createdOtherwise(trial, way);
    const { answer } = record;
    witness.push(answer.owes(!isAbsent(answer), 'another status than that of a missing resource'));
    witness.push(...(await isMade(trial, record, way)));
  }
  return witness;
}

async function isMade(trial: Trial, record: Created, way: Named): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { answer, address } = record;
  // What was accepted alone (202) may be made later.
  if (!answer.succeeded || answer.status === 202) return [];
  // A service that never answers 201 is told by create/status.
  const usual = resource.create?.answer === 'created' ? (await firstCreated(trial)).answer.status : undefined;
  if (usual === 201) answer.hasStatus(201);
  await namesNewRecord(trial, record);
  if (resource.item === undefined || address === undefined) return [];
  const read = await trial.until(
    () => trial.send({ method: 'GET', address }),
    ({ status }) => status === 200,
    PATIENCE_MS,
  );
  // Where nothing new is there to be read, however it was created, create/addressable tells it.
  if (isAbsent(read) && !(await isUsuallyRead(trial))) return [];
  read.hasStatus(200);
  // What a plain text says of a record is left to its reader.
  return [way === 'asText' ? read : isTheRecord(read, record, resource)];
}

async function isUsuallyRead(trial: Trial): Promise<boolean> {
  const { address } = await firstCreated(trial);
  return address === undefined || !isAbsent(await trial.send({ method: 'GET', address }));
}
