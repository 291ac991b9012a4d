import { decodeSegment, encodeSegment, isUriReference, partsOf, resolveReference } from './address.ts';
import { type Exchange, type HttpRequest, header, type Transport } from './exchange.ts';

/** What an encoder of segments writes in percents, and a target may write as it is: in parameters, for example (RFC 3986 3.3). */
const DELIMITER = /[;:@&=+$,]/u;

/**
 * A transport that writes the segments of an address as the Location of a creation spelt them. Delimiters and their percent-encoding are
 * not equivalent (RFC 3986 2.2): `7;v=1` may be read where `7%3Bv%3D1` names nothing. Both decode to one text, so that whatever judges an
 * address by its segments judges the same one.
 */
export function spellingAsTold(transport: Transport): Transport {
  const told = new Map<string, string>();
  const via = async (request: HttpRequest, how: keyof Transport): Promise<Exchange> => {
    const exchange = await transport[how](spelt(request, told));
    for (const segment of toldBy(exchange)) told.set(encodeSegment(decodeSegment(segment)), segment);
    return exchange;
  };
  return { send: (request) => via(request, 'send'), probe: (request) => via(request, 'probe') };
}

function spelt(request: HttpRequest, told: ReadonlyMap<string, string>): HttpRequest {
  if (told.size === 0) return request;
  const [path = ''] = request.address.split('?', 1);
  const address = path
    .split('/')
    .map((segment) => told.get(segment) ?? segment)
    .join('/');
  return address === path ? request : { ...request, address: address + request.address.slice(path.length) };
}

/** The segments of a new record's address that have delimiters as they are. */
function toldBy({ request, response }: Exchange): readonly string[] {
  const location = response?.status === 201 ? header(response.headers, 'Location') : undefined;
  if (location === undefined || !isUriReference(location)) return [];
  const { pathname = '' } = partsOf(resolveReference(location, request.url) ?? '') ?? {};
  return pathname.split('/').filter((segment) => DELIMITER.test(segment));
}
