import { visible } from '../core/redaction/visible.ts';
import type { SavedExchange } from '../core/results/results.ts';
import type { RuleInfo } from '../core/rule.ts';
import { exchangeLines } from './exchange-lines.ts';

/** All that a page tells of one rule. */
export interface RulePage {
  readonly rule: RuleInfo;
  readonly statements: readonly string[];
  readonly remedies: readonly { readonly server: string; readonly text: string }[];
  /** Exchanges that the rule was seen to pass. */
  readonly right?: readonly SavedExchange[];
  /** Exchanges that it was seen to fail, and the fault that was there. */
  readonly wrong?: {
    readonly fault: string;
    readonly title: string;
    readonly reason: string;
    readonly exchanges: readonly SavedExchange[];
  };
}

/** What prints the page of a rule. */
export function pageCommand(rule: string): string {
  return `assayer rules ${visible(rule)} --page`;
}

/** What the page holds, after the command. */
export const PAGE_NOTE = 'shows a right and a wrong exchange';

/** The name of a rule's page as a file: `delete-status.md`. */
export function pageName(rule: string): string {
  return `${rule.replaceAll('/', '-')}.md`;
}

/** A page about one rule, as markdown: why, what is sent, what is due, right and wrong exchanges, and what to do in common servers. */
export function rulePage({ rule, statements, remedies, right, wrong }: RulePage): string {
  const { id, level, clause, title, why, sends, due } = rule;
  return [
    `# ${id}`,
    `${capital(title)}. Level ${level}, clause ${clause}.`,
    `**Why.** ${why}`,
    `**What is sent.** ${sends}`,
    `**What is due.** ${due}`,
    ...(statements.length === 0
      ? []
      : [`**What the document says.**\n\n${statements.map((one) => `- ${one}`).join('\n')}`]),
    '## A right exchange',
    ...(right === undefined ? ['None can be shown: the mock gives nothing that the rule passes.'] : shown(right)),
    '## A wrong exchange',
    ...(wrong === undefined
      ? ['None can be shown: no known fault of the mock breaks this rule in the few requests of an example.']
      : [
          `The mock with the fault \`${wrong.fault}\` (\`assayer mock --deviate ${wrong.fault}\`): ${wrong.title}`,
          ...shown(wrong.exchanges),
          `The rule says: ${visible(wrong.reason)}.`,
        ]),
    '## What to do',
    ...(remedies.length === 0 ? [] : [remedies.map(({ server, text }) => `- **${server}**: ${text}`).join('\n')]),
    `\`assayer check <url> --rule ${id}\` tries this rule alone.`,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function shown(exchanges: readonly SavedExchange[]): string[] {
  return exchanges.map((exchange) => fenced(linesOf(exchange)));
}

function linesOf(exchange: SavedExchange): readonly string[] {
  const { request, response } = exchange;
  const { requestDetails, responseDetails } = exchangeLines({
    ...exchange,
    request: { ...request, headers: telling(request.headers) },
    ...(response === undefined ? {} : { response: { ...response, headers: telling(response.headers) } }),
  });
  const { pathname, search } = new URL(request.url);
  const status = response === undefined ? 'no answer' : `${response.status} ${response.statusText}`.trim();
  return [
    `> ${visible(request.method)} ${visible(pathname + search)}`,
    ...requestDetails.map((line) => `> ${line}`),
    `< ${status}`,
    ...responseDetails.map((line) => `< ${line}`),
  ];
}

// What the mock and assayer say of themselves has nothing to do with the rule.
function telling(headers: SavedExchange['request']['headers']): SavedExchange['request']['headers'] {
  return headers.filter(([name]) => !/^(?:traceparent|x-mock-.*)$/iu.test(name));
}

// A fence longer than any within.
function fenced(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`+/gu)].map(([ticks]) => ticks.length)));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...lines, fence].join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
