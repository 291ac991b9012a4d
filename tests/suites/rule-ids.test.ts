import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { RULES, type RuleId } from '../../suites/index.ts';

/** Ids are stable for ever: one that is missing here was renamed or dropped, and somebody's report refers to it. */
const IDS: readonly RuleId[] = [
  'create/status',
  'create/full-result',
  'create/location',
  'create/location-absent',
  'create/addressable',
  'create/path',
  'create/distinct',
  'create/describes',
  'create/shows-values',
  'create/links',
  'create/content-type',
  'create/etag-agrees',
  'create/no-address',
  'create/malformed',
  'create/invalid',
  'create/any-valid',
  'create/every',
  'create/lasting',
  'create/refused',
  'delete/status',
  'delete/empty',
  'delete/no-length',
  'delete/removes',
  'delete/again',
  'delete/unknown',
  'delete/only-it',
  'delete/gone',
  'delete/every',
  'operation/served',
  'operation/status',
  'operation/empty',
  'operation/unknown-deal',
  'operation/malformed',
  'operation/missing-parameter',
  'operation/unknown-action',
  'operation/idempotent',
  'operation/command-id',
  'operation/effect',
  'operation/forms-agree',
  'command/status',
  'command/unknown',
  'command/unknown-deal',
  'command/effect',
  'command/malformed',
  'query/status',
  'query/empty',
  'query/safe',
  'query/every',
  'read/collection',
  'read/item',
  'read/item-of-collection',
  'read/unknown-item',
  'read/query-match',
  'read/query-empty',
  'read/query-shape',
  'read/query-any-text',
  'read/query-filters',
  'read/safe',
  'read/head',
  'read/nested',
  'read/nested-out-of-range',
  'read/nested-unknown-owner',
  'read/every',
  'negotiate/accept',
  'negotiate/same-address',
  'negotiate/equivalent',
  'negotiate/suffix',
  'negotiate/format',
  'negotiate/default',
  'negotiate/quality',
  'negotiate/unacceptable',
  'negotiate/vary',
  'negotiate/truthful',
  'validator/etag-form',
  'validator/etag-changes',
  'validator/etag-stable',
  'validator/per-representation',
  'validator/last-modified-form',
  'validator/if-none-match',
  'session/authorized',
  'session/unauthorized',
  'session/challenge',
  'session/any-value',
  'session/exact-name',
  'session/any-position',
  'session/cookie-file',
  'status/no-server-error',
  'status/unavailable',
  'status/401-challenge',
  'status/204-empty',
  'status/201-address',
  'status/202-missing',
  'status/405-allow',
  'status/in-table',
  'version/segment',
  'version/unknown',
  'version/unversioned',
  'model/sequence',
];

test('the catalogue holds these rules, in this order', () => {
  expect(RULES.map(({ id }) => id)).toEqual(IDS);
});

test('every control is a rule of the catalogue', () => {
  const ids = new Set(RULES.map(({ id }) => id));
  for (const { id, needs = [] } of RULES) for (const need of needs) expect(ids, `${id} needs it`).toContain(need);
});

test('what a rule says of itself is in whole sentences, and its title is short', () => {
  for (const { id, title, why, sends, due } of RULES) {
    for (const sentence of [why, sends, due]) expect(sentence, id).toMatch(/^[A-Z0-9].*\.$/su);
    expect(title.length, id).toBeLessThanOrEqual(90);
    expect(title, id).not.toMatch(/\bshould\b|\.$/u);
  }
});

test('every rule of the requirements is in the catalogue, and at the level that they give it', async (context) => {
  const path = new URL('../../../shared/requirements.md', import.meta.url);
  const page = await readFile(path, 'utf8').catch(() => undefined);
  if (page === undefined) return context.skip('the requirements are not beside this checkout');
  const rows = [...page.matchAll(/^\| ([a-z]+\/[a-z0-9-]+) \| (must|should|may|–) \|/gmu)];
  expect(rows.length).toBeGreaterThan(80);
  for (const [, id, level] of rows) {
    const rule = RULES.find((r) => r.id === id);
    expect(rule, `${id}`).toBeDefined();
    if (level !== '–') expect(rule?.level, `${id}`).toBe(level);
  }
});
