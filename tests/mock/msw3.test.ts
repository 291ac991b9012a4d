import { describe, expect, test, vi } from 'vitest';
import { MSW_FOLDER, noMsw3 } from '../msw-versions.ts';
import { type Open, tryOn } from './faces.ts';
import { LISTS } from './lists/index.ts';
import { CANNOT } from './transports.ts';

// In this file the mock's handlers are those of MSW 3.
vi.mock('msw', () => import(`${MSW_FOLDER.msw3}/lib/core/index.js`));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const tooOld = major < 22 || (major === 22 && minor < 12);
const cannot = noMsw3 ?? (tooOld ? `MSW 3 needs Node 22.12 or later; this is ${process.version}` : undefined);

const underMsw3: Open = async (options = {}) => {
  // Of MSW 3's own types, which are not on the project's path, this much is the same as in MSW 2.
  const { setupServer } = (await import(`${MSW_FOLDER.msw3}/lib/node/index.js`)) as typeof import('msw/node');
  const { handlers } = await import('../../mock/msw.ts');
  const url = `http://mock.test${options.basePath ?? ''}`;
  // MSW 3's at run time, as said above; their types are still those of the package `msw`.
  const server = setupServer(...(handlers({ ...options, baseUrl: url }) as never[]));
  server.listen({ onUnhandledFrame: 'error' } as object);
  return { url, fetch: (request) => fetch(request), [Symbol.asyncDispose]: async () => server.close() };
};

// One skipped test tells the reason: three hundred would hide it.
if (cannot !== undefined) test.skip(cannot, () => expect(cannot).toBeUndefined());
else
  describe('MSW 3', () => {
    tryOn([{ name: 'under MSW 3 in Node', open: underMsw3, cannot: CANNOT.msw3 }], LISTS);
  });
