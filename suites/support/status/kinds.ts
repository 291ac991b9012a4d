import type { Answer } from '../../../core/answer.ts';
import { kindOfExchange } from '../../../core/results/signature.ts';
import type { Trial } from '../../../core/run/trial.ts';

/** So many kinds of one fault are told. */
export const TOLD_APART = 3;

/**
 * Answers by method, shape of the address and status; those that are alike in the order in which they came. What is told of a run is
 * then the same whatever came first: another seed, another load or another shard meets the same kinds in another order.
 */
export function inOrderOfKind(trial: Pick<Trial, 'records'>, answers: readonly Answer[]): readonly Answer[] {
  return withKinds(trial, answers).map(({ answer }) => answer);
}

/** The first of each kind, in that order. */
export function oneOfEachKind(trial: Pick<Trial, 'records'>, answers: readonly Answer[]): readonly Answer[] {
  const sorted = withKinds(trial, answers);
  return sorted.filter(({ kind }, i) => kind !== sorted[i - 1]?.kind).map(({ answer }) => answer);
}

function withKinds(
  { records }: Pick<Trial, 'records'>,
  answers: readonly Answer[],
): readonly { readonly answer: Answer; readonly kind: string }[] {
  // What the run made up is a value, even where it looks like a word.
  const madeUp = new RegExp(`${records.fresh.nonce}\\w*`, 'giu');
  const kindOf = ({ exchange, status }: Answer): string =>
    kindOfExchange(exchange.request.method, exchange.request.url.replaceAll(madeUp, '0'), status);
  return answers
    .map((answer) => ({ answer, kind: kindOf(answer) }))
    .sort((a, b) => (a.kind === b.kind ? 0 : a.kind < b.kind ? -1 : 1));
}
