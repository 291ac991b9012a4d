import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isVolatile, movesByItself } from '../payload/payloads.ts';
import { isPlace, OWNERS } from './mixed-up.ts';
import { type Listed, type Members, type Shown, shownAgain, shownInList, shownOf } from './shown-entries.ts';
import { plain, type Walk } from './walks.ts';

/**
 * Demands that the nested addresses give the records that their owner's own record shows, where it shows an array of that name (document
 * 2, 4.4: the sub-collections of a user). In which order it does is not shown, nor whether it shows all: so each record has to be among
 * those that are shown, and only where that cannot be a part or an order of its own. What does not fit has to be seen twice.
 */
export async function areAsShown(trial: Trial, walks: readonly Walk[]): Promise<readonly Answer[]> {
  const whole = walks.filter(({ found, end }) => found.length > 0 && end?.status === 404);
  const all = await shownOf(trial, whole);
  const listed = all.length === 0 ? [] : await shownInList(trial);
  const first = problemIn(all, listed);
  if (first === undefined) return all.map(({ record }) => record);
  const again: Shown[] = [];
  for (const one of all) {
    const shown = await shownAgain(trial, one);
    if (shown !== undefined) again.push(shown);
  }
  const problem = problemIn(again, listed);
  if (problem?.actual !== first.actual) return all.map(({ record }) => record);
  fail(problem.expected, problem.actual, ...problem.witness);
}

interface Problem {
  readonly expected: string;
  readonly actual: string;
  readonly witness: readonly Answer[];
}

function problemIn(all: readonly Shown[], listed: readonly Listed[]): Problem | undefined {
  const known = [...all.map(({ walk, entries }): Listed => ({ owner: walk.owner, entries })), ...listed];
  const telling = tellingMembers(
    all,
    known.flatMap(({ entries }) => entries),
  );
  for (const one of all) {
    const problem = telling.size === 0 ? undefined : (foreignIn(one, known, telling) ?? lackingIn(one, telling));
    if (problem !== undefined) return problem;
  }
  return oneForAll(all);
}

/**
 * The members in which some nested record is as some record shows it: two of them, or a long text. Without such a record the two are not
 * known to be about the same, as under one name a record may show something else.
 */
function tellingMembers(all: readonly Shown[], known: readonly Members[]): ReadonlySet<string> {
  const members = all.flatMap(({ walk }) =>
    recordsOf(walk).flatMap((record) =>
      known.flatMap((entry) => {
        const both = comparable(record, entry);
        const isTold = both.length > 1 || both.some((member) => String(record[member]).length >= LONG);
        return isTold && both.every((member) => agree(record[member], entry[member])) ? both : [];
      }),
    ),
  );
  return new Set(members);
}

/**
 * A record that its owner does not show: where as many are shown as there are, or where another owner shows it. An owner may share a record
 * that it shows on a later page: so either all records are foreign, or no fewer are shown than there are.
 */
function foreignIn(
  { walk, record, entries }: Shown,
  known: readonly Listed[],
  telling: ReadonlySet<string>,
): Problem | undefined {
  const [own, others] = [true, false].map((isOwn) =>
    known.flatMap((one) => ((one.owner === walk.owner) === isOwn ? one.entries : [])),
  );
  const foreign = walk.found.filter(({ representation: { value } }) =>
    own?.every((entry) => isObject(value) && isAnother(value, entry, telling)),
  );
  const isWhole = entries.length === walk.found.length;
  const isShownByOther = ({ representation: { value } }: Answer): boolean =>
    others?.some((entry) => isObject(value) && isWholly(value, entry, telling)) === true;
  const wrong = isWhole ? foreign[0] : foreign.find(isShownByOther);
  const mayBePart = entries.length < walk.found.length && foreign.length < walk.found.length;
  if (wrong === undefined || mayBePart) return undefined;
  return {
    expected: `a record that ${walk.owner} has by its own record`,
    actual: isShownByOther(wrong) ? 'one that another owner shows' : 'one that it does not show',
    witness: [record, wrong],
  };
}

/** One of several records that no index gives, though there are as many indexes: another one is given twice. */
function lackingIn({ walk, record, entries }: Shown, telling: ReadonlySet<string>): Problem | undefined {
  const records = recordsOf(walk);
  if (entries.length !== records.length) return undefined;
  const lost = entries.find((entry) => records.every((one) => isAnother(one, entry, telling)));
  if (lost === undefined) return undefined;
  return {
    expected: `each of the ${entries.length} records that ${walk.owner} shows, by an index`,
    actual: `not the one at place ${entries.indexOf(lost)}`,
    witness: [record, ...walk.found],
  };
}

/** All of several owners are given one and the same record first, which none of them shows, and they show different ones. */
function oneForAll(all: readonly Shown[]): Problem | undefined {
  const firsts = all.flatMap(({ walk }) => recordsOf(walk).slice(0, 1));
  const [first] = firsts;
  if (first === undefined || all.length < OWNERS || firsts.length < all.length) return undefined;
  if (new Set(firsts.map((one) => plain(withoutPlaces(one)))).size > 1) return undefined;
  const differ = all.every((one) => all.every((other) => one === other || isApart(one, other)));
  const isNobodys = all.every(({ entries }) =>
    entries.every((entry) => {
      const both = comparable(first, entry);
      // One word for all members stands for what is not shown.
      const words = new Set(both.map((member) => String(first[member])));
      return words.size > 1 && both.every((member) => !agree(first[member], entry[member]));
    }),
  );
  if (!differ || !isNobodys) return undefined;
  return {
    expected: 'another record for each owner, as their own records show',
    actual: 'one and the same for all',
    witness: all.flatMap(({ walk, record }) => [record, ...walk.found.slice(0, 1)]),
  };
}

function isApart(one: Shown, other: Shown): boolean {
  return one.entries.every((entry) =>
    other.entries.every((another) => plain(withoutPlaces(entry)) !== plain(withoutPlaces(another))),
  );
}

function withoutPlaces(record: Members): Members {
  return Object.fromEntries(Object.entries(record).filter(([member]) => !isPlace(member)));
}

function recordsOf({ found }: Walk): readonly Members[] {
  return found.flatMap(({ representation: { value } }) => (isObject(value) ? [value] : []));
}

/** Whether at least half of what both show differs: a record may be told a little otherwise where it stands by itself. */
function isAnother(record: Members, entry: Members, telling: ReadonlySet<string>): boolean {
  const both = comparable(record, entry).filter((member) => telling.has(member));
  const differing = both.filter((member) => !agree(record[member], entry[member]));
  return both.length > 0 && differing.length * 2 >= both.length;
}

function isWholly(record: Members, entry: Members, telling: ReadonlySet<string>): boolean {
  const both = comparable(record, entry).filter((member) => telling.has(member));
  return both.length > 0 && both.every((member) => agree(record[member], entry[member]));
}

/** The members that both show as plain values, those left out that tell a place, that move by themselves or hide a part of themselves. */
function comparable(record: Members, entry: Members): readonly string[] {
  return Object.keys(record).filter((member) => {
    const [one, other] = [record[member], entry[member]];
    const isTold = isShownValue(one) && isShownValue(other) && !movesByItself(one, other);
    return isTold && !isPlace(member) && !isVolatile(member);
  });
}

function isShownValue(value: unknown): boolean {
  // What is read as infinite is a number that JavaScript cannot hold (RFC 8259 6).
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.trim() !== '' && !HIDDEN.test(value);
}

const HIDDEN = /[*•…]|\.{3}|^[xX]+$/u;

/** One may be cut short, or have words around it. */
function agree(one: unknown, other: unknown): boolean {
  if (sameValue(one, other)) return true;
  const [a, b] = [words(one), words(other)];
  return a.includes(b) || b.includes(a);
}

function words(value: unknown): string {
  return String(value).normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** So long a text is no kind or state that many records have. */
const LONG = 16;
