import type { Exchange, HeaderLines, HttpRequest, Transport } from './exchange.ts';

/** The conditions whose value is a list of tags (RFC 9110 13.1.1, 13.1.2). */
const LISTS: readonly string[] = ['if-match', 'if-none-match'];

/**
 * A transport that writes a list of tags in one line where several lines are refused. They say the same (RFC 9110 5.3), but nginx answers 400
 * to a second line of these fields, whatever the service behind it would do.
 */
export function joinedWhereRefused(transport: Transport): Transport {
  let isRefused = false;
  const via = async (request: HttpRequest, how: keyof Transport): Promise<Exchange> => {
    const joined = withOneLine(request);
    if (joined === undefined) return transport[how](request);
    if (isRefused) return transport[how](joined);
    const exchange = await transport[how](request);
    if (exchange.response?.status !== 400) return exchange;
    const again = await transport[how](joined);
    if (again.response === null || again.response.status === 400) return exchange;
    isRefused = true;
    return again;
  };
  return { send: (request) => via(request, 'send'), probe: (request) => via(request, 'probe') };
}

/** The same request with each such list in one line; undefined where it is so already. */
function withOneLine(request: HttpRequest): HttpRequest | undefined {
  const { lines = [] } = request;
  const split = LISTS.filter((name) => lines.filter((line) => line[0] === name).length > 1);
  if (split.length === 0) return undefined;
  const others = lines.filter(([name]) => !split.includes(name));
  const listed: HeaderLines = split.map((name) => [
    name,
    lines.flatMap(([of, value]) => (of === name ? [value] : [])).join(', '),
  ]);
  return { ...request, lines: [...others, ...listed] };
}
