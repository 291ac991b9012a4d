import { whatWasTried } from '../core/cleanup/deletion.ts';
import { visible } from '../core/redaction/visible.ts';
import type { SavedLeftBehind } from '../core/results/results.ts';
import { ledgerLines } from './ledger-path.ts';

const SHOWN = 20;

/** Tells what could not be deleted, whatever reports were asked for, and the ledger by which `assayer cleanup` tries again. */
export function tellLeftBehind(
  leftBehind: readonly SavedLeftBehind[],
  ledger: string | undefined,
  tell: (line: string) => void,
): void {
  if (leftBehind.length > 0) tell(`left behind: ${leftBehind.length} of what this run created could not be deleted`);
  for (const { address, tried, answered, curl } of leftBehind.slice(0, SHOWN)) {
    tell(visible(`  ${address}  ${whatWasTried({ tried, answered })}`));
    if (curl !== undefined) tell(visible(`    ${curl}`));
  }
  if (leftBehind.length > SHOWN) tell(`  and ${leftBehind.length - SHOWN} more: run.leftBehind of the JSON report`);
  ledgerLines(ledger).forEach(tell);
}
