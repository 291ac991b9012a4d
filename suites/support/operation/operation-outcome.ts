import type { Answer } from '../../../core/answer.ts';
import type { Form } from '../../../core/claims.ts';
import { isSame, told } from './deal-state.ts';
import type { Operated } from './operation-evidence.ts';

/** What a form left behind, where the operation succeeded and the deal could be read. */
export interface Outcome {
  readonly form: Form;
  readonly done: Operated;
  readonly shown: Readonly<Record<string, unknown>>;
  readonly reading: Answer;
}

/** What a deal shows. Each was made for its operation, so what was sent on creation differs and is told as such. */
export function portrait({
  shown,
  done,
}: {
  readonly shown: Outcome['shown'];
  readonly done: Pick<Operated, 'deal'>;
}): Record<string, unknown> {
  const sent: Readonly<Record<string, unknown>> = done.deal.payload;
  return Object.fromEntries(
    Object.entries(shown).map(([member, value]) => [
      member,
      member in sent && isSame(value, sent[member]) ? 'what was sent on creation' : value,
    ]),
  );
}

/** Members of a record in words. */
export function members(names: readonly string[], record: Readonly<Record<string, unknown>>): string {
  return names.map((name) => `${name} ${told(record[name])}`).join(', ');
}
