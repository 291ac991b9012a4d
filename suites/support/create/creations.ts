import type { Answer } from '../../../core/answer.ts';
import { fillTemplate, lastSegment, sameAddress } from '../../../core/http/address.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { recordNamed } from '../evidence.ts';
import type { CreatedRecord } from '../record-histories.ts';
import { resourceOf } from '../subjects.ts';

/** The creations of the run that succeeded, whatever rule they were sent for. */
export function creationsOf(trial: Trial): readonly Answer[] {
  const { create, name } = resourceOf(trial);
  if (create === undefined) throw new Error(`${name} offers no creation`);
  // Without a value of the run in the sample, no creation can be told from the next by what was sent.
  const isMarked = JSON.stringify(create.sample).includes('{unique}');
  return trial.seen.filter((answer) => {
    if (!answer.succeeded || !isCreation(answer, create, trial.target.baseUrl)) return false;
    const sent = sentText(answer);
    return holdsObject(sent) && (!isMarked || sentValue(trial, answer) !== undefined);
  });
}

function isCreation(answer: Answer, create: NonNullable<Resource['create']>, baseUrl: string): boolean {
  const { method, url } = answer.exchange.request;
  if (method !== create.method) return false;
  if (method === 'POST') return sameAddress(url, baseUrl + create.address);
  // A PUT creates where it says so. Without 201 it changed a record.
  const [before = '', after = ''] = (baseUrl + create.address).split('{unique}');
  return answer.status === 201 && url.startsWith(before) && url.endsWith(after);
}

/** The records of those creations whose answers name them. */
export function recordsOf(trial: Trial, creations: readonly Answer[]): readonly CreatedRecord[] {
  const { item, delete: deletion } = resourceOf(trial);
  const [path = ''] = deletion?.address.split('?') ?? [];
  const hasOwnPath = path !== item?.address.split('?')[0];
  return creations.flatMap((creation): CreatedRecord[] => {
    const { id, address } = recordNamed(trial, creation);
    if (address === undefined) return [];
    const isCalledOtherwise = id !== undefined && lastSegment(address) !== id;
    const isElsewhere = id !== undefined && path.includes('{id}') && (hasOwnPath || isCalledOtherwise);
    const deletedAt = isElsewhere ? trial.target.baseUrl + fillTemplate(path, { id }) : undefined;
    return [{ creation, address, id: isCalledOtherwise ? id : undefined, deletedAt }];
  });
}

/** The fresh value of the run that a creation sent; undefined where it sent none. */
export function sentValue(trial: Trial, creation: Answer): string | undefined {
  const { url } = creation.exchange.request;
  return `${sentText(creation)} ${url}`.match(valuesOf(trial, 'u'))?.[0];
}

/** The fresh values of the run that a text holds. */
export function freshValues(trial: Trial, text: string): readonly string[] {
  return [...text.matchAll(valuesOf(trial, 'gu'))].map(([value]) => value);
}

// The fresh values of a run begin alike.
function valuesOf({ records }: Trial, flags: string): RegExp {
  return new RegExp(`${records.fresh.nonce}[0-9a-z]+`, flags);
}

const decoder = new TextDecoder();

/** The body of the request that led to an answer, as text. */
export function sentText({ exchange }: Answer): string {
  return exchange.request.body === null ? '' : decoder.decode(exchange.request.body);
}

// Broken JSON that a target takes anyway is not a creation that the rules judge.
function holdsObject(text: string): boolean {
  try {
    return !text.includes('\ufffd') && isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
