/** The target file of a run, for reports that point at its lines. */
export interface TargetSource {
  /** As a report names it: relative to the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The line, from 1, that names each subject; subjects that the file does not name are left out. */
export function linesOf(text: string, subjects: Iterable<string>): Record<string, number> {
  const lines = text.split('\n');
  const found: Record<string, number> = {};
  for (const subject of subjects) {
    const at = lineNaming(lines, subject);
    if (at !== undefined) found[subject] = at;
  }
  return found;
}

function lineNaming(lines: readonly string[], subject: string): number | undefined {
  if (subject === 'target') return lineOf(lines, keyed('baseUrl'));
  // `HoldDeal/A` is an operation in one form, `users:xml` a resource in one representation.
  const [name = subject] = subject.split(/[/:@ ]/u);
  const word = name.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
  return lineOf(lines, new RegExp(`\\bname["']?\\s*:\\s*["'\`]${word}["'\`]`, 'u')) ?? lineOf(lines, keyed(word));
}

function keyed(name: string): RegExp {
  return new RegExp(`(?:^|[\\s{,])["']?${name}["']?\\s*:`, 'u');
}

function lineOf(lines: readonly string[], pattern: RegExp): number | undefined {
  const at = lines.findIndex((line) => pattern.test(line));
  return at === -1 ? undefined : at + 1;
}
