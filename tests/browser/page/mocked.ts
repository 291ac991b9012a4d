import { setupWorker } from 'msw/browser';
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

/** What a test can do in the page. */
export interface Mocked {
  /** Puts a fresh mock in front of all that are open. */
  open(options: MockOptions, msw: MswOptions): string;
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
const open = new Map<string, { mock: Mock; msw: MswOptions }>();

function serve(): void {
  worker.resetHandlers(...[...open.values()].toReversed().flatMap(({ mock, msw }) => mockHandlers(mock, msw)));
}

const mocked: Mocked = {
  open(options, msw) {
    const id = crypto.randomUUID();
    open.set(id, { mock: createMock(options), msw });
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
