import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { mayBeAsked } from '../../../core/ids/query-values.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { resourceOf } from '../subjects.ts';
import { headAsGet } from './head.ts';

/**
 * HEAD of a query for a value that nothing has, in JSON and in one other representation: as GET of it is answered, whatever that is (RFC 9110
 * 9.3.2). What GET owes there is the matter of read/query-empty.
 */
export async function headsOfNothing(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { query, never, selectors, representations, mediaTypes } = resource;
  const template = queryOf(resource);
  if (template === undefined || never.includes('HEAD')) return [];
  const unique = trial.unique();
  const value = query?.empty ?? [`nobody ${unique}`, unique].find((text) => mayBeAsked(query, text));
  if (value === undefined) return [];
  const address = fillTemplate(template, { value });
  const other = selectors.includes('accept') ? representations.find((name) => name !== 'json') : undefined;
  const requests: readonly HttpRequest[] = [
    { method: 'GET', address },
    ...(other === undefined ? [] : [{ method: 'GET', address, headers: { accept: mediaTypes[other] } }]),
  ];
  const answers: Answer[] = [];
  for (const request of requests) answers.push(...(await headAsGet(trial, request)));
  return answers;
}

/** Where nothing is known to be a query, the one of document 4.4 on the collection: whoever passes it over shows all to GET and HEAD. */
function queryOf({ query, list }: Resource): string | undefined {
  if (query !== undefined) return query.address;
  return list === undefined || list.address.includes('?') ? undefined : `${list.address}?name={value}`;
}
