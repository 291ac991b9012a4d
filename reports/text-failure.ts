import type pc from 'picocolors';
import { curlLine } from '../core/curl.ts';
import type { Result, Results } from '../core/results.ts';
import { visible } from '../core/visible.ts';
import { exchangeLines } from './exchange-lines.ts';
import { OUTCOME_WORDS, plural } from './wording.ts';

/** What colours a text, or leaves it alone. */
export type Paint = ReturnType<typeof pc.createColors>;

const EXCHANGES_SHOWN = 3;

/** A failure in a terminal: what was due, what came, and the exchanges that show it, each with its curl line. */
export function failureLines(result: Result, results: Results, paint: Paint, verbose: boolean): string[] {
  const label = (name: string): string => `    ${paint.dim(name.padEnd(9))} `;
  const clause = paint.dim(`${result.level}, clause ${visible(result.clause)}`);
  const lines = [
    `  ${paint.red(OUTCOME_WORDS.fail.mark)} ${paint.bold(visible(result.rule))} on ${visible(result.subject)}  ${clause}`,
    `    ${visible(result.title)}`,
    `${label('expected')}${paint.green(visible(result.expected ?? ''))}`,
    `${label('got')}${paint.red(visible(result.actual ?? result.reason))}`,
  ];
  if (result.counterexample !== undefined) {
    const tried = plural(result.cases ?? 0, 'case');
    lines.push(
      `${label('case')}${visible(result.counterexample)} ${paint.dim(`(the smallest that fails; ${tried} tried)`)}`,
    );
  }
  if (result.flaky !== undefined)
    lines.push(`${label('flaky')}failed ${visible(result.flaky)} times when it was sent again`);
  if (result.waiver !== undefined) lines.push(`${label('waived')}${visible(result.waiver)}`);
  if (result.replay !== undefined) lines.push(`${label('replay')}--replay ${visible(result.replay)}`);
  const shown = verbose ? result.witness : result.witness.slice(-EXCHANGES_SHOWN);
  for (const id of shown) lines.push(...evidence(id, results, paint));
  return lines;
}

function evidence(id: string, results: Results, paint: Paint): string[] {
  const exchange = results.exchanges[id];
  if (exchange === undefined) return [];
  const { request, requestDetails, response, responseDetails } = exchangeLines(exchange);
  const { command, variables, caveat } = curlLine(exchange);
  const notes = [
    ...(variables.length === 0 ? [] : [`set ${variables.join(', ')} first: what stood there is secret`]),
    ...(caveat === undefined ? [] : [caveat]),
  ];
  return [
    '',
    `    ${paint.cyan('→')} ${request}  ${paint.dim(id)}`,
    ...requestDetails.map((line) => `      ${paint.dim(line)}`),
    `    ${paint.cyan('←')} ${response}`,
    ...responseDetails.map((line) => `      ${paint.dim(line)}`),
    ...notes.map((note) => `    ${paint.yellow(`# ${visible(note)}`)}`),
    `    ${command}`,
  ];
}
