import type { Exchange } from '../../core/http/exchange.ts';
import type { OpenApi } from '../../fixtures/openapi.ts';
import { createViolations } from './violations.ts';

/** Where exchanges depart from a description, each with the request that shows it. */
export function departures(api: OpenApi, exchanges: readonly Exchange[]): string[] {
  const violationsOf = createViolations(api);
  return exchanges.flatMap((exchange) => violationsOf(exchange).map((why) => `${tell(exchange)}: ${why}`));
}

function tell({ request, response }: Exchange): string {
  const payload = request.body === null ? '' : ` ${new TextDecoder().decode(request.body).slice(0, 200)}`;
  return `${request.method} ${request.url}${payload} → ${response?.status}`;
}
