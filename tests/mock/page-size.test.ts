import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';

const path = (relative: string): string => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

async function bundled(): Promise<readonly Rolldown.OutputChunk[]> {
  const built = (await build({
    root: path('.'),
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: { input: path('mock/msw.ts'), external: ['msw'], preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput; // what a build gives that does not watch and has one output
  return built.output.filter((file) => file.type === 'chunk');
}

/** The modules of a chunk and of all that is loaded with it. */
function loadedWith(chunks: readonly Rolldown.OutputChunk[], first: Rolldown.OutputChunk | undefined): string[] {
  const loaded = new Set(first === undefined ? [] : [first]);
  for (const { imports } of loaded) for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  return [...loaded].flatMap(({ modules }) => Object.keys(modules));
}

const LARGE = [
  'mock/service/payload-checks.ts',
  'mock/control/body-checks.ts',
  'mock/control/inspector-page.ts',
  'mock/control/rule-texts.ts',
  'proof/deviations/index.ts',
];

describe('a page that has the mock in it', () => {
  let chunks: readonly Rolldown.OutputChunk[];
  beforeAll(async () => {
    chunks = await bundled();
  });

  test('loads none of the large parts at the start', () => {
    const start = loadedWith(
      chunks,
      chunks.find(({ isEntry }) => isEntry),
    );
    expect(start).toContain(path('mock/service/app.ts'));
    for (const part of [...LARGE, 'mock/control/index.ts']) expect(start).not.toContain(path(part));
  });

  test('loads none of them with the control API either, and has them all at hand', () => {
    const api = loadedWith(
      chunks,
      chunks.find(({ facadeModuleId }) => facadeModuleId === path('mock/control/index.ts')),
    );
    expect(api).toContain(path('mock/control/log.ts'));
    const all = chunks.flatMap(({ modules }) => Object.keys(modules));
    for (const part of LARGE) {
      expect(api).not.toContain(path(part));
      expect(all).toContain(path(part));
    }
  });
});
