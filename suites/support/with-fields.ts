import type { HttpRequest } from '../../core/exchange.ts';

/** The same request with these fields. */
export function withFields(request: HttpRequest, fields: Readonly<Record<string, string>>): HttpRequest {
  return { ...request, headers: { ...request.headers, ...fields } };
}
