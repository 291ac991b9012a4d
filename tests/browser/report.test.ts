import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportHtml } from '../../reports/html.ts';
import { STYLE } from '../../reports/html-style.ts';
import { hostile, mixed } from '../reports/sample.ts';
import { contrast, palettesOf } from './contrast.ts';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

describe.skipIf(!existsSync(CHROMIUM))('the page in a browser (needs Chromium, or CHROMIUM_PATH)', () => {
  let browser: Browser;
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assayer-page-'));
    await writeFile(join(folder, 'mixed.html'), reportHtml(mixed()));
    await writeFile(join(folder, 'hostile.html'), reportHtml(hostile()));
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  async function open(name: string, width: number): Promise<{ page: Page; told: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const told: string[] = [];
    page.on('console', (message) => told.push(message.text()));
    page.on('pageerror', (error) => told.push(error.message));
    await page.goto(`file://${join(folder, name)}`);
    return { page, told };
  }

  test.each(['mixed.html', 'hostile.html'])(
    '%s breaks no policy and never scrolls sideways, on a phone neither',
    async (name) => {
      for (const width of [1200, 360]) {
        const { page, told } = await open(name, width);
        expect(told).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await page.close();
      }
    },
  );

  test('a link to evidence opens it', async () => {
    const { page } = await open('mixed.html', 1200);
    expect(await page.isVisible('#exchange-x1 pre')).toBe(false);
    expect(await page.isVisible('.cited a')).toBe(false);
    await page.click('.rules > summary');
    await page.click('.cited a');
    expect(await page.isVisible('#exchange-x1 pre')).toBe(true);
    await page.close();
  });

  test('on paper stand every result and the evidence of failures, and no other exchange', async () => {
    const { page } = await open('mixed.html', 800);
    await page.emulateMedia({ media: 'print' });
    const shown = (selector: string): Promise<unknown> =>
      page.evaluate(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].map((e) => e.checkVisibility({ contentVisibilityAuto: true }) && e.getBoundingClientRect().height > 10)`,
      );
    expect(new Set((await shown('.rule h3')) as boolean[])).toEqual(new Set([true])); // the script gives booleans
    expect(await shown('.failure details[open] pre')).toContain(true);
    expect(await shown('.failure details[open] pre')).not.toContain(false);
    expect(await shown('.evidence')).toEqual([false]);
    await page.close();
  });
});

describe('colours', () => {
  const palettes = palettesOf(STYLE);
  const pairs = ['ink', 'muted', 'link', 'good', 'bad', 'warn'].flatMap((text) =>
    ['paper', 'card', 'code'].map((ground) => [text, ground] as const),
  );
  pairs.push(['ink', 'good-soft'], ['ink', 'bad-soft'], ['ink', 'warn-soft']);

  test('there are three palettes: light, dark and paper', () => expect(palettes).toHaveLength(3));

  test.each(palettes.map((palette, i) => [i, palette] as const))(
    'text stands out in palette %i (WCAG 2.2 AA: 4.5 to 1)',
    (_, palette) => {
      for (const [text, ground] of pairs) {
        const measured = contrast(palette[text] ?? '', palette[ground] ?? '');
        expect(measured, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});
