import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import type { Updatable } from '../changes.ts';
import type { Created } from '../evidence.ts';
import { told } from '../operation/deal-state.ts';

/** A record that is updated, and what its neighbour showed before. */
export interface Updating {
  readonly trial: Trial;
  readonly resource: Resource & Updatable;
  readonly record: Created & { readonly address: string };
  /** A new record of the sample, which no update names. */
  readonly neighbour: Answer;
}

/** Reads a record. */
export function readingOf(trial: Trial, { address }: { readonly address: string }): Promise<Answer> {
  return trial.send({ method: 'GET', address });
}

/** Members and their values, for messages. */
export function inWords(members: readonly string[], shown: Readonly<Record<string, unknown>> = {}): string {
  return members.map((member) => `${member} ${told(shown[member])}`).join(', ');
}
