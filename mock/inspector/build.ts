import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { ruleTexts, WRITTEN } from './rules.ts';

/** Where the built page stands. A module and not a file: where the mock is in a page, there are no files to read. */
export const BUILT: URL = new URL('../control/inspector-page.ts', import.meta.url);

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The page in one text, with its script and its style in it, both minified. What is in double braces is said when it is served. */
export async function builtText(): Promise<string> {
  const page = await readFile(`${HERE}index.html`, 'utf8');
  const { script, style } = await partsOf();
  const whole = page.replace('{{style}}', () => style).replace('{{script}}', () => script.replaceAll('</', '<\\/'));
  return [
    '// Generated from mock/inspector by `npm run inspector`: change that, and not this.',
    '// biome-ignore-all lint: generated',
    '// biome-ignore-all format: generated',
    '',
    '/** The inspector as HTML; nonce, base, origin and tenant are put in place of their names in double braces. */',
    `export const PAGE: string = ${JSON.stringify(whole)};`,
    '',
  ].join('\n');
}

async function partsOf(): Promise<{ readonly script: string; readonly style: string }> {
  const built = (await build({
    root: HERE,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: { script: `${HERE}start.ts`, style: `${HERE}style.css` }, output: { format: 'es' } },
    },
  })) as Rolldown.RolldownOutput; // what a build gives that does not watch and has one output
  const script = built.output.find((file) => file.type === 'chunk' && file.name === 'script');
  const style = built.output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (script?.type !== 'chunk' || style?.type !== 'asset') throw new Error('the build gave no script or no style');
  return { script: script.code.trim(), style: String(style.source).trim() };
}

async function write(place: URL, text: string): Promise<void> {
  const isStale = (await readFile(place, 'utf8').catch(() => '')) !== text;
  if (isStale) await writeFile(place, text);
  console.log(`${isStale ? 'written' : 'up to date'}: ${basename(place.pathname)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await write(BUILT, await builtText());
  await write(WRITTEN, ruleTexts());
}
