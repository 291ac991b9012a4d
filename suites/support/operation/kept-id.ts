import type { Answer } from '../../../core/answer.ts';
import { deleteRequestOf } from '../../../core/records/record-requests.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { itemAddress } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';
import { readyDeal } from './operation-evidence.ts';
import { operationRequest, particulars } from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';

/**
 * Sends the attributes of a deal (form D) with the id of no deal among them. The path names the deal (document 2), so that the
 * request may be refused, or be carried out without it, but moves no deal to another address.
 */
export async function keepsItsId(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { item } = resource;
  const [, member, ...deeper] = (item?.id ?? '').split('/');
  if (asked.form !== 'D' || !isFirst(trial) || item === undefined || item.envelope !== '') return [];
  if (member === undefined || deeper.length > 0 || resource.delete === undefined) return [];
  const other = trial.unique();
  // Where words are read as numbers, the id may be taken for that of a record.
  if (resource.unknownIds !== 'any' || !(await trial.records.isFree(resource, other))) return [];
  const deal = await readyDeal(trial, asked);
  const { json, ...request } = operationRequest(asked, particulars(asked, deal, trial.unique()));
  const answer = await trial.send({ ...request, json: { ...json, [member]: other } });
  if (!answer.succeeded) return [];
  const moved = await trial.send({ method: 'GET', address: itemAddress(resource, other) });
  const read = await trial.send({ method: 'GET', address: deal.address });
  const { value } = moved.representation;
  if (moved.status === 200 && isObject(value) && idText(value[member]) === other) {
    const deletion = deleteRequestOf(trial.records.home, resource, { id: other, answer });
    if (deletion !== undefined) await trial.send(deletion);
    fail(
      `the deal at ${deal.address}, which the path names`,
      `it at ${moved.exchange.request.url}`,
      answer,
      moved,
      read,
    );
  }
  const own = read.representation.value;
  const shown = isObject(own) ? idText(own[member]) : undefined;
  return [read.owes(read.status === 200 && shown !== other, `the deal ${deal.id} where it was`)];
}
