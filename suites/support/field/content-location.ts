import type { Answer } from '../../../core/answer.ts';
import { fillTemplate, resolveReference } from '../../../core/http/address.ts';
import { header } from '../../../core/http/exchange.ts';
import { absolute } from '../../../core/http/origins.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource, Target } from '../../../core/target.ts';
import { mayAsk } from '../evidence.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/**
 * Demands that a record which shows its id is not told to be another one: Content-Location names the resource of which the body is the
 * current representation (RFC 9110 8.7), and a client may keep it under that name. A name of another kind, an address with a query, a suffix or on
 * another host may lead to the same record.
 */
export function namesItself(answer: Answer, { baseUrl, origins, resources }: Target): void {
  const reference = answer.header('Content-Location');
  const url = reference === undefined ? undefined : urlOfContent(answer);
  const named = reference === undefined ? undefined : resolveReference(reference, answer.exchange.request.url);
  if (url === undefined || named === undefined) return;
  for (const resource of resources) {
    const [own, other] = [idIn(url, resource, { baseUrl, origins }), idIn(named, resource, { baseUrl, origins })];
    if (own === undefined || other === undefined || own === other || shownId(answer, resource) !== own) continue;
    answer.owes(
      false,
      `no Content-Location of another record than ${own}, which the body is`,
      `${named} on ${exchangeInWords(answer)}`,
    );
  }
}

/** The address of what a success shows: that which was read, or that which was created (RFC 9110 8.7). */
function urlOfContent({ exchange, status, location }: Answer): string | undefined {
  const { method, url } = exchange.request;
  if (method === 'GET') return status === 200 ? url : undefined;
  return status === 201 ? location : undefined;
}

/** Of so many records the address in Content-Location is read. */
const READ = 3;

/**
 * Reads what the Content-Location of a record names, where that is another address of the target: it shows that record (RFC 9110 8.7), and
 * no other one. What cannot be read, and what shows no id, says nothing.
 */
export async function leadsToItself(trial: Trial, answers: readonly Answer[]): Promise<void> {
  const { target } = trial;
  const asked = new Set<string>();
  for (const answer of answers) {
    const { url } = answer.exchange.request;
    const named = resolveReference(answer.header('Content-Location') ?? '', url);
    const resource = target.resources.find((one) => idIn(url, one, target) !== undefined);
    const isRead = answer.exchange.request.method === 'GET' && answer.status === 200;
    if (named === undefined || named === url || resource === undefined || !isRead || !mayAsk(target, named)) continue;
    const id = shownId(answer, resource);
    // One for each resource: the same code names the others.
    if (id === undefined || asked.has(resource.name) || asked.size >= READ) continue;
    asked.add(resource.name);
    const accept = header(answer.exchange.request.headers, 'Accept');
    const read = await trial.send({ method: 'GET', address: named, headers: accept === undefined ? {} : { accept } });
    const other = read.status === 200 ? shownId(read, resource) : undefined;
    const isOther = other !== undefined && other !== id;
    read.owes(!isOther, `record ${id}, which a Content-Location of ${named} names`);
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
