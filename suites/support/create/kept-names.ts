import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { isNothing } from '../operation/deal-state.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { type ReadBack, readBack } from './hard-members.ts';

/** The name that is usual in JSON. */
export const PLAIN = 'assayerPlain';

/** Names of letters alone, in each case, with a text of its own for each. No service has members of these names. */
export const IN_LETTERS: JsonObject = {
  [PLAIN]: 'as agreed in plain',
  assayersmall: 'as agreed in small',
  AssayerTitle: 'as agreed in title',
  ASSAYERLOUD: 'as agreed in loud',
};

/**
 * Demands of a service that keeps further parameters of unknown names that it keeps the one whose name is usual in JSON under that name (document
 * 4.1), and tells of all that are shown under others then. What is not shown is looked for again on deals that have it and the kept ones
 * alone: a service may keep so many of them.
 */
export async function keepsNames(trial: Trial, first: ReadBack): Promise<readonly Answer[]> {
  let last = first;
  const wrong = await seenEachTime(misnamed(first), async () => {
    const before = misnamed(last);
    const names = [...keptOf(last), ...(before ?? []).map(({ name }) => name)];
    const sent = Object.entries(last.record.payload).filter(([name]) => names.includes(name));
    const again = await readBack(trial, Object.fromEntries(sent));
    if (again === undefined) return undefined;
    last = again;
    return misnamed(again);
  });
  if (wrong !== undefined) {
    const due = `${wrong.map(({ name }) => JSON.stringify(name)).join(', ')} of the new deal, as it was sent`;
    fail(due, wrong.map(({ told }) => told).join(', '), last.record.answer, last.read);
  }
  return [first.read];
}

interface Misnamed {
  readonly name: string;
  /** Where its value stands instead. */
  readonly told: string;
}

/** What is not shown under its name, though others of letters are; undefined where there is none. */
function misnamed(back: ReadBack): readonly Misnamed[] | undefined {
  const { own, record } = back;
  if (keptOf(back).length === 0) return undefined;
  const wrong = Object.entries(record.payload).flatMap(([name, value]): readonly Misnamed[] => {
    if (!/assayer/iu.test(name) || typeof value !== 'string' || !isNothing(own[name])) return [];
    const [other] = standsUnder(own, name, value);
    if (other !== undefined) return [{ name, told: `it as ${JSON.stringify(other)}` }];
    return name in IN_LETTERS ? [{ name, told: 'none' }] : [];
  });
  // A service that writes all names in one style, such as camelCase, keeps the name that is usual in JSON.
  return wrong.some(({ name }) => name === PLAIN) ? wrong : undefined;
}

function keptOf({ own }: ReadBack): readonly string[] {
  return Object.keys(IN_LETTERS).filter((name) => own[name] === IN_LETTERS[name]);
}

/** The other names under which a text stands. Where its own stands with it, as in `{"key": …, "value": …}`, it has that one. */
function standsUnder(shown: unknown, name: string, text: string): readonly string[] {
  const found: string[] = [];
  let isUnderItsOwn = false;
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isObject(value)) return;
    for (const [key, one] of Object.entries(value)) {
      if (one === text && !Object.values(value).includes(name)) found.push(key);
      if (one === text && key === name) isUnderItsOwn = true;
      look(one);
    }
  };
  look(shown);
  return isUnderItsOwn ? [] : found;
}
