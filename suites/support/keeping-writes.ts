import type { Answer } from '../../core/answer.ts';
import { isSpeltBy } from '../../core/guard/spelt-by.ts';
import { sameAddress } from '../../core/http/address.ts';
import { isRefusal } from '../../core/http/status-kinds.ts';
import type { Trial } from '../../core/run/trial.ts';

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
    Object.values(forms).some((spelling) => isSpeltBy(write, name, spelling, target.baseUrl)),
  );
}
