import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FailureKind } from '../../core/http/exchange.ts';

// The compiler holds it against the type.
const KINDS = {
  refused: true,
  unresolved: true,
  tls: true,
  reset: true,
  timeout: true,
  malformed: true,
  unreadable: true,
  miscoded: true,
  'too-large': true,
  aborted: true,
} satisfies Record<FailureKind, true>;

test('the schema of transcripts knows every kind of failure', () => {
  const schema = readFileSync(new URL('../../fixtures/schemas/transcript.schema.json', import.meta.url), 'utf8');
  const told = /"enum": (\[[^\]]*"unresolved"[^\]]*\])/u.exec(schema)?.[1] ?? '[]';
  expect(JSON.parse(told)).toEqual(Object.keys(KINDS));
});
