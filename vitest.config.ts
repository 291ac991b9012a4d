import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { compiled } from './tests/compiled.ts';
import LongestFirst from './tests/longest-first.ts';
import { ROOMY } from './tests/roomy.ts';

const config: ViteUserConfig = defineConfig({
  test: {
    // More files than cores: a test that waits for a process or a page leaves its core to another. A number, because a share is cut
    // at the number of cores.
    maxWorkers: availableParallelism() * 2,
    // `npm test` leaves them out, so that the gate stays short; where a file is named, they run too.
    tags: [{ name: 'night', description: 'Takes long: npm run test:all runs it.' }],
    reporters: ['default', './tests/totals.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [compiled()],
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/cli/build.ts'],
          // Modules are loaded once for each worker, not once for each of many files: no test changes what it imports. A worker ends
          // where the next file is of another project, so that these files are not cut into several.
          isolate: false,
          execArgv: ROOMY,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // As long as a busy machine may take: what never comes ends the test all the same.
          expect: { poll: { timeout: 120_000 } },
        },
      },
      {
        plugins: [compiled()],
        test: {
          name: 'conformance',
          include: ['suites/conformance.test.ts'],
          globalSetup: ['tests/cli/build.ts'],
          isolate: false,
          execArgv: ROOMY,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});

export default config;
