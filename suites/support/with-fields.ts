import type { HttpRequest } from '../../core/http/exchange.ts';

/** The same request with these fields. */
export function withFields(request: HttpRequest, fields: Readonly<Record<string, string>>): HttpRequest {
  return { ...request, headers: { ...request.headers, ...fields } };
}

/** The same request with a field of these lines, which are one list (RFC 9110 5.3). */
export function withLines(request: HttpRequest, name: string, values: readonly string[]): HttpRequest {
  const [only] = values;
  if (only !== undefined && values.length === 1) return withFields(request, { [name]: only });
  return { ...request, lines: [...(request.lines ?? []), ...values.map((value) => [name, value] as const)] };
}

/** Fields as a sentence tells them. */
export function fieldsInWords(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' and ');
}
