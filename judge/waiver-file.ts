import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { messageOf } from '../core/message-of.ts';
import type { PlacedWaiver, Waiver } from '../core/results/waivers.ts';
import { waiversSchema } from '../fixtures/schemas/waivers.ts';
import { schemaCheck } from '../target-file/schema-check.ts';
import { writtenJson } from '../target-file/written-json.ts';
import { lineOf } from './entry-lines.ts';
import { UsageProblem } from './options.ts';

/** The file that is found in the working folder without being named. */
export const WAIVER_FILE = 'assayer.waivers.json';

/** What a person has to fill in, since nobody else knows. */
const BY_HAND = ['reason', 'owner', 'expires'] as const;

type FileContent = readonly Waiver[] | { readonly waivers: readonly Waiver[] };

const checked = schemaCheck<FileContent>(waiversSchema);

/**
 * Reads the waivers of a file. Throws a UsageProblem that names the file, the entry and what to do: where the file cannot be
 * read, where an entry is over-broad or is there twice, and where a person has not filled one in.
 */
export async function loadWaivers(path: string): Promise<readonly PlacedWaiver[]> {
  const waivers = await readWaivers(path);
  const unfilled = waivers.filter((waiver) => !isFilled(waiver));
  if (unfilled.length === 0) return waivers;
  const lines = unfilled.map((waiver) => {
    const missing = BY_HAND.filter((member) => waiver[member].trim() === '');
    return `  ${waiver.entry}: ${waiver.rule} on ${waiver.subject} lacks ${missing.join(', ')}`;
  });
  throw new UsageProblem(
    `${path}: ${unfilled.length === 1 ? '1 waiver is' : `${unfilled.length} waivers are`} not filled in:\n${lines.join('\n')}\nWrite there why the failure is let pass, who answers for it, and its last day (2026-12-31); docs/waivers.md explains them.`,
  );
}

/** The same, with entries that a person has still to fill in. */
export async function readWaivers(path: string): Promise<readonly PlacedWaiver[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageProblem(`${path} cannot be read: ${messageOf(cause)}; check the path of the waivers`, { cause });
  });
  const waivers = waiversIn(path, text);
  const placed = waivers.map((waiver, i) => ({ ...waiver, entry: `${basename(path)}:${lineOf(text, i)}` }));
  const problems = placed.flatMap((waiver, i) => problemWith(waiver, placed.slice(0, i)) ?? []);
  if (problems.length > 0) throw new UsageProblem(`${path} cannot be used:\n${problems.join('\n')}`);
  return placed;
}

/** Whether a person has said why, who and how long. */
export function isFilled(waiver: Waiver): boolean {
  return BY_HAND.every((member) => waiver[member].trim() !== '');
}

function waiversIn(path: string, text: string): readonly Waiver[] {
  const found = checked(parsed(path, text));
  if ('value' in found) return 'waivers' in found.value ? found.value.waivers : found.value;
  const lines = found.problems.map(
    (problem) => `  ${problem.path === '' ? 'the file' : problem.path} ${problem.reason}`,
  );
  throw new UsageProblem(
    `${path} is not a valid file of waivers:\n${lines.join('\n')}\nCorrect it there; docs/waivers.md explains every member.`,
  );
}

function parsed(path: string, text: string): unknown {
  const read = writtenJson(text);
  if ('value' in read) return read.value;
  throw new UsageProblem(`${path} ${read.problem}`);
}

function problemWith(waiver: PlacedWaiver, before: readonly PlacedWaiver[]): string | undefined {
  const { entry, rule, subject, signature, expires } = waiver;
  const broad = [
    ...(/[*?[\]{}!]/u.test(rule) || !rule.includes('/') ? [`rule ${JSON.stringify(rule)}`] : []),
    ...(/[*?[\]{}!]/u.test(subject) ? [`subject ${JSON.stringify(subject)}`] : []),
    ...(/^[*.…\s]+$/u.test(signature) ? [`signature ${JSON.stringify(signature)}`] : []),
  ];
  if (broad.length > 0) {
    return `  ${entry}: over-broad: ${broad.join(' and ')}; a waiver names one rule, one subject and one signature, so that it hides no other defect`;
  }
  if (expires !== '' && !isDay(expires)) return `  ${entry}: expires ${expires} is no day of the calendar`;
  const twin = before.find(
    (other) => other.rule === rule && other.subject === subject && other.signature === signature,
  );
  return twin === undefined ? undefined : `  ${entry}: waives the same as ${twin.entry}; remove one of them`;
}

// 2026-02-30 is read as the 2nd of March by some engines.
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
