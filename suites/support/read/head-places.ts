import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Created } from '../evidence.ts';
import { aboutUnknown, unknownIds } from '../ids.ts';
import { NO_TYPE, withFormat, withSuffix } from '../negotiate/accept.ts';
import { FAR } from '../nested/walks.ts';
import { type Deal, makesCommand, operationAddress } from '../operation/operation-requests.ts';
import { askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { waysByAddress } from '../view/equivalence.ts';
import { headAsGet } from './head.ts';

/**
 * HEAD where GET is refused, or where the address chooses the representation: all of it is as GET tells it (RFC 9110 9.3.2). Below a
 * record the addresses of its operations are asked for only where the run made it.
 */
export async function headsBesides(
  trial: Trial,
  address: string,
  made: (Created & { readonly address: string }) | undefined,
): Promise<readonly Answer[]> {
  const below = made === undefined ? [] : operationPlaces(trial, made);
  const answers: Answer[] = [];
  for (const request of [...refusedOnes(trial, address), ...chosenByAddress(trial, address), ...below])
    answers.push(...(await headAsGet(trial, request)));
  return answers;
}

/** Nested records past the end, and a type that nobody has. */
function refusedOnes(trial: Trial, address: string): readonly HttpRequest[] {
  const { nested, selectors } = resourceOf(trial);
  const past = nested.flatMap(({ address: template, owner, past: index = FAR }) =>
    owner === undefined ? [] : [fillTemplate(template, { id: owner, index })],
  );
  const missing = past.map((place): HttpRequest => ({ method: 'GET', address: place, about: 'missing' }));
  return selectors.includes('accept')
    ? [...missing, { method: 'GET', address, headers: { accept: NO_TYPE } }]
    : missing;
}

function chosenByAddress(trial: Trial, address: string): readonly HttpRequest[] {
  const { selectors, representations } = resourceOf(trial);
  const name = representations.find((other) => other !== 'json') ?? representations[0];
  if (name === undefined || address.includes('?')) return [];
  const chosen = [
    ...(selectors.includes('suffix') ? [withSuffix(address, name)] : []),
    ...(selectors.includes('format') ? [withFormat(address, name)] : []),
    ...listChosen(trial),
  ];
  return chosen.map((place) => ({ method: 'GET', address: place, headers: { accept: '*/*' } }));
}

/** The collection by each way as another representation than the record, where there are several. */
function listChosen(trial: Trial): readonly string[] {
  const { list } = resourceOf(trial);
  const ways = waysByAddress(trial).filter(({ name }) => name !== 'json');
  const last = ways.at(-1)?.name;
  if (list === undefined || list.address.includes('?')) return [];
  return ways.filter(({ name }) => name === last).map(({ name, addressOf }) => addressOf(list.address, name));
}

/** Where the first operation is asked for below the record, in the forms that name it by the address, and the list of form E. */
function operationPlaces(
  trial: Trial,
  { id, ...record }: Created & { readonly address: string },
): readonly HttpRequest[] {
  const { target } = trial;
  const operation = target.operations.find(({ resource }) => resource === resourceOf(trial).name);
  if (operation === undefined || id === undefined) return [];
  const deal: Deal = { ...record, id };
  const asked = formsOf(target, operation).map((form) => askedIn(target, operation, form));
  const places = asked
    .filter((one) => !makesCommand(one))
    .map((one) => operationAddress(one, deal, trial.unique()))
    .filter((place) => target.baseUrl + place !== record.address && place !== record.address);
  return [...new Set(places)].map((address) => ({ method: 'GET', address }));
}

/** HEAD of what never was. What GET owes there is the matter of read/unknown-item. */
export async function findsNothingEither(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const [plain] = unknownIds(resource, trial.records.fresh).always ?? [];
  if (plain === undefined || resource.item === undefined) return [];
  return headAsGet(trial, aboutUnknown({ method: 'GET', address: resource.item.address }, plain));
}
