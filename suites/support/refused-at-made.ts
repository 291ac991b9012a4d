import type { Answer } from '../../core/answer.ts';
import type { HttpRequest } from '../../core/exchange.ts';
import { isRefusal } from '../../core/status-kinds.ts';
import type { Trial } from '../../core/trial.ts';
import { allowedBy } from './allow.ts';
import { stateOf, unchanged } from './deal-state.ts';
import { createRecord, mayAsk } from './evidence.ts';
import { type Deal, makesCommand, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, askedIn, formsOf } from './operation-subjects.ts';
import { namesNone } from './refused-methods.ts';
import { resourceOf } from './subjects.ts';

/** What the first operation made below a new record, or beside it, and methods that it may not have. */
interface MadePlace {
  readonly address: string;
  readonly odd: readonly HttpRequest[];
}

/**
 * Command documents and the record of form E, asked with methods that they may not have. Which they have is not shown (document 4.2): one
 * that succeeds is wrong only where the Allow of a 405 there does not name it (RFC 9110 10.2.1). What is refused changes nothing.
 */
export async function refusedAtMade(trial: Trial): Promise<readonly Answer[]> {
  const { target } = trial;
  const operation = target.operations.find(
    ({ resource, after }) => resource === resourceOf(trial).name && after === undefined,
  );
  if (operation === undefined) return [];
  const forms = formsOf(target, operation).map((form) => askedIn(target, operation, form));
  if (!forms.some((asked) => makesCommand(asked) || asked.spelling.method === 'POST')) return [];
  const { id, ...record } = await createRecord(trial);
  if (id === undefined) return [];
  const deal: Deal = { ...record, id };
  const places = await placesMade(trial, deal, forms);
  const before = await stateOf(trial, deal);
  const propfinds: Answer[] = [];
  const answers: Answer[] = [];
  for (const { address, odd } of places) {
    const propfind = await trial.send({ method: 'PROPFIND', address, alone: true });
    const own: Answer[] = [];
    for (const request of odd) own.push(await trial.send(request));
    propfinds.push(propfind);
    answers.push(...own);
    isNamed(trial, propfind, own);
    const refused = [propfind, ...own].filter(({ status }) => status === 405);
    for (const one of refused)
      namesNone(
        one,
        refused.map(({ exchange }) => exchange.request.method),
      );
  }
  if (answers.every(isRefusal)) unchanged(before, await stateOf(trial, deal), 'methods that are refused');
  return [...propfinds, ...answers];
}

async function placesMade(trial: Trial, deal: Deal, forms: readonly Asked[]): Promise<readonly MadePlace[]> {
  const { mediaTypes, never } = resourceOf(trial);
  const places: MadePlace[] = [];
  for (const asked of forms) {
    const isCommand = makesCommand(asked);
    if (!isCommand && asked.spelling.method !== 'POST') continue;
    const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
    const answer = await trial.send(request);
    if (!answer.succeeded || answer.status === 202) continue;
    const address = isCommand ? answer.exchange.request.url : answer.location;
    // Only what stands below the new record is surely the run's own; a global command is under an id of the run.
    const isBelow = address?.startsWith(`${deal.address}/`) === true;
    if (address === undefined || !mayAsk(trial.target, address) || !(isBelow || isCommand)) continue;
    const methods = ['PATCH', isCommand ? 'POST' : 'PUT', ...(isBelow ? ['DELETE'] : [])];
    const sent = { json: request.json, headers: { 'content-type': mediaTypes.request } };
    const odd = methods
      .filter((method) => !never.includes(method))
      .map((method) => ({ method, address, alone: true, ...(method === 'DELETE' ? {} : sent) }));
    places.push({ address, odd });
  }
  return places;
}

/** One list for all addresses comes from what stands in front of the service, and says nothing of them. */
function isNamed({ seen }: Trial, propfind: Answer, odd: readonly Answer[]): void {
  const named = allowedBy(propfind);
  const lists = seen.flatMap((answer) =>
    answer.status === 405 && answer.exchange.request.method === 'PROPFIND' ? (answer.header('Allow') ?? []) : [],
  );
  if (propfind.status !== 405 || named.every((name) => name === '') || new Set(lists).size < 2) return;
  // What a success changed may have other methods.
  const first = odd.find(({ succeeded }) => succeeded);
  const { method = '' } = first?.exchange.request ?? {};
  const allow = `Allow: ${propfind.header('Allow') ?? ''}`;
  first?.owes(named.includes(method), `${method} refused, or named in Allow on the 405 to PROPFIND there`, allow);
}
