import { nearest } from '../nearest.ts';
import type { AppliedWaiver, Result, WaiverProblem, WaiverSummary } from './results.ts';
import { signatureOf } from './signature.ts';

/** One known failure that a team lets pass for a while: one signature of one rule on one subject. */
export interface Waiver extends AppliedWaiver {
  readonly rule: string;
  readonly subject: string;
  readonly signature: string;
}

/** A waiver as a file holds it. */
export interface PlacedWaiver extends Waiver {
  /** `assayer.waivers.json:12`. */
  readonly entry: string;
}

/** What waivers are held against. */
export interface WaiverContext {
  /** The day of the run: `2026-11-22`. */
  readonly today: string;
  /** The ids of all rules there are. */
  readonly rules: readonly string[];
  /** `rule subject` of all that the target has; undefined where it could not be asked. */
  readonly checks?: ReadonlySet<string>;
}

/** How many days before it expires a waiver is told of. */
const WARNING_DAYS = 14;
/** So many waivers with one last day are told of. */
const MANY = 3;

/** How a check is named among the checks of a target. */
export function checkName({ rule, subject }: Pick<Result, 'rule' | 'subject'>): string {
  return `${rule} ${subject}`;
}

/** The waiver that lets a failure pass on this day; undefined where none does. */
export function waiverFor<W extends Waiver>(result: Result, waivers: readonly W[], today: string): W | undefined {
  if (result.outcome !== 'fail') return undefined;
  return waivers.find((waiver) => isAbout(waiver, result) && !isExpired(waiver, today));
}

/** Whether a waiver names this very defect. */
export function isAbout(waiver: Waiver, result: Result): boolean {
  return isOn(waiver, result) && waiver.signature === signatureOf(result);
}

/** Marks the failures that are waived, and tells which waivers have to go. */
export function applyWaivers(
  results: readonly Result[],
  waivers: readonly PlacedWaiver[],
  context: WaiverContext,
): { readonly results: readonly Result[]; readonly waivers: WaiverSummary } {
  const marked = results.map((result) => {
    const waiver = waiverFor(result, waivers, context.today);
    return waiver === undefined ? result : { ...result, waiver: applied(waiver) };
  });
  const waived = marked.filter((result) => result.waiver !== undefined).length;
  const problems = waivers.flatMap((waiver) => problemOf(waiver, results, context) ?? []);
  const sound = waivers.filter(({ entry }) => !problems.some((problem) => problem.entry === entry));
  return { results: marked, waivers: { waived, problems, notes: notesOn(sound, marked, context.today) } };
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function applied({ reason, owner, expires, since }: Waiver): AppliedWaiver {
  return { reason, owner, expires, ...(since === undefined ? {} : { since }) };
}

function isOn(waiver: Waiver, { rule, subject }: Result): boolean {
  return waiver.rule === rule && waiver.subject === subject;
}

// A waiver holds on its last day.
function isExpired({ expires }: Waiver, today: string): boolean {
  return today > expires;
}

function problemOf(
  waiver: PlacedWaiver,
  results: readonly Result[],
  context: WaiverContext,
): WaiverProblem | undefined {
  const { rule, subject, entry, expires } = waiver;
  const told = (kind: WaiverProblem['kind'], why: string): WaiverProblem => ({
    ...{ kind, rule, subject, entry },
    message: `${entry}: the waiver of ${rule} on ${subject} ${why}`,
  });
  if (!context.rules.includes(rule)) {
    const near = nearest(rule, context.rules);
    return told('unknown', `names no rule${near === undefined ? '' : ` (did you mean ${near}?)`}; remove the entry`);
  }
  if (context.checks !== undefined && !context.checks.has(checkName(waiver))) {
    return told('unknown', 'names no subject that the rule has on this target; remove the entry');
  }
  if (results.some((result) => isOn(waiver, result) && result.outcome === 'pass')) {
    return told('stale', 'is stale, since the check passes; remove the entry');
  }
  if (!isExpired(waiver, context.today)) return undefined;
  return told('expired', `expired on ${expires}; remove the entry, or give it another date`);
}

function notesOn(waivers: readonly PlacedWaiver[], results: readonly Result[], today: string): readonly string[] {
  const byDate = new Map<string, PlacedWaiver[]>();
  for (const waiver of waivers) byDate.set(waiver.expires, [...(byDate.get(waiver.expires) ?? []), waiver]);
  const dates = [...byDate].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const others = waivers.filter((waiver) => results.some((result) => failsOtherwise(waiver, waivers, result)));
  return [
    ...dates.flatMap(([date, members]) => expiryNotes(date, members, today)),
    ...others.map(
      ({ entry, rule, subject }) => `${entry}: ${rule} on ${subject} fails in another way than the waived one`,
    ),
  ];
}

function failsOtherwise(waiver: Waiver, waivers: readonly Waiver[], result: Result): boolean {
  return isOn(waiver, result) && result.outcome === 'fail' && !waivers.some((other) => isAbout(other, result));
}

function expiryNotes(date: string, members: readonly PlacedWaiver[], today: string): readonly string[] {
  const [first] = members;
  if (first === undefined) return [];
  const left = daysBetween(today, date);
  const days = left === 0 ? 'today' : `in ${left} day${left === 1 ? '' : 's'}`;
  const which = members.length === 1 ? ' expires' : ` and ${members.length - 1} more expire`;
  const soon = `${first.entry}: the waiver of ${first.rule} on ${first.subject}${which} ${days} (${date})`;
  return [
    ...(left <= WARNING_DAYS ? [soon] : []),
    ...(members.length >= MANY
      ? [`${members.length} waivers expire on one day, ${date}: the day after, every branch fails at once`]
      : []),
  ];
}
