import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

/** The versions of MSW that are installed here, by the name of their folder. */
export type Msw = 'msw' | 'msw3';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The page of the shared tests, with one version of MSW, as files by their addresses. */
export async function bundlePage(msw: Msw): Promise<Readonly<Record<string, string>>> {
  const built = (await build({
    root: path('./page'),
    configFile: false,
    logLevel: 'error',
    resolve: { alias: [{ find: /^msw(?=\/|$)/u, replacement: msw }] },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: path('./page/mocked.ts'), formats: ['es'], fileName: 'page' },
    },
  })) as Rolldown.RolldownOutput[]; // what a library build that does not watch gives
  const chunks = built.flatMap(({ output }) => output).filter((file) => file.type === 'chunk');
  return {
    ...Object.fromEntries(chunks.map((chunk) => [`/${chunk.fileName}`, chunk.code])),
    '/mockServiceWorker.js': await readFile(path(`../../node_modules/${msw}/lib/mockServiceWorker.js`), 'utf8'),
    '/': '<!doctype html><html lang="en"><title>The mock in a page</title><script type="module" src="/page.js"></script>',
  };
}
