import type { LeftBehind } from '../core/cleanup/leftover.ts';
import { curlLine } from '../core/http/curl.ts';
import type { Exchange } from '../core/http/exchange.ts';
import { redactor } from '../core/redaction/redact.ts';
import type { SavedLeftBehind } from '../core/results/results.ts';
import { saveExchange } from '../core/results/save.ts';

/** What a run could not delete, as results hold it: without secrets, and with the command that tries it again. */
export function saveLeftBehind(
  left: readonly LeftBehind[],
  secrets: readonly string[],
  madeUp: readonly string[],
): readonly SavedLeftBehind[] {
  const clean = redactor(secrets);
  return left.map((one) => ({
    resource: one.resource,
    address: clean(one.address),
    tried: clean(one.tried),
    answered: clean(one.answered),
    curl: curlLine(saveExchange(one.exchange ?? looking(one), secrets, madeUp)).command,
  }));
}

// Where no deletion was tried, nothing is known to be right to delete: the command shows what is there.
function looking({ address, like, tried }: LeftBehind): Exchange {
  const headers = (like?.request.headers ?? []).filter(([name]) => !/^(?:content-|transfer-encoding$)/iu.test(name));
  const request = { method: tried === 'DELETE' ? 'DELETE' : 'GET', url: address, headers, body: null };
  return { id: 'x0', request, response: null, timings: { startedAt: 0, firstByte: null, total: 0 } };
}
