import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Why the tests of a browser cannot run here, or undefined where they can. */
export const noChromium: string | undefined = existsSync(PATH)
  ? undefined
  : `needs Chromium at ${PATH} (CHROMIUM_PATH)`;

let started: Promise<Browser> | undefined;

/** A browser that speaks to nobody but us: one for all files of a worker, with which it ends. */
export async function startChromium(): Promise<Browser> {
  started ??= launch();
  if (!(await started).isConnected()) started = launch();
  return started;
}

/** Closes all that a file opened in it, and its cookies and workers with that. */
export async function leaveChromium(): Promise<void> {
  for (const context of (await started)?.contexts() ?? []) await context.close();
}

function launch(): Promise<Browser> {
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet];
  return chromium.launch({ executablePath: PATH, args });
}
