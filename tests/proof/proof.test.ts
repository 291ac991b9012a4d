import { expect, test } from 'vitest';
import { DEVIATIONS } from '../../proof/deviations/index.ts';
import { unproven } from '../../proof/prove-all.ts';
import { VARIATIONS } from '../../proof/variations/index.ts';
import { RULES } from '../../suites/index.ts';

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
