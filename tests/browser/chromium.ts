import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Why the tests of a browser cannot run here, or undefined where they can. */
export const noChromium: string | undefined = existsSync(PATH)
  ? undefined
  : `needs Chromium at ${PATH} (CHROMIUM_PATH)`;

/** Starts a browser that speaks to nobody but us. */
export function startChromium(): Promise<Browser> {
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet];
  return chromium.launch({ executablePath: PATH, args });
}
