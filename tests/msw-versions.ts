import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The versions of MSW that the mock is tested under. */
export type Msw = 'msw' | 'msw3';

/** The folder of each version. MSW 3 asks for Node 22, so it is no dependency of the project: `npm ci --prefix tests/msw3`. */
export const MSW_FOLDER: Readonly<Record<Msw, string>> = {
  msw: fileURLToPath(new URL('../node_modules/msw', import.meta.url)),
  msw3: fileURLToPath(new URL('./msw3/node_modules/msw', import.meta.url)),
};

/** The versions that are installed here. */
export const MSW_VERSIONS: readonly Msw[] = (['msw', 'msw3'] as const).filter((name) => existsSync(MSW_FOLDER[name]));

/** Why nothing can be tried under MSW 3, or undefined where it can. */
export const noMsw3: string | undefined = MSW_VERSIONS.includes('msw3')
  ? undefined
  : 'MSW 3 is not installed: npm ci --prefix tests/msw3';
