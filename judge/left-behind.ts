import { curlLine } from '../core/curl.ts';
import type { LeftBehind } from '../core/record-cleanup.ts';
import { redactor } from '../core/redact.ts';
import type { SavedLeftBehind } from '../core/results.ts';
import { saveExchange } from '../core/save.ts';

/** What a run could not delete, as results hold it: without secrets, and with the command that tries it again. */
export function saveLeftBehind(
  left: readonly LeftBehind[],
  secrets: readonly string[],
  madeUp: readonly string[],
): readonly SavedLeftBehind[] {
  const clean = redactor(secrets);
  return left.map(({ resource, address, tried, answered, exchange }) => ({
    resource,
    address: clean(address),
    tried: clean(tried),
    answered: clean(answered),
    ...(exchange === undefined ? {} : { curl: curlLine(saveExchange(exchange, secrets, madeUp)).command }),
  }));
}
