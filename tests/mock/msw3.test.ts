import { describe, vi } from 'vitest';
import { type Open, tryOn } from './faces.ts';
import { LISTS } from './lists/index.ts';
import { CANNOT } from './transports.ts';

// In this file the mock's handlers are those of MSW 3.
vi.mock('msw', () => import('msw3'));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const tooOld = major < 22 || (major === 22 && minor < 12);

const underMsw3: Open = async (options = {}) => {
  const { setupServer } = await import('msw3/node');
  const { handlers } = await import('../../mock/msw.ts');
  const url = `http://mock.test${options.basePath ?? ''}`;
  // MSW 3's at run time, as said above; their types are still those of the package `msw`.
  const server = setupServer(...(handlers({ ...options, baseUrl: url }) as never[]));
  server.listen({ onUnhandledFrame: 'error' });
  return { url, fetch: (request) => fetch(request), [Symbol.asyncDispose]: async () => server.close() };
};

describe.skipIf(tooOld)(`MSW 3 (needs Node 22.12 or later; this is ${process.version})`, () => {
  tryOn([{ name: 'under MSW 3 in Node', open: underMsw3, cannot: CANNOT.msw3 }], LISTS);
});
