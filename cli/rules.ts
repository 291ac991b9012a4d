import { join } from 'node:path';
import type { Command } from 'commander';
import type { Rule } from '../core/rule.ts';
import { makeFolder } from '../judge/make-folder.ts';
import { UsageProblem } from '../judge/options.ts';
import { hint, matchesId } from '../judge/select.ts';
import { pageName } from '../reports/rule-page.ts';
import { CLAUSES, RULES } from '../suites/index.ts';
import { STATEMENTS } from '../suites/statements/index.ts';
import { writeWhole } from './outputs.ts';
import { STATUS } from './status.ts';

interface RulesFlags {
  readonly json?: boolean;
  readonly statements?: boolean;
  readonly page?: boolean;
  readonly into?: string;
}

/** `assayer rules [id]`: the catalogue, all about one rule, or a page about it. */
export function addRules(program: Command, done: (status: number) => void): void {
  program
    .command('rules')
    .argument('[id]', 'a rule, a clause such as create, or a glob such as "read/*"')
    .option('--json', 'as JSON')
    .option('--statements', 'list every sentence of the document, and which rules judge it')
    .option(
      '--page',
      'as a page in markdown, with a right and a wrong exchange made anew, and what to do in common servers',
    )
    .option('--into <folder>', 'write a page for each rule there, in place of printing it')
    .addHelpText(
      'after',
      '\nExamples:\n  assayer rules read/unknown-item\n  assayer rules delete/status --page\n  assayer rules "delete/*" --into docs/rules',
    )
    .action(async (id: string | undefined, { json, statements, page, into }: RulesFlags) => {
      if (page === true || into !== undefined) {
        if (json === true || statements === true)
          throw new UsageProblem('--page is markdown about rules; leave --json and --statements out');
        await writePages(id === undefined ? RULES : matching(id), into);
        done(STATUS.kept);
        return;
      }
      if (statements === true) {
        if (id !== undefined) throw new UsageProblem(`--statements lists all statements; leave “${id}” out`);
        process.stdout.write(`${json === true ? JSON.stringify(STATEMENTS, null, 2) : statementLines().join('\n')}\n`);
        done(STATUS.kept);
        return;
      }
      const rules = id === undefined ? RULES : matching(id);
      const text = json === true ? asJson(rules) : id === undefined ? catalogue() : rules.map(inFull).join('\n\n');
      process.stdout.write(`${text}\n`);
      done(STATUS.kept);
    });
}

// What makes the exchanges is loaded only where a page is asked for.
async function writePages(rules: readonly Rule[], folder: string | undefined): Promise<void> {
  const { pageOf } = await import('../proof/page-of.ts');
  if (folder !== undefined) makeFolder(folder);
  for (const rule of rules) {
    const text = await pageOf(rule);
    if (folder === undefined) process.stdout.write(rule === rules[0] ? text : `\n${text}`);
    else await writeWhole(join(folder, pageName(rule.id)), text);
  }
}

function matching(pattern: string): readonly Rule[] {
  const matches = matchesId(pattern);
  const found = RULES.filter(({ id }) => matches(id));
  if (found.length > 0) return found;
  throw new UsageProblem(`no rule is called “${pattern}”; ${hint(pattern)}`);
}

function catalogue(): string {
  const width = Math.max(...RULES.map(({ id }) => id.length));
  const lines = ({ id, level, title }: Rule): string => `  ${id.padEnd(width)}  ${level.padEnd(6)}  ${title}`;
  const clauses = CLAUSES.filter(({ rules }) => rules.length > 0);
  return [
    ...clauses.map(({ title, rules }) => [title, ...rules.map(lines), ''].join('\n')),
    `${RULES.length} rules; assayer rules <id> tells all about one`,
  ].join('\n');
}

function statementLines(): string[] {
  const lines = STATEMENTS.flatMap(({ id, text, rules = [], unseen }) => [
    `${id}: ${text}`,
    ...(rules.length === 0 ? [] : [`  judged by ${rules.join(', ')}`]),
    ...(unseen === undefined ? [] : [`  not seen from outside: ${unseen}`]),
  ]);
  const seen = STATEMENTS.filter(({ rules }) => rules !== undefined).length;
  return [...lines, '', `${STATEMENTS.length} statements, ${seen} of which rules judge`];
}

function inFull({ id, level, clause, title, why, sends, due, needs = [] }: Rule): string {
  const facts: readonly (readonly [string, string])[] = [
    ['clause', clause],
    ['level', level],
    ['why', why],
    ['sent', sends],
    ['due', due],
    ['needs', needs.length === 0 ? 'nothing' : needs.join(', ')],
  ];
  return [`${id}: ${title}`, ...facts.map(([name, value]) => `  ${name.padEnd(7)} ${value}`)].join('\n');
}

function asJson(rules: readonly Rule[]): string {
  const told = rules.map(({ id, level, clause, title, why, sends, due, needs = [] }) => {
    return { id, level, clause, title, why, sends, due, needs };
  });
  return JSON.stringify(told, null, 2);
}
