import { sameAddress } from '../../core/address.ts';
import type { Answer } from '../../core/answer.ts';
import { isObject } from '../../core/json-value.ts';
import { isPlaceholder } from '../../core/placeholders.ts';
import { isRefusal } from '../../core/status-kinds.ts';
import type { Spelling } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';

/** The operations of document 4.2 after which a deal is a deal as before, on hold or with another price or date. */
export const KEEPING: readonly string[] = ['HoldDeal', 'UnholdDeal', 'ChangePrice', 'ChangeCompletionDate'];

/**
 * Whether a record has to be there still after this write to it: what was refused did nothing, and a hold or another price
 * ends no deal. Whether completed and cancelled deals can be read is not shown (document 3).
 */
export function keepsRecord({ target }: Trial, write: Answer): boolean {
  const { method, url } = write.exchange.request;
  if (method === 'DELETE') return false;
  if (isRefusal(write)) return true;
  const commands = target.commands.filter(({ name }) => KEEPING.includes(name));
  if (commands.some(({ address }) => method === 'POST' && sameAddress(target.baseUrl + address, url))) return true;
  const operations = target.operations.filter(({ name }) => KEEPING.includes(name));
  return operations.some(({ name, forms }) =>
    Object.values(forms).some((spelling) => spelling.method === method && asks(write, name, spelling, target.baseUrl)),
  );
}

/** Whether a request was one for this operation in this form; of form D, whose body names none, nothing is known. */
export function isSpeltBy(answer: Answer, name: string, spelling: Spelling, baseUrl: string): boolean {
  return answer.exchange.request.method === spelling.method && asks(answer, name, spelling, baseUrl);
}

function asks({ exchange }: Answer, name: string, { payload, address }: Spelling, baseUrl: string): boolean {
  // Form D sends the attributes of a deal, and any of them may end it.
  if (typeof payload !== 'string' || !matches(exchange.request.url, baseUrl + address)) return false;
  return payload === 'parameters' || actionIn(exchange.request.body) === name;
}

function matches(url: string, template: string): boolean {
  const [given, due] = [url, template].map((address) => (address.split('?')[0] ?? '').split('/'));
  if (given === undefined || due === undefined) return false;
  return given.length === due.length && due.every((part, i) => isPlaceholder(part) || part === given[i]);
}

function actionIn(body: Uint8Array | null): unknown {
  try {
    const sent: unknown = JSON.parse(decoder.decode(body ?? new Uint8Array()));
    return isObject(sent) ? sent['action'] : undefined;
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder();
