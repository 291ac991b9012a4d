import type { Answer } from '../../../core/answer.ts';
import { fillTemplate, resolveReference } from '../../../core/http/address.ts';
import { absolute } from '../../../core/http/origins.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import type { Resource, Target } from '../../../core/target.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/**
 * Demands that a record which shows its id is not told to be another one: Content-Location names the resource of which the body is the
 * current representation (RFC 9110 8.7), and a client may keep it under that name. A name of another kind, an address with a query, a suffix or on
 * another host may lead to the same record.
 */
export function namesItself(answer: Answer, { baseUrl, origins, resources }: Target): void {
  const reference = answer.header('Content-Location');
  const { method, url } = answer.exchange.request;
  if (reference === undefined || method !== 'GET' || answer.status !== 200) return;
  const named = resolveReference(reference, url);
  if (named === undefined) return;
  for (const resource of resources) {
    const [own, other] = [idIn(url, resource, { baseUrl, origins }), idIn(named, resource, { baseUrl, origins })];
    if (own === undefined || other === undefined || own === other || shownId(answer, resource) !== own) continue;
    answer.owes(
      false,
      `no Content-Location of another record than ${own}, which the body is`,
      `${reference} on ${exchangeInWords(answer)}`,
    );
  }
}

/** The id in an address, where it is one of this resource's records, of digits alone or of a shape that no suffix can be a part of. */
function idIn(address: string, { item }: Resource, target: Pick<Target, 'baseUrl' | 'origins'>): string | undefined {
  if (item === undefined || address.includes('?')) return undefined;
  const [before = '', after = ''] = absolute(target, item.address).split('{id}');
  if (after !== '' || !address.startsWith(before)) return undefined;
  const id = address.slice(before.length);
  return /^[\w-]+$/u.test(id) && address === absolute(target, fillTemplate(item.address, { id })) ? id : undefined;
}

function shownId({ representation }: Answer, { item }: Resource): string | undefined {
  if (representation.syntax !== 'json' || representation.problem !== undefined) return undefined;
  const record = at(representation.value, item?.envelope ?? '');
  return isObject(record) ? idText(record['id']) : undefined;
}
