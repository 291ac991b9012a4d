import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveChromium, noChromium, startChromium } from './chromium.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A page whose folders have the names of resources. */
const FILES: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><title>Own files</title><script type="module" src="/main.ts"></script>',
  'main.ts': `
    import { setupWorker } from 'msw/browser';
    import { handlers } from '${ROOT}mock/msw.ts';
    await setupWorker(...handlers()).start({ onUnhandledRequest: 'bypass', quiet: true });
    const { list } = await import('./users/list.ts');
    const { names } = await import('./query/names.ts');
    const pictures = await Promise.all(['/users/dot.svg', '/rest/dot.svg'].map((src) => new Promise((resolve) => {
      const picture = new Image();
      picture.onload = () => resolve('shown');
      picture.onerror = () => resolve('broken');
      picture.src = src;
    })));
    const user = await (await fetch('/users/1.json')).json();
    document.title = JSON.stringify({ list, names, pictures, user: user.name });`,
  'users/list.ts': `import data from './data.json';\nimport './list.css';\nexport const list: string = data.of;`,
  'users/data.json': '{ "of": "users" }',
  'users/list.css': 'body { color: green }',
  'query/names.ts': `export const names: string = 'query';`,
  'users/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  'rest/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
};

describe.skipIf(noChromium !== undefined)(`a Vite page under MSW (${noChromium ?? 'Chromium'})`, () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'own-files-'));
    const worker = await readFile(`${ROOT}node_modules/msw/lib/mockServiceWorker.js`, 'utf8');
    for (const [name, text] of Object.entries({ ...FILES, 'public/mockServiceWorker.js': worker })) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    browser = await startChromium();
  });
  afterAll(async () => {
    await leaveChromium();
    await rm(folder, { recursive: true, force: true });
  });

  test('loads its modules and images from folders that are called as resources are', { tags: ['night'] }, async () => {
    const server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'error',
      resolve: {
        alias: [
          { find: /^msw$/u, replacement: `${ROOT}node_modules/msw/lib/core/index.mjs` },
          { find: 'msw/browser', replacement: `${ROOT}node_modules/msw/lib/browser/index.mjs` },
        ],
      },
      server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, fs: { strict: false } },
    });
    try {
      await server.listen();
      const [url = ''] = server.resolvedUrls?.local ?? [];
      const page = await browser.newPage();
      // Vite makes ready what a page imports while it is asked for it, and tells the page to load again, which is off here.
      let title = '';
      for (let load = 1; load <= 5 && !title.startsWith('{'); load += 1) {
        // Vite answers 504 to what it has made ready anew meanwhile.
        const outdated = page.waitForResponse((response) => response.status() === 504, { timeout: 120_000 });
        await page.goto(url.replace('127.0.0.1', 'localhost'));
        const loaded = page.waitForFunction(() => document.title.startsWith('{'), undefined, { timeout: 120_000 });
        await Promise.race([loaded, outdated]).catch(() => undefined);
        title = await page.title();
      }
      expect(title).toBe(
        JSON.stringify({ list: 'users', names: 'query', pictures: ['shown', 'shown'], user: 'Ada Lovelace' }),
      );
      await page.close();
    } finally {
      await server.close();
    }
  });
});
