import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Json } from '../../../core/target.ts';
import { type Hard, membersOf, readBack, wrongIn } from './hard-members.ts';

/** How many values a long list has, and how many members a large object. */
const MANY = 25;
const DEEP = 8;

/** Texts of this many characters may be refused, but not cut (document 8 shows no limit). */
const LONGEST = 10_000;

/** Values that have more of something than a careless store keeps. */
const LARGE: Hard = {
  // A list has an order, and may say one thing twice (RFC 8259 5).
  List: [Array.from({ length: MANY }, (_, i) => `part ${MANY - i}`), ['part 1', 'part 2']],
  Twice: [
    ['one', 'two', 'one'],
    ['one', 'two'],
  ],
  Record: [Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`part${i}`, i + 1])), { part0: 1 }],
  InnerText: [[{ note: textOf(LONGEST / 5) }], [{ note: 'as agreed' }]],
  // Seven decimals, which every notation of numbers has exactly.
  Small: [2 ** -7, 7],
};

/** What a service may well refuse: where it does, the others are sent without it. */
const LARGEST: Hard = {
  Text: [textOf(LONGEST), 'as agreed'],
  Deep: [nested(DEEP), { level: 'one' }],
};

/**
 * Demands that a deal shows long and large further parameters (document 4.1) as they were sent, as far as it shows ordinary ones of their
 * kinds so. All of them may be refused or read over.
 */
export async function keepsLargeMembers(trial: Trial): Promise<readonly Answer[]> {
  const all = { ...LARGE, ...LARGEST };
  const whole = await readBack(trial, membersOf(all));
  const kept = whole ?? (await readBack(trial, membersOf(LARGE)));
  if (kept === undefined) return [];
  const wrong = wrongIn(whole === undefined ? LARGE : all, kept.own);
  if (wrong.length > 0)
    fail('the further parameters as they were sent', wrong.join(', '), kept.record.answer, kept.read);
  return [kept.read];
}

function textOf(length: number): string {
  const words = 'Delivery as agreed. ';
  const end = 'The end';
  return words.repeat(Math.ceil(length / words.length)).slice(0, length - end.length) + end;
}

function nested(depth: number): Json {
  return depth === 0 ? 'the end' : { level: nested(depth - 1) };
}
