// biome-ignore lint/style/noRestrictedImports: this writes texts for readers; nothing of the mock imports it, so no answer depends on the suites
import { RULES } from '../../suites/index.ts';

/** Where the texts stand: the mock may not know the suites, and shows what is due of it all the same. */
export const WRITTEN: URL = new URL('../control/rule-texts.ts', import.meta.url);

/** What each rule is, and why it is there, as a module of the mock. */
export function ruleTexts(): string {
  const rows = RULES.map(({ id, level, clause, title, why, sends, due }) => {
    return `  ${JSON.stringify(id)}: ${JSON.stringify({ level, clause, title, why, sends, due })},`;
  });
  return [
    '// Generated from suites by `npm run inspector`: change those, and not this.',
    '// biome-ignore-all format: generated',
    '',
    '/** A rule in words. */',
    'export interface RuleText {',
    '  readonly level: string;',
    '  readonly clause: string;',
    '  readonly title: string;',
    '  readonly why: string;',
    '  readonly sends: string;',
    '  readonly due: string;',
    '}',
    '',
    '/** By the id of the rule. */',
    'export const RULE_TEXTS: Readonly<Record<string, RuleText>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
