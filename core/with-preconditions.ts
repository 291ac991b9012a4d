import { type Exchange, type HttpRequest, header, type Transport } from './exchange.ts';

/** What makes a request conditional (RFC 9110 13.1). */
const PRECONDITIONS: readonly string[] = [
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'If-Range',
];

const ANY = { 'if-match': '*' };

const READINGS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A transport that makes a write conditional where the target asks for that with 428 (RFC 6585 3): on the validator that a GET shows
 * there, and on any representation (`If-Match: *`) where it shows none or that does not hold. Where neither holds (412), the 428 stays.
 */
export function withPreconditions(transport: Transport): Transport {
  const ask = async (request: HttpRequest, how: keyof Transport): Promise<Exchange> => {
    const exchange = await transport[how](request);
    if (READINGS.includes(request.method) || !wantsPrecondition(exchange)) return exchange;
    const { json: _json, body: _body, ...bodiless } = request;
    const shown = await transport.send({ ...bodiless, method: 'GET' });
    // A weak tag matches nothing (RFC 9110 13.1.1), and another client may have changed what was shown.
    for (const fields of [preconditionOf(shown), ANY]) {
      const again = await transport[how]({ ...request, headers: { ...request.headers, ...fields } });
      if (again.response?.status !== 412) return again;
    }
    return exchange;
  };
  return { send: (request) => ask(request, 'send'), probe: (request) => ask(request, 'probe') };
}

/** Whether an answer refuses a request because it has no precondition, and it has none. */
export function wantsPrecondition({ request, response }: Exchange): boolean {
  return response?.status === 428 && PRECONDITIONS.every((name) => header(request.headers, name) === undefined);
}

function preconditionOf({ response }: Exchange): Readonly<Record<string, string>> {
  const { status, headers } = response ?? { status: 0, headers: [] };
  const [tag, date] = status === 200 ? [header(headers, 'ETag'), header(headers, 'Last-Modified')] : [];
  if (tag !== undefined) return { 'if-match': tag };
  return date === undefined ? ANY : { 'if-unmodified-since': date };
}
