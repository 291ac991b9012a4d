import type { Answer } from '../core/answer.ts';
import { isAfterAll } from '../core/guard/may-delete.ts';
import type { Home } from '../core/http/origins.ts';
import { idAtOrAbove } from '../core/ids/record-address.ts';
import { idInAddress, idShown, type RecordResource } from '../core/records/record-claim.ts';
import { evidenceOfListed } from './ledger-evidence.ts';
import type { LedgerContent } from './ledger-lines.ts';

/** Whether what is shown at an address was made there by a change of the run. */
export function isOwnStray(
  seen: Answer,
  address: string,
  of: { readonly home: Home; readonly resource: RecordResource; readonly ledger: LedgerContent },
): boolean {
  const { home, resource, ledger } = of;
  const { nonce } = ledger.head;
  const id = idInAddress(home, resource, address);
  const isMarked = seen.text.toLowerCase().includes(nonce);
  const isBelow = [resource.item, resource.delete].some(
    (place) => place !== undefined && idAtOrAbove(home, place.address, address) !== undefined,
  );
  if (id === undefined) return !isBelow && (isMarked || address.includes(nonce));
  // A server that takes ids modulo the number of its records shows somebody's record at an id that nobody has.
  if (idShown(seen, resource) !== id) return false;
  if (id.includes(nonce)) return true;
  // The answer to a change may name an older record of the same key, and change that.
  const { wasSeen, wasMissing, namesSame, isSpelt } = evidenceOfListed(resource, id, ledger);
  const comesAfterAll = isAfterAll(id, ledger.before.get(resource.name)?.ids ?? []);
  return isMarked && wasSeen !== true && namesSame !== true && isSpelt !== true && wasMissing === true && comesAfterAll;
}
