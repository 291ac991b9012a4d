import type { Mock } from '../../mock/interface.ts';
import { type Deviation, onRequest, type RequestView } from './deviation.ts';

/** Whether a request asks for the session check (document 4.4, `GET /`). */
export function isRoot({ method, path }: Pick<RequestView, 'method' | 'path'>, { options }: Mock): boolean {
  return (method === 'GET' || method === 'HEAD') && path.replace(/\/$/u, '') === options.basePath;
}

/** A fault in what the session check answers. */
export function onRoot(
  change: (response: Response, seen: RequestView) => Response | Promise<Response>,
): Deviation['wrap'] {
  return onRequest(async (seen, next, mock) => {
    const response = await next(seen.request);
    return isRoot(seen, mock) ? change(response, seen) : response;
  });
}
