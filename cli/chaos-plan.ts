import { readFile } from 'node:fs/promises';
import { messageOf } from '../core/message-of.ts';
import { UsageProblem } from '../judge/options.ts';
import { type ChaosPlan, violationsInPlan } from '../mock/chaos/plan.ts';
import { LOSSES } from '../mock/message.ts';
import { writtenJson } from '../target-file/written-json.ts';

/** The options about chaos as commander gives them. */
export interface ChaosFlags {
  readonly chaos?: string;
  readonly chaosRule?: readonly string[];
  readonly chaosSeed?: number;
}

/** The plan that was asked for: the file's rules, then those of the command line. */
export async function readChaos({ chaos, chaosRule = [], chaosSeed }: ChaosFlags): Promise<ChaosPlan | undefined> {
  if (chaos === undefined && chaosRule.length === 0) return undefined;
  const { seed, rules } = chaos === undefined ? { rules: [] } : await readPlan(chaos);
  const chosen = chaosSeed ?? seed;
  return { ...(chosen === undefined ? {} : { seed: chosen }), rules: [...rules, ...chaosRule.flatMap(readRule)] };
}

async function readPlan(file: string): Promise<ChaosPlan> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UsageProblem(`--chaos ${file}: ${messageOf(cause)}`, { cause });
  });
  const read = writtenJson(text);
  if ('problem' in read) throw new UsageProblem(`--chaos ${file}: it ${read.problem}`);
  return checked(read.value, `--chaos ${file}`);
}

/** `GET /users/* share=0.2 status=503 latencyMs=100..500 reset` as a plan of one rule. */
function readRule(text: string): ChaosPlan['rules'] {
  const words = text.trim().split(/\s+/u);
  const begins = words.findIndex((word) => word.includes('=') || LOSSES.some((loss) => loss === word));
  const route = words.slice(0, begins < 0 ? undefined : begins).join(' ');
  const settings = begins < 0 ? [] : words.slice(begins).map(setting);
  const rule = { ...(route === '' ? {} : { route }), ...Object.fromEntries(settings) };
  return checked({ rules: [rule] }, `--chaos-rule "${text}"`, '/rules/0').rules;
}

function setting(word: string): [string, unknown] {
  const at = word.indexOf('=');
  if (at < 0) return [word, true];
  const name = word.slice(0, at);
  const values = word.slice(at + 1).split('..');
  // What is no number stays as it is, and is told as such.
  const read = values.map((value) => (value === '' || Number.isNaN(Number(value)) ? value : Number(value)));
  return [name, read.length === 1 ? read[0] : read];
}

function checked(plan: unknown, whence: string, above = ''): ChaosPlan {
  const violations = violationsInPlan(plan);
  if (violations.length === 0) return plan as ChaosPlan; // it has just been found to be one
  const told = violations.map(({ pointer, detail }) => `${pointer.slice(above.length)} ${detail}`.trim());
  throw new UsageProblem(`${whence}: ${told.join('; ')}`);
}
