import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Created } from '../evidence.ts';
import type { Deal } from '../operation/operation-requests.ts';
import { saysTheSame } from '../view/same-words.ts';

/** A kind of change, which can be made again with other values; undefined where it is refused. */
export interface Change {
  readonly what: string;
  make(): Promise<Done | undefined>;
}

/** What a change did: to a record that shows it in JSON, or to the list alone. */
export interface Done {
  readonly record: Created;
  readonly answer: Answer;
  /** The record in JSON before and after the change; undefined where it came or went. */
  readonly before?: Answer | undefined;
  readonly json?: Answer | undefined;
  /** What a list shows otherwise since a record came or went, in words. */
  wrongIn(list: Answer): readonly string[];
  /** A reading that is not one of the list. */
  readonly look: HttpRequest;
}

/** Reads the record after the change, which it shows at once, or in the time that somebody said. */
export async function changed(
  trial: Trial,
  record: Deal,
  make: () => Promise<Answer | undefined>,
): Promise<Done | undefined> {
  const look = { method: 'GET', address: record.address };
  const before = await trial.send(look);
  const answer = await make();
  if (answer?.succeeded !== true || before.status !== 200) return undefined;
  const json = await trial.until(
    () => trial.send(look),
    (answer) => !saysTheSame(answer, before),
  );
  const isShown = json.status === 200 && json.representation.syntax === 'json' && !saysTheSame(json, before);
  return isShown ? { record, answer, before, json, wrongIn: () => [], look } : undefined;
}
