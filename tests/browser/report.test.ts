import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeWrapped } from '../../proof/judge-wrapped.ts';
import { reportHtml } from '../../reports/html.ts';
import { STYLE } from '../../reports/html-style.ts';
import { inGate, TRIES_ALL } from '../in-gate.ts';
import { hostile, mixed } from '../reports/sample.ts';
import { leaveChromium, noChromium, startChromium } from './chromium.ts';
import { contrast, palettesOf } from './contrast.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(noChromium !== undefined)(`the page in a browser (${noChromium ?? 'Chromium'})`, () => {
  // One page for all tests: a new one takes longer than most of them.
  let browser: Browser;
  let page: Page;
  /** What the console was told since the file was opened. */
  let told: string[] = [];
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assayer-page-'));
    await writeFile(join(folder, 'mixed.html'), reportHtml(mixed()));
    await writeFile(join(folder, 'hostile.html'), reportHtml(hostile()));
    browser = await startChromium();
    page = await browser.newPage();
    page.on('console', (message) => told.push(message.text()));
    page.on('pageerror', (error) => told.push(error.message));
  });
  afterAll(async () => {
    await leaveChromium();
    await rm(folder, { recursive: true });
  });

  async function open(name: string, width: number): Promise<void> {
    told = [];
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`file://${join(folder, name)}`);
  }

  test.each(inGate(['mixed.html', 'hostile.html'], 2))(
    '%s breaks no policy and never scrolls sideways, on a phone neither',
    async (name) => {
      for (const width of [1200, 360]) {
        await open(name, width);
        expect(told).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    },
  );

  test('a link to evidence opens it', { tags: ['night'] }, async () => {
    await open('mixed.html', 1200);
    expect(await page.isVisible('#exchange-x1 pre')).toBe(false);
    expect(await page.isVisible('.cited a')).toBe(false);
    await page.click('.rules > summary');
    await page.click('.cited a');
    expect(await page.isVisible('#exchange-x1 pre')).toBe(true);
  });

  test('the rules are filtered by words, outcome and level, and the page is whole without its script', {
    tags: ['night'],
  }, async () => {
    await open('mixed.html', 1200);
    const rules = (): Promise<string[]> => page.locator('.rule:visible header code').allTextContents();
    expect(await page.locator('form.filter output').textContent()).toBe('');
    await page.selectOption('select[name=outcome]', 'not-applicable');
    expect(await rules()).toEqual(['operation/served']);
    await page.selectOption('select[name=outcome]', '');
    await page.fill('input[name=words]', 'LOCATION users');
    expect(await rules()).toEqual(['create/location']);
    expect(await page.locator('form.filter output').textContent()).toMatch(/^1 of \d+ rules$/u);
    await page.selectOption('select[name=level]', 'should');
    expect(await rules()).toEqual([]);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(`file://${join(folder, 'mixed.html')}`);
    expect(await still.isVisible('form.filter')).toBe(false);
    expect(await still.isVisible('.failure')).toBe(true);
    await context.close();
  });

  test('no rule of axe is broken, folded and unfolded, in light and dark, wide and narrow, filtered and on paper', {
    tags: ['night'],
  }, async () => {
    await open('mixed.html', 1280);
    await page.evaluate(AXE);
    const broken = (): Promise<unknown> =>
      page.evaluate(
        `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
      );
    expect(await broken()).toEqual([]);
    await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await broken()).toEqual([]);
    await page.setViewportSize({ width: 400, height: 800 });
    await page.fill('input[name=words]', 'location');
    expect(await broken()).toEqual([]);
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    expect(await broken()).toEqual([]);
  });

  test('a green run of all rules is at most 6 pages on paper', { tags: ['night'] }, async () => {
    const green = await judgeWrapped({
      wrap: (fetch) => fetch,
      // A form or a representation more is more subjects of the same rules, and --fast tries each rule on one of them.
      options: TRIES_ALL ? undefined : { operationForms: ['A'], representations: ['json'] },
      file: (whole) => whole,
      how: { seed: 1, runs: 1, fast: !TRIES_ALL },
    });
    expect(green.summary.verdict).toBe(TRIES_ALL ? 'conformant' : 'partly-judged');
    await writeFile(join(folder, 'green.html'), reportHtml(green));
    await open('green.html', 1200);
    const paper = await page.pdf({ format: 'A4' });
    const pages = paper.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length ?? 0;
    expect(pages).toBeGreaterThan(1);
    expect(pages).toBeLessThanOrEqual(6);
  });

  test('on paper stand the failures with their evidence, and of what holds the clauses and statements', async () => {
    await open('mixed.html', 800);
    await page.emulateMedia({ media: 'print' });
    const shown = (selector: string): Promise<unknown> =>
      page.evaluate(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].map((e) => e.checkVisibility({ contentVisibilityAuto: true }) && e.getBoundingClientRect().height > 10)`,
      );
    expect(await shown('.contents li')).not.toContain(false);
    expect(await shown('.rules')).not.toContain(true);
    expect(await shown('.failure details[open] pre')).toContain(true);
    expect(await shown('.failure details[open] pre')).not.toContain(false);
    expect(await shown('.evidence')).toEqual([false]);
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
