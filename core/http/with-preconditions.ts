import { isReading } from '../guard/record-gate.ts';
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

/**
 * A transport that makes a write conditional where the target asks for that with 428 (RFC 6585 3): on the validator that a GET shows
 * there, and on any representation (`If-Match: *`) where it shows none or one that matches nothing. Where no condition holds (412), the 428
 * stays.
 */
export function withPreconditions(transport: Transport): Transport {
  const ask = async (request: HttpRequest, how: keyof Transport): Promise<Exchange> => {
    const exchange = await transport[how](request);
    if (isReading(request) || !wantsPrecondition(exchange)) return exchange;
    const { json: _json, body: _body, ...bodiless } = request;
    const shown = await transport.send({ ...bodiless, method: 'GET' });
    for (const fields of preconditionsOf(shown)) {
      const again = await transport[how]({ ...request, headers: { ...request.headers, ...fields } });
      if (again.response?.status !== 412) return again;
    }
    return exchange;
  };
  return { send: (request) => ask(request, 'send'), probe: (request) => ask(request, 'probe') };
}

/**
 * What a reader has to know of that, in one line: which methods the target took no write by without a precondition. The document shows no
 * 428 (7), so that a client that keeps to it cannot write there. None where the target asked for none.
 */
export function toldPreconditions(exchanges: readonly Exchange[]): readonly string[] {
  const asked = exchanges.filter((exchange) => !isReading(exchange.request) && wantsPrecondition(exchange));
  if (asked.length === 0) return [];
  const methods = [...new Set(asked.map(({ request }) => request.method))].toSorted();
  return [
    `writes are sent again with a precondition where they were answered 428 without one (${methods.join(', ')}): the document shows neither`,
  ];
}

/** Whether an answer refuses a request because it has no precondition, and it has none. */
export function wantsPrecondition({ request, response }: Exchange): boolean {
  return response?.status === 428 && PRECONDITIONS.every((name) => header(request.headers, name) === undefined);
}

/**
 * A weak tag matches nothing (RFC 9110 13.1.1). Where a strong one does not match, somebody else changed the record meanwhile, or has its
 * address by now: then nothing is sent for any representation.
 */
function preconditionsOf({ response }: Exchange): readonly Readonly<Record<string, string>>[] {
  const { status, headers } = response ?? { status: 0, headers: [] };
  const [tag, date] = status === 200 ? [header(headers, 'ETag'), header(headers, 'Last-Modified')] : [];
  if (tag !== undefined) return tag.startsWith('W/') ? [{ 'if-match': tag }, ANY] : [{ 'if-match': tag }];
  return date === undefined ? [ANY] : [{ 'if-unmodified-since': date }];
}
