import { expect, test } from 'vitest';
import { RULES } from '../../suites/index.ts';
import { assayer } from './assayer.ts';

test('the catalogue lists every rule under its clause', async () => {
  const { status, stdout } = await assayer(['rules']);
  for (const { id, title } of RULES) {
    expect(stdout).toContain(`  ${id} `);
    expect(stdout).toContain(title);
  }
  expect(stdout).toContain(`${RULES.length} rules`);
  expect(status).toBe(0);
});

test('one rule is told in full', async () => {
  const { status, stdout } = await assayer(['rules', 'create/status']);
  expect(stdout).toMatch(
    /^create\/status: .+\n {2}clause +4\.1, 4\.4-c1\n {2}level +must\n {2}why .+\n {2}sent .+\n {2}due .+\n {2}needs .+\n$/u,
  );
  expect(status).toBe(0);
});

test('a glob and a clause tell all that match; JSON holds the same', async () => {
  const byGlob: { id: string }[] = JSON.parse((await assayer(['rules', 'session/*', '--json'])).stdout);
  const byClause: { id: string }[] = JSON.parse((await assayer(['rules', 'session', '--json'])).stdout);
  expect(byGlob.map(({ id }) => id)).toEqual(RULES.map(({ id }) => id).filter((id) => id.startsWith('session/')));
  expect(byClause).toEqual(byGlob);
});

test('an unknown rule: the nearest name, and exit 2', async () => {
  const { status, stderr } = await assayer(['rules', 'create/statsu']);
  expect(stderr).toBe('error: no rule is called “create/statsu”; did you mean create/status?\n');
  expect(status).toBe(2);
});
