import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

const source = fileURLToPath(new URL('../../mock/', import.meta.url));

const config: UserConfig = defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [mockServiceWorker()],
  resolve: {
    // In assayer's own checkout its sources are used; a copy of this folder uses the package.
    alias: existsSync(`${source}msw.ts`) ? { 'assayer/mock/msw': `${source}msw.ts` } : {},
  },
  build: { target: 'es2023' },
});

export default config;

/** Serves the worker script of the MSW that is installed, so that none has to be kept in `public/` in the same version. */
function mockServiceWorker(): Plugin {
  const script = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  return {
    name: 'mock-service-worker',
    configureServer(server) {
      server.middlewares.use('/mockServiceWorker.js', (_request, response, next) => {
        readFile(script).then((text) => response.setHeader('content-type', 'text/javascript').end(text), next);
      });
    },
  };
}
