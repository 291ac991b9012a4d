import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { parseHttpDate } from '../../../core/http/http-date.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { changesOf, isChange } from '../changes.ts';
import { collection, create } from '../evidence.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import { withFields } from '../with-fields.ts';

/** What was read early in a check, to be asked for again at its end with the date that it had. */
export type AskAgain = () => Promise<readonly Answer[]>;

/**
 * Reads a new record and the collection, and gives what changes them later and asks for each with If-Modified-Since of its earlier date. What
 * tells a later Last-Modified by then was modified since: it is no 304 (RFC 9110 13.1.3, 8.8.2). Where all happens within one second, and
 * where no dates are told, nothing is said.
 */
export async function readForLater(trial: Trial): Promise<AskAgain> {
  const resource = resourceOf(trial);
  if (resource.item === undefined || whyNotCreatable(resource) !== undefined) return async () => [];
  const record = await create(trial);
  const { address, answer } = record;
  if (!answer.succeeded || address === undefined) return async () => [];
  const request: HttpRequest = { method: 'GET', address };
  const first = await trial.send(request);
  const list = resource.list === undefined ? undefined : await collection(trial);
  return async () => {
    if (first.header('Last-Modified') === undefined && list?.header('Last-Modified') === undefined) return [first];
    for (const change of changesOf(trial, resource, { ...record, address })) if ((await change()).succeeded) break;
    const ofList = list === undefined ? [] : await isNoLongerKnown(trial, listOf(list), list);
    return [...(await isNoLongerKnown(trial, request, first)), ...ofList];
  };
}

function listOf({ exchange: { request } }: Answer): HttpRequest {
  return { method: 'GET', address: request.url };
}

async function isNoLongerKnown(trial: Trial, request: HttpRequest, before: Answer): Promise<readonly Answer[]> {
  const since = before.header('Last-Modified') ?? '';
  const now = await trial.send(request);
  const [was, is] = [since, now.header('Last-Modified') ?? ''].map((date) => parseHttpDate(date));
  if (before.status !== 200 || now.status !== 200 || was === undefined || is === undefined || is <= was) return [now];
  // Some servers tell the time of the answer as the date of what they show.
  if (!isChange(before, now)) return [now];
  // One of several servers may be behind.
  const answer = await trial.until(
    () => trial.send(withFields(request, { 'if-modified-since': since })),
    ({ status }) => status !== 304,
    PATIENCE_MS,
  );
  const due = `no 304 for If-Modified-Since: ${since}, as it was modified ${now.header('Last-Modified') ?? ''}`;
  return [now, answer.owes(answer.status !== 304, due)];
}
