import { type ConformanceOptions, conformance } from '../judge/vitest.ts';
import { TRIES_ALL } from '../tests/in-gate.ts';

// TARGET_URL=http://… npx vitest run --project conformance judges that URL; without it, the embedded mock.
const baseUrl = process.env['TARGET_URL'];

// The gate judges one form of operations here, and all of them by `assayer check` and in tests/contract/whole-run.test.ts.
const embedded: ConformanceOptions = TRIES_ALL ? {} : { claims: { operationForms: ['F'] } };

conformance(baseUrl === undefined ? embedded : { baseUrl });
