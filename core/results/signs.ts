import type { Result } from './results.ts';
import { signatureOf } from './signature.ts';

/** One way in which a fault shows: a rule that fails, and how. */
export interface Sign {
  readonly rule: string;
  /** The expectation and the kind of answer. */
  readonly tells: string;
}

/** What a result has to have to be looked at. */
export type Seen = Pick<Result, 'rule' | 'subject' | 'outcome' | 'expected' | 'actual' | 'reason' | 'signature'>;

/** How a sign is named. */
export function signKey({ rule, tells }: Sign): string {
  return `${rule}: ${tells}`;
}

/** How a failure is named in a diagnosis: `delete/status on deals`. */
export function failureName({ rule, subject }: Pick<Result, 'rule' | 'subject'>): string {
  return `${rule} on ${subject}`;
}

/** What a failure shows: one sign, or one for each kind of answer that it names. */
export function signsOf(result: Seen): readonly Sign[] {
  const { rule } = result;
  const signature = signatureOf(result);
  // A sequence of steps ends where it happens to end; which rule its last step breaks is what tells.
  const broken = /\(([a-z0-9-]+\/[a-z0-9-]+)\), got /u.exec(signature)?.[1];
  if (broken !== undefined) return [{ rule, tells: broken }];
  const [expected = '', got] = signature.split(/, got (.*)/su);
  if (got === undefined) return [{ rule, tells: signature }];
  return [...new Set(got.split('; '))].map((one) => ({ rule, tells: `${expected}, got ${one}` }));
}
