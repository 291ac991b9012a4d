import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { unknownQueries } from '../command/command-evidence.ts';
import { deletedDeal } from '../delete/deleted-deal.ts';
import type { Created } from '../evidence.ts';
import { aboutUnknown, unknownIds } from '../ids.ts';
import { NO_TYPE } from '../negotiate/accept.ts';
import { FAR } from '../nested/walks.ts';
import { operationAddress } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { queriesAbout, resourceOf, whyNotDeletable } from '../subjects.ts';
import { headAsGet, headOf } from './head.ts';

/**
 * HEAD of what GET refuses, besides an unknown id in JSON: in the other representations, under names and versions that nobody serves,
 * below a record, and of what was deleted. HEAD is refused as GET is, in the same words (RFC 9110 9.3.2). None of them names a record that
 * the run did not make; none is a command, which a careless server might carry out for whatever it finds.
 */
export async function headsOfRefusals(trial: Trial, made: Created | undefined): Promise<readonly Answer[]> {
  const { list, never } = resourceOf(trial);
  if (never.includes('HEAD')) return [];
  const requests = [
    ...unknownInEach(trial),
    ...(list === undefined ? [] : refusedTypes(trial, list.address)),
    ...unknownQueryNames(trial),
    ...(made === undefined ? [] : [...otherVersion(trial, made), ...belowIt(trial, made)]),
  ];
  const answers: Answer[] = [];
  for (const request of requests) answers.push(...(await headAsGet(trial, request)));
  return [...answers, ...(await headOfDeleted(trial))];
}

function othersThanJson(trial: Trial): readonly RepresentationName[] {
  const { representations, selectors } = resourceOf(trial);
  return selectors.includes('accept') ? representations.filter((name) => name !== 'json') : [];
}

/** An id that never was in each other representation, and nested records past the end in one of them. */
function unknownInEach(trial: Trial): readonly HttpRequest[] {
  const { item, mediaTypes, nested } = resourceOf(trial);
  const [plain] = unknownIds(resourceOf(trial), trial.records.fresh).always ?? [];
  const names = othersThanJson(trial);
  const items = names.flatMap((name) => {
    const headers = { accept: mediaTypes[name] };
    const address = item?.address;
    return plain === undefined || address === undefined
      ? []
      : [aboutUnknown({ method: 'GET', address, headers }, plain)];
  });
  const past = nested.flatMap(({ address: template, owner, past: index = FAR }, i): HttpRequest[] => {
    const name = names[i % Math.max(names.length, 1)];
    if (owner === undefined || name === undefined) return [];
    const address = fillTemplate(template, { id: owner, index });
    return [{ method: 'GET', address, headers: { accept: mediaTypes[name] }, about: 'missing' }];
  });
  return [...items, ...past];
}

function refusedTypes(trial: Trial, address: string): readonly HttpRequest[] {
  return othersThanJson(trial).length === 0 ? [] : [{ method: 'GET', address, headers: { accept: NO_TYPE } }];
}

function unknownQueryNames(trial: Trial): readonly HttpRequest[] {
  return queriesAbout(trial.target, resourceOf(trial)).flatMap((query): HttpRequest[] => {
    const [address] = unknownQueries(query);
    return address === undefined
      ? []
      : [{ method: 'GET', address: fillTemplate(address, { parameter: trial.unique() }) }];
  });
}

/** The record under a version of this run, which nobody serves (document 9.1). */
function otherVersion(trial: Trial, { address = '' }: Created): readonly HttpRequest[] {
  const { target } = trial;
  const served = `/rest/${target.version}/`;
  const path = address.startsWith(target.baseUrl) ? address.slice(target.baseUrl.length) : address;
  if (!path.startsWith(served)) return [];
  return [{ method: 'GET', address: `/rest/${trial.unique()}/${path.slice(served.length)}` }];
}

/** What no operation made: a record of form E far past the end, and command documents of new ids (forms F and G). */
function belowIt(trial: Trial, { id, address, ...record }: Created): readonly HttpRequest[] {
  const { target } = trial;
  const operation = target.operations.find(({ resource }) => resource === resourceOf(trial).name);
  if (operation === undefined || id === undefined || address === undefined) return [];
  const deal = { ...record, id, address };
  const placeOf = (asked: Asked): string => operationAddress(asked, deal, trial.unique());
  return formsOf(target, operation)
    .filter((form) => ['E', 'F', 'G'].includes(form))
    .map((form): HttpRequest => {
      const place = placeOf(askedIn(target, operation, form));
      return { method: 'GET', address: form === 'E' ? `${place}/${FAR}` : place };
    });
}

/** What was deleted. Its address may be that of another record by now. */
async function headOfDeleted(trial: Trial): Promise<readonly Answer[]> {
  if (whyNotDeletable(resourceOf(trial)) !== undefined) return [];
  const deal = await deletedDeal(trial);
  if (deal === undefined) return [];
  const request = { method: 'GET', address: deal.address };
  const answer = await trial.send(request);
  return isAbsent(answer) ? [answer, await headOf(trial, { request, answer })] : [answer];
}
