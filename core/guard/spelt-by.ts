import type { Answer } from '../answer.ts';
import { isPlaceholder } from '../ids/placeholders.ts';
import { parseJson } from '../representation/json.ts';
import { isObject } from '../representation/json-value.ts';
import { sameValue } from '../representation/same-value.ts';
import type { Spelling } from '../target.ts';

/** Whether a request was one for this operation in this form; of form D, whose body names none, nothing is known. */
export function isSpeltBy(answer: Answer, name: string, spelling: Spelling, baseUrl: string): boolean {
  // Form D sends the attributes of a deal, and any of them may end it.
  return typeof spelling.payload === 'string' && isSentAs(answer, name, spelling, baseUrl);
}

/** The same, where a request that sends all the attributes of form D counts as one for the operation. */
export function isSentAs({ exchange }: Answer, name: string, spelling: Spelling, baseUrl: string): boolean {
  const { method, url, body } = exchange.request;
  if (method !== spelling.method || !matches(url, baseUrl + spelling.address)) return false;
  const { payload } = spelling;
  if (payload === 'parameters') return true;
  const sent = jsonOf(body);
  if (typeof payload === 'string') return sent['action'] === name;
  return Object.entries(payload.attributes).every(
    ([member, value]) => member in sent && (isPlaceholder(value) || sameValue(value, sent[member])),
  );
}

function jsonOf(body: Uint8Array | null): Readonly<Record<string, unknown>> {
  const read = body === null ? undefined : parseJson(decoder.decode(body));
  return read !== undefined && 'value' in read && isObject(read.value) ? read.value : {};
}

function matches(url: string, template: string): boolean {
  const [given, due] = [url, template].map((address) => (address.split('?')[0] ?? '').split('/'));
  if (given === undefined || due === undefined) return false;
  return given.length === due.length && due.every((part, i) => isPlaceholder(part) || part === given[i]);
}

const decoder = new TextDecoder();
