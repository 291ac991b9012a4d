/** One case of one property: enough to try it again. */
export interface Replay {
  readonly rule: string;
  readonly subject: string;
  readonly seed: number;
  /** Cases per property in the run that found it. */
  readonly runs: number;
  /** fast-check's path to the case. */
  readonly path: string;
}

/** Writes a replay token: one word that a shell takes without quotes. */
export function replayToken(replay: Replay): string {
  const { rule, subject, seed, runs, path } = replay;
  return `${rule}@${encodeURIComponent(subject)}@${seed}@${runs}@${path}`;
}

/** Reads a replay token; undefined when the text is not one. */
export function parseReplay(token: string): Replay | undefined {
  const match = /^([a-z0-9-]+\/[a-z0-9-]+)@([^@]+)@(-?\d+)@(\d+)@([\d:]*)$/u.exec(token.trim());
  if (match === null) return undefined;
  const [, rule = '', subject = '', seed = '', runs = '', path = ''] = match;
  return { rule, subject: decodeURIComponent(subject), seed: Number(seed), runs: Number(runs), path };
}
