import { type Readable, readerOf } from './reader.ts';
import type { Told } from './telling.ts';

/** What is known beside a view of a record. */
interface Beside {
  /** All that JSON tells of the record. */
  readonly told: readonly Told[];
  /** The view of another record, of which no flag is set. */
  readonly other: Readable | undefined;
}

/**
 * Whether a view that names all other members as JSON does tells nothing of a flag that is set: neither its name nor a word like it, nor
 * anything that may tell a state. What is left out says of a flag that it is not set.
 */
export function lacksFlag(view: Readable, [member, value]: Told, { told, other }: Beside): boolean {
  const { names } = readerOf(view);
  if (value !== true || names(member)) return false;
  const others = told.filter(([one]) => one !== member);
  if (others.length < 2 || !others.every(([one]) => names(one))) return false;
  // `status: completed` beside `completed: true`: the one tells the other, and their words cannot be told apart.
  if (others.some(([, own]) => String(own).toLowerCase().includes(stemOf(member)))) return false;
  // What tells the other members, and what marks every record, is not about this flag.
  const usual = other?.representation.text.match(MARKS) ?? [];
  const rest = [...usual, ...others.flatMap(([one, own]) => [String(own), one])].reduce(
    (text, known) => text.replaceAll(known.toLowerCase(), ' '),
    view.representation.text.toLowerCase(),
  );
  return !rest.includes(stemOf(member)) && !STATES.test(rest);
}

function stemOf(member: string): string {
  return member.slice(0, STEM).toLowerCase();
}

const MARKS = /\b(?:class|style)=(?:"[^"]*"|'[^']*')/giu;

// `completed` and `Completion`.
const STEM = 4;

// A deal on hold may be told of by any of these, by signs, and in another language.
const STATES =
  /hold|held|halt|paus|suspen|block|stop|froz|wait|lock|activ|open|clos|stat(?:e|us)|phase|stage|flag|icon|class=|style=|checked|disabled|<(?:img|svg|b|strong|mark|em|i)\b|[^\0-\x7f]/u;
