import { readFile } from 'node:fs/promises';
import addFormats from 'ajv-formats';
import { messageOf } from '../core/message-of.ts';
import { isObject } from '../core/representation/json-value.ts';
import { contradictionsIn } from '../core/results/contradictions.ts';
import type { Results } from '../core/results/results.ts';
import { resultsSchema } from '../fixtures/schemas/results.ts';
import { schemaCheck } from '../target-file/schema-check.ts';
import { UsageProblem } from './options.ts';

const FORMAT = 'assayer-results/1';
const SHOWN = 5;
const checked = schemaCheck<Results>(resultsSchema, (ajv) => void addFormats.default(ajv));

/**
 * Reads what `--reporter json` saved. Throws a UsageProblem for a file that holds no results, results of another format, or a summary that
 * says something else than the results beside it.
 */
export async function loadResults(path: string): Promise<Results> {
  const content = parsed(path, await text(path));
  const format = isObject(content) ? content['format'] : undefined;
  const isResults = typeof format === 'string' && format.startsWith('assayer-results/');
  if (!isResults) {
    throw new UsageProblem(`${path} holds no results of assayer; give a file that --reporter json=… wrote`);
  }
  if (format !== FORMAT) {
    throw new UsageProblem(
      `${path} is of format ${format}; this version reads ${FORMAT}: use the version that wrote it`,
    );
  }
  const found = checked(content);
  const lines =
    'value' in found ? contradicting(found.value) : found.problems.map(({ path: at, reason }) => `  ${at} ${reason}`);
  if ('value' in found && lines.length === 0) return found.value;
  throw new UsageProblem(`${path} is spoilt:\n${lines.slice(0, SHOWN).join('\n')}\nSave the run again.`);
}

function contradicting(results: Results): string[] {
  return contradictionsIn(results).map(
    ({ member, told, due }) => `  ${member} is ${told}, and by the results it is ${due}`,
  );
}

async function text(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageProblem(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  });
}

function parsed(path: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Its message quotes the text, and a file that was named by mistake may hold a secret.
    throw new UsageProblem(`${path} is not JSON; give a file that --reporter json=… wrote`);
  }
}
