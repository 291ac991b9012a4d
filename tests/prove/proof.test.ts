import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { unproven } from '../../judge/prove-all.ts';
import { DEVIATIONS } from '../../mock/deviations/index.ts';
import { NULL_SERVERS } from '../../mock/null-servers.ts';
import { VARIATIONS } from '../../mock/variations/index.ts';
import { RULES } from '../../suites/index.ts';
import { provenCode, recordedCode } from './proven-code.ts';

const page = await readFile(new URL('../../docs/proof.md', import.meta.url), 'utf8');
const picture = await readFile(new URL('../../docs/proof.svg', import.meta.url), 'utf8');

test('every rule has a deviation that breaks it', () => {
  expect(unproven()).toEqual([]);
});

test('there are as many deviations and variations as promised, each with an id of its own', () => {
  expect(DEVIATIONS.length).toBeGreaterThanOrEqual(200);
  expect(VARIATIONS.length).toBeGreaterThanOrEqual(60);
  for (const list of [DEVIATIONS, VARIATIONS]) {
    const ids: string[] = list.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u);
  }
});

test('deviations name rules that there are, and say why others cannot but fail too', () => {
  const ids = new Set(RULES.map(({ id }) => id));
  for (const { id, title, breaks, alsoStrikes = {} } of DEVIATIONS) {
    expect(title, id).toMatch(/^[A-Z0-9].*\.$/su);
    expect(breaks.length, id).toBeGreaterThan(0);
    for (const rule of [...breaks, ...Object.keys(alsoStrikes)]) expect(ids, `${id} names ${rule}`).toContain(rule);
    for (const reason of Object.values(alsoStrikes)) expect(reason.length, id).toBeGreaterThan(10);
  }
});

// One by one, so that a failure names the files that are others than they were.
test('the last whole proof was made from this very code (npm run proof makes it again)', async () => {
  const recorded = (await recordedCode()).split('\n');
  const changed = (await provenCode()).split('\n').filter((line) => !recorded.includes(line));
  expect(changed.map((line) => line.slice(66))).toEqual([]);
});

test('docs/proof.md is not stale (npm run proof writes it)', () => {
  const rows = [...page.matchAll(/^\| (?!deviation )([a-z0-9-]+) \| (.*) \| (.*) \|$/gmu)].map(
    ([, id, , rules]) => `${id}: ${rules?.replace(' and co-struck', '')}`,
  );
  expect(rows).toEqual(DEVIATIONS.map(({ id, breaks }) => `${id}: ${breaks.join(', ')}`));
  for (const { id } of VARIATIONS) expect(page).toContain(`\n| ${id} | `);
  for (const name of Object.keys(NULL_SERVERS)) expect(page).toContain(`\n- ${name}\n`);
  expect(page).toContain(`| killed: every rule that the fault names failed | ${DEVIATIONS.length} |`);
  expect(page).toContain('| misattributed: a rule failed that the fault does not name | 0 |');
  expect(page).toContain('| false alarms under them, alone and combined | 0 |');
  expect(page).toContain('| binding rules that passed on a null server | 0 |');
});

test('docs/proof.svg is not stale (npm run proof writes it)', () => {
  expect(picture).toContain(`${DEVIATIONS.length} of ${DEVIATIONS.length} deviations killed, 0 misattributed`);
  for (const { id } of RULES) expect(picture).toContain(`>${id}</text>`);
});
