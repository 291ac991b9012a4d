import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Tests of parts of the checker by themselves. Whole runs are left out: a thousand mutants would take days. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      'tests/core/http-date.test.ts',
      'tests/core/same-value.test.ts',
      'tests/core/shared-evidence.test.ts',
      'tests/core/signature.test.ts',
      'tests/core/waivers.test.ts',
    ],
  },
});

export default config;
