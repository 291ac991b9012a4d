import { type Exchange, type HttpRequest, header, type Transport } from './exchange.ts';

/**
 * A transport that follows one kind of redirect: one that only adds or takes away a slash at the end of the path, as many
 * frameworks answer. The address is the same to anyone who reads it, and the document writes it both ways (4.1, 4.4).
 * Any other redirect stays the answer.
 */
export function followingSlash(transport: Transport): Transport {
  const follow = async (request: HttpRequest, how: keyof Transport): Promise<Exchange> => {
    const exchange = await transport[how](request);
    const address = trailingSlashRedirect(exchange);
    return address === undefined ? exchange : transport[how]({ ...request, address });
  };
  return { send: (request) => follow(request, 'send'), probe: (request) => follow(request, 'probe') };
}

/** Where a redirect leads, when it differs from where it was asked by a slash at the end of the path alone. */
export function trailingSlashRedirect({ request, response }: Exchange): string | undefined {
  if (response === null || !keepsMethod(request.method, response.status)) return undefined;
  const location = header(response.headers, 'Location');
  if (location === undefined || !URL.canParse(location, request.url)) return undefined;
  const [from, to] = [new URL(request.url), new URL(location, request.url)];
  const bare = (path: string): string => path.replace(/\/$/u, '');
  const same = from.origin === to.origin && from.search === to.search && bare(from.pathname) === bare(to.pathname);
  return same && from.pathname !== to.pathname ? to.href : undefined;
}

// 301 and 302 may turn a POST into a GET (RFC 9110 15.4.2, 15.4.3); 307 and 308 keep the method.
function keepsMethod(method: string, status: number): boolean {
  if (status === 307 || status === 308) return true;
  return (status === 301 || status === 302) && (method === 'GET' || method === 'HEAD');
}
