import { conformance } from '../judge/vitest.ts';

// TARGET_URL=http://… npx vitest run --project conformance judges that URL; without it, the embedded mock.
const baseUrl = process.env['TARGET_URL'];

conformance(baseUrl === undefined ? {} : { baseUrl });
