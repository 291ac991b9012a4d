import { type ConformanceOptions, conformance } from '../judge/vitest.ts';
import { TRIES_ALL } from '../tests/in-gate.ts';

// TARGET_URL=http://… npx vitest run --project conformance judges that URL; without it, the embedded mock.
const baseUrl = process.env['TARGET_URL'];

// The gate judges all of it by `assayer check`, and some of it here.
const embedded: ConformanceOptions = TRIES_ALL ? {} : { rules: ['session', 'create', 'delete', 'negotiate'] };

conformance(baseUrl === undefined ? embedded : { baseUrl });
