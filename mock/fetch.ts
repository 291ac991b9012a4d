import type { App } from './app.ts';
import { arrivalOf } from './arrival.ts';
import { type Ask, EMPTY, type Reply } from './message.ts';
import { splitTarget } from './request-target.ts';

/** The mock as a function of a Request. */
export type Fetch = (request: Request) => Promise<Response>;

/** The Fetch face of the app: in-process, under MSW, and under whatever wraps it. */
export function createFetch(app: () => App, bodyLimit: number): Fetch {
  return async (request) => {
    const body = request.body === null ? EMPTY : await readLimited(request.body, bodyLimit);
    return responseOf(app()(askOf(request, body)));
  };
}

function askOf(request: Request, body: Ask['body']): Ask {
  const arrival = arrivalOf(request);
  const url = new URL(request.url);
  const { path, query } = splitTarget(arrival.target ?? url.pathname + url.search);
  return {
    method: request.method,
    path,
    query,
    origin: url.origin === 'null' ? undefined : url.origin,
    header(name) {
      const told = name === 'cookie' ? arrival.cookie : undefined;
      return told ?? request.headers.get(name) ?? undefined;
    },
    body,
  };
}

/** Turns a reply into a Response. */
export function responseOf(reply: Reply): Response {
  const headers = new Headers();
  for (let i = 0; i < reply.fields.length; i += 2) headers.append(reply.fields[i] ?? '', reply.fields[i + 1] ?? '');
  // A view on a shared buffer is no BodyInit to TypeScript; no reply has one.
  return new Response(reply.body as string | Uint8Array<ArrayBuffer> | null, { status: reply.status, headers });
}

async function readLimited(stream: ReadableStream<Uint8Array>, limit: number): Promise<Ask['body']> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > limit) {
      await reader.cancel();
      return 'too-large';
    }
    chunks.push(next.value);
  }
  return join(chunks, length);
}

/** Chunks as one. */
export function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
