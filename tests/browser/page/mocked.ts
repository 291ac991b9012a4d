import { setupWorker } from 'msw/browser';
import { responseWith } from '../../../mock/faces/response.ts';
import { createMock, type Mock, type MockOptions } from '../../../mock/index.ts';
import { type MswOptions, mockHandlers } from '../../../mock/msw.ts';

/** A request as the test hands it to the page. */
export interface PageAsk {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: readonly number[] | null;
  readonly init?: Pick<RequestInit, 'mode' | 'credentials'>;
}

/** An answer as the page saw it; `failed` where fetch rejected. */
export interface PageAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: readonly number[];
  readonly failed?: string;
}

/** How a mock's answers are changed on their way to MSW. */
export interface Change {
  /** Fields that are taken away. */
  readonly drop?: readonly string[];
  readonly add?: Readonly<Record<string, string>>;
  /** The connection is reset in place of an answer. */
  readonly reset?: boolean;
}

/** What a test can do in the page. */
export interface Mocked {
  /** Puts a fresh mock in front of all that are open. */
  open(options: MockOptions, msw: MswOptions, change: Change): string;
  close(id: string): void;
  reset(id: string): void;
  ask(ask: PageAsk): Promise<PageAnswer>;
}

declare global {
  interface Window {
    mocked: Mocked;
  }
}

const worker = setupWorker();
const open = new Map<string, { mock: Mock; msw: MswOptions; change: Change }>();

function serve(): void {
  const newestFirst = [...open.values()].toReversed();
  worker.resetHandlers(
    ...newestFirst.flatMap(({ mock, msw, change }) =>
      mockHandlers({ options: mock.options, fetch: changed(mock.fetch, change) }, msw),
    ),
  );
}

function changed(fetch: Mock['fetch'], { drop = [], add = {}, reset = false }: Change): Mock['fetch'] {
  return async (request) => {
    if (reset) throw new TypeError('connection reset');
    const response = await fetch(request);
    const headers = new Headers(response.headers);
    for (const name of drop) headers.delete(name);
    for (const [name, value] of Object.entries(add)) headers.set(name, value);
    return responseWith(response.body, response.status, headers);
  };
}

const mocked: Mocked = {
  open(options, msw, change) {
    const id = crypto.randomUUID();
    open.set(id, { mock: createMock(options), msw, change });
    serve();
    return id;
  },
  close(id) {
    open.delete(id);
    serve();
  },
  reset(id) {
    open.get(id)?.mock.reset();
  },
  async ask({ url, method, headers, body, init }) {
    try {
      const sent = { method, headers: headers.map(([name, value]): [string, string] => [name, value]), ...init };
      const response = await fetch(url, body === null ? sent : { ...sent, body: Uint8Array.from(body) });
      const { status, statusText } = response;
      const bytes = [...new Uint8Array(await response.arrayBuffer())];
      return { status, statusText, headers: [...response.headers], body: bytes };
    } catch (cause) {
      return { status: 0, statusText: '', headers: [], body: [], failed: String(cause) };
    }
  },
};

await worker.start({ quiet: true, onUnhandledRequest: 'bypass' });
window.mocked = mocked;
