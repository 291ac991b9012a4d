import { expect, test } from 'vitest';
import { RULES } from '../../suites/index.ts';
import { STATEMENTS, type Statement } from '../../suites/statements/index.ts';

const ids = new Set(RULES.map(({ id }) => id));

test('each statement has an id of its own, and is judged by rules or says why it cannot be', () => {
  const all = STATEMENTS.map(({ id }) => id);
  expect(all.filter((id, i) => all.indexOf(id) !== i)).toEqual([]);
  expect(STATEMENTS.filter(({ rules = [], unseen }) => rules.length === 0 && unseen === undefined)).toEqual([]);
});

test('the rules that they name are in the catalogue', () => {
  const named = new Set(STATEMENTS.flatMap(({ rules = [] }) => rules));
  expect([...named].filter((id) => !ids.has(id))).toEqual([]);
});

test('every clause that a rule names has a statement', () => {
  const clauses = new Set(RULES.flatMap(({ clause }) => clause.split(', ')).map(plain));
  const known = new Set(STATEMENTS.map(({ id }) => id));
  const has = (clause: string): boolean =>
    known.has(clause) || [...known].some((id) => id.startsWith(`${clause}-`) || id.startsWith(`${clause}.`));
  expect([...clauses].filter((clause) => /^[1-9](?:\D|$)/u.test(clause) && !has(clause))).toEqual([]);
});

test('docs/statements.md lists them (vitest -u writes it)', async () => {
  await expect(page(STATEMENTS)).toMatchFileSnapshot('../../docs/statements.md');
});

// `7 (400)` is the row of 400 in the table of chapter 7, and `4.2 F` a form of 4.2.
function plain(clause: string): string {
  return clause.replace(/ \((\d+)\)$/u, '-$1').replace(/ ([A-G])$/u, '-$1');
}

function page(statements: readonly Statement[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const rows = statements.map(({ id, text, rules = [], unseen = '' }) => {
    const judged = rules.map((rule) => `\`${rule}\``).join(', ');
    return `| ${id} | ${cell(text)} | ${judged} | ${cell(unseen)} |`;
  });
  return [
    '# Every statement of the document',
    '',
    'In our own words, in the order of the document. Each is judged by rules, or it says why nobody can judge it from outside.',
    '`assayer rules --statements` prints the same, with `--json` for programs. Ids are never renumbered and never reused.',
    '',
    '| id | the document says | judged by | not seen from outside |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
