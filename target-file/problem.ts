/** What is wrong with a target file or an option: where, and why. */
export interface Problem {
  /** `resources[0].item`; empty for the file as a whole. */
  readonly path: string;
  readonly reason: string;
}

/** A target that cannot be judged as it is described. Its message is for the user: what, where, what to do. */
export class TargetProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TargetProblem';
  }
}

/** A line for each problem, and what to do about them. */
export function problemLines(problems: readonly Problem[]): string {
  const lines = problems.map(({ path, reason }) => `  ${path === '' ? 'the file' : path} ${reason}`);
  return [...lines, 'Correct it there; docs/target-file.md explains every member.'].join('\n');
}
