import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { comesInTurn, type Fresh, mixedUp } from '../negotiate/asked-in-turn.ts';
import { operated, readyDeal } from '../operation/operation-evidence.ts';
import { operationAddress, operationRequest, particulars } from '../operation/operation-requests.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { asking, viewsAt } from '../view/views.ts';
import { recordsInEach } from './every-record.ts';
import { make, otherNames } from './made-records.ts';

/**
 * Demands of command documents (document 4.2 F, G) that each type comes to those who ask for it, whoever asked before: one under a new id is
 * asked for in another representation first, and the one that is known was asked for in JSON first.
 */
export async function commandInTurn(trial: Trial, asked: Asked, nth: number): Promise<readonly Answer[]> {
  const others = otherNames(trial);
  const name = others[nth % others.length];
  const { answer } = await operated(trial, asked);
  if (name === undefined || !answer.succeeded) return [];
  const views = await viewsAt(trial, { kind: 'made', address: answer.exchange.request.url });
  const [json, other] = ['json', name].map((one) => views.find((view) => view.name === one)?.answer);
  if (json?.status !== 200) return [];
  const fresh: Fresh = async () => {
    const deal = await readyDeal(trial, asked);
    const made = await trial.send(operationRequest(asked, particulars(asked, deal, trial.unique())));
    return made.succeeded && made.status !== 202 ? made.exchange.request.url : undefined;
  };
  return comesInTurn(trial, name, fresh, { json, other });
}

/**
 * The same of the records that an operation makes in form E. Those that were made for another type are asked for as that first, and in JSON
 * after it; what is wrong there is looked for in records that were all made alike.
 */
export async function recordInTurn(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { made } = await recordsInEach(trial, asked);
  const first = made.find(({ name }) => name === 'json');
  // A later creation may end what is kept of the records before it.
  const other = made.findLast(({ name, read }) => name !== 'json' && read.representation.syntax === name);
  if (first?.read.status !== 200 || other?.read.status !== 200) return [];
  const { name, address } = other;
  const ask = (as: typeof name): Promise<Answer> => trial.send(asking(trial, { kind: 'made', address }, as));
  // What was written since then may have ended what was kept.
  const read = isFirst(trial, asked) ? await ask(name) : other.read;
  const json = await ask('json');
  const known = { json: first.read, other: undefined };
  if (mixedUp(name, { other: read, json }, known) === undefined) return [json];
  const fresh: Fresh = async () => (await make(trial, asked, await readyDeal(trial, asked)))?.address;
  return [json, ...(await comesInTurn(trial, name, fresh, known))];
}

/** The same of the list of a sub-collection of form E, of deals of their own. */
export async function listInTurn(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { list } = await recordsInEach(trial, asked);
  const [name] = otherNames(trial);
  if (list.status !== 200 || name === undefined) return [];
  const fresh: Fresh = async () => {
    const deal = await readyDeal(trial, asked);
    const made = await make(trial, asked, deal);
    return made === undefined ? undefined : operationAddress(asked, deal, trial.unique());
  };
  return comesInTurn(trial, name, fresh, { json: list, other: undefined });
}

function isFirst({ target }: Trial, { operation }: Asked): boolean {
  return target.operations.find(({ resource }) => resource === operation.resource)?.name === operation.name;
}
