import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { MSW_FOLDER, type Msw } from '../msw-versions.ts';

export type { Msw } from '../msw-versions.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const bundles = new Map<Msw, Promise<Readonly<Record<string, string>>>>();

/** The page of the shared tests, with one version of MSW, as files by their addresses: built once for all files of a worker. */
export function bundlePage(msw: Msw): Promise<Readonly<Record<string, string>>> {
  const known = bundles.get(msw) ?? bundled(msw);
  bundles.set(msw, known);
  return known;
}

async function bundled(msw: Msw): Promise<Readonly<Record<string, string>>> {
  const built = (await build({
    root: path('./page'),
    configFile: false,
    logLevel: 'error',
    plugins: [mswOf(msw)],
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
    '/mockServiceWorker.js': await readFile(`${MSW_FOLDER[msw]}/lib/mockServiceWorker.js`, 'utf8'),
    '/': '<!doctype html><html lang="en"><title>The mock in a page</title><script type="module" src="/page.js"></script>',
  };
}

/** Resolves MSW as a file beside its folder would, whoever imports it. */
function mswOf(msw: Msw): Plugin {
  // A file that exists: of any other importer Vite takes the root's packages.
  const beside = resolve(MSW_FOLDER[msw], '../../package.json');
  return {
    name: 'one-version-of-msw',
    enforce: 'pre',
    resolveId(source, _importer, options) {
      if (!/^msw(?:\/|$)/u.test(source)) return undefined;
      return this.resolve(source, beside, { ...options, skipSelf: true });
    },
  };
}
