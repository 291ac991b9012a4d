import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { PATIENCE_MS } from '../patience.ts';

/** A reading of the collection, and what a query found right before or after it. */
export interface Compared {
  readonly listed: Answer;
  readonly found: Answer;
}

/**
 * Asks for the collection and for what a query finds until the two agree, as long as lists may follow late: the document does not say that a
 * list is as new as what a query finds (4.3, 4.4), and an old one shows what is gone. Gives the last of both.
 */
export async function untilAgreed(
  trial: Trial,
  ask: { readonly list: () => Promise<Answer>; readonly query: () => Promise<Answer> },
  agree: (compared: Compared) => boolean,
): Promise<Compared> {
  const look = async (): Promise<Compared> => ({ listed: await ask.list(), found: await ask.query() });
  let last = await look();
  if (agree(last)) return last;
  await trial.until(
    async () => {
      last = await look();
      return last.found;
    },
    () => agree(last),
    PATIENCE_MS,
  );
  return last;
}
