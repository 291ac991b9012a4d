import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { samplePayload } from '../evidence.ts';
import { aboutUnknown, type UnknownId } from '../ids.ts';
import { onUnknownDeal } from '../operation/operation-cases.ts';
import { askedIn, formsOf } from '../operation/operation-subjects.ts';
import { whyNotCreatable } from '../subjects.ts';

/**
 * Asks about ids that are fresh in this run: GET and DELETE of a record, and one operation that is a path verb or a state below
 * the record. All of these addresses are declared by the target file. No other PUT is sent, because many servers create with it.
 */
export async function askAboutFreshIds(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const resource of trial.target.resources) {
    const unknown = freshId(trial, resource);
    const read = await reading(trial, resource, unknown);
    if (read !== undefined) answers.push(read);
    // A number could be the id of somebody's record: only a GET shows that it is not.
    const isFree = read === undefined ? resource.unknownIds !== 'number' : isAbsent(read);
    if (isFree && hasWritten(trial)) answers.push(...(await writing(trial, resource, unknown)));
  }
  return answers;
}

async function reading(trial: Trial, resource: Resource, unknown: UnknownId): Promise<Answer | undefined> {
  const { item, headers } = resource;
  if (item === undefined || resource.never.includes('GET')) return undefined;
  return trial.send({ ...aboutUnknown({ method: 'GET', address: item.address }, unknown), headers });
}

async function writing(trial: Trial, resource: Resource, unknown: UnknownId): Promise<readonly Answer[]> {
  const { headers, never } = resource;
  const answers: Answer[] = [];
  const [path = ''] = resource.delete?.address.split('?') ?? [];
  if (path.includes('{id}') && !never.includes('DELETE')) {
    const request = aboutUnknown({ method: 'DELETE', address: path, alone: true }, unknown);
    answers.push(await trial.send({ ...request, headers }));
  }
  const asked = operationBelow(trial, resource);
  if (asked === undefined || never.includes('PUT')) return answers;
  const unique = trial.unique();
  const request = onUnknownDeal(asked, unknown, unique, samplePayload(resource, unique));
  return [...answers, await trial.send({ ...request, headers: { ...headers, ...request.headers } })];
}

// Forms A and B name the operation below the record. The address of form C or D is that of the record, where a PUT may create.
function operationBelow(trial: Trial, resource: Resource): ReturnType<typeof askedIn> | undefined {
  if (whyNotCreatable(resource) !== undefined) return undefined;
  for (const operation of trial.target.operations) {
    if (operation.resource !== resource.name) continue;
    const form = formsOf(trial.target, operation).find((one) => one === 'A' || one === 'B');
    if (form !== undefined) return askedIn(trial.target, operation, form);
  }
  return undefined;
}

// A run that may not write has not written yet.
function hasWritten({ seen }: Trial): boolean {
  return seen.some(({ exchange }) => !['GET', 'HEAD', 'OPTIONS'].includes(exchange.request.method));
}

function freshId(trial: Trial, { unknownIds }: Resource): UnknownId {
  if (unknownIds === 'uuid') return { shape: 'UUID', encoded: trial.records.fresh.newUuid(), absurd: false };
  if (unknownIds !== 'number') return { shape: 'word', encoded: trial.unique(), absurd: false };
  return {
    shape: 'digits',
    encoded: trial.records.fresh.mint(String(LEAST + (trial.records.fresh.random() % LEAST)), 'checked'),
    absurd: false,
  };
}

// Numbers of nine digits fit into 32 bits, and few services have counted that far.
const LEAST = 500_000_000;
