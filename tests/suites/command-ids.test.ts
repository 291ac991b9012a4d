import { expect, test } from 'vitest';
import { createFreshIds, uuidHolding } from '../../core/ids/fresh-ids.ts';
import { before, json, judged } from './judged.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;

test('a service that takes nothing but UUIDs as ids of commands is judged in forms F and G', {
  tags: ['night'],
}, async () => {
  const wrap = before(async ({ method, path }, next) => {
    const id = /\/commands\/([^/?]+)$/u.exec(path)?.[1] ?? '';
    return method === 'PUT' && id !== '' && !UUID.test(id) ? json(400, { error: 'not a UUID' }) : next();
  });
  const rules = ['operation/served', 'operation/status', 'operation/effect', 'operation/unknown-deal'];
  const { results, ended } = await judged(rules, { wrap, options: { operationForms: ['F', 'G'] } });
  expect(ended('fail')).toEqual([]);
  expect(results.filter(({ rule, outcome }) => rule === 'operation/served' && outcome === 'pass')).toHaveLength(12);
});

test('such a UUID is known as one of this run, and another is not', () => {
  const [own, other] = [createFreshIds(), createFreshIds()];
  const id = uuidHolding(own.unique());
  expect(id).toMatch(UUID);
  expect(id).toMatch(/^[a-f]/u);
  expect(own.freshnessOf(id)).toBe('sure');
  expect(own.freshnessOf(id.toUpperCase())).toBe('sure');
  expect(other.freshnessOf(id)).toBeUndefined();
  expect(own.freshnessOf('f6c9a7d0-5b1e-4c7a-8f00-d2b9e0a1c3ff')).toBeUndefined();
});
