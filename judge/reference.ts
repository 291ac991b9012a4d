import type { Exchange, HttpRequest, Transport } from '../core/http/exchange.ts';
import type { Target } from '../core/target.ts';
import type { Mock } from '../mock/index.ts';

/** Whether a reference can be made for this target: the mock takes a plain word as its version, and needs one. */
export function canServe({ version }: Target): boolean {
  return /^[A-Za-z0-9\-._~]+$/u.test(version);
}

/**
 * A fresh mock under the target's claims as a transport, in-process: what a sequence of requests should have come to.
 * Its addresses are those of the target, so that one request can be sent to both.
 */
export function reference(target: Target): Transport {
  const { claims, version } = target;
  const { pathname, origin } = new URL(target.baseUrl);
  // A target that claims no representation is asked for JSON; a mock has to have one.
  const representations = claims.representations.length === 0 ? (['json'] as const) : claims.representations;
  const basePath = pathname.replace(/\/$/u, '');
  // Most runs of a few rules have no use for the mock, which takes a while to load.
  const make = async (): Promise<Mock> => {
    const { createMock } = await import('../mock/index.ts');
    return createMock({ ...claims, representations, version, basePath });
  };
  let mock: Promise<Mock> | undefined;
  let count = 0;
  const send = async (request: HttpRequest): Promise<Exchange> => {
    count += 1;
    const id = `reference-${count}`;
    mock ??= make();
    return ask(await mock, request, id, origin + basePath);
  };
  return { send, probe: send };
}

async function ask(mock: Mock, request: HttpRequest, id: string, baseUrl: string): Promise<Exchange> {
  const url = request.address.startsWith('/') ? baseUrl + request.address : request.address;
  const headers = new Headers({ accept: 'application/json' });
  if (request.json !== undefined) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  const { method } = request;
  const body = request.json === undefined ? (request.body ?? null) : JSON.stringify(request.json);
  // A Uint8Array is a BodyInit; the DOM's types narrow its buffer further than TypeScript's own do.
  const sent = new Request(url, { method, headers, body: body as BodyInit | null });
  const response = await mock.fetch(sent);
  return {
    id,
    request: { method, url, headers: [...headers], body: null },
    response: {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body: new Uint8Array(await response.arrayBuffer()),
    },
    timings: { startedAt: 0, firstByte: 0, total: 0 },
  };
}
