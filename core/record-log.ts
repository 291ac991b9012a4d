import type { Claim, RecordResource } from './record-claim.ts';

/** Told of what a run makes and deletes, as it happens, so that another process can delete what a killed run left behind. */
export interface RecordLog {
  /** A creation is about to be sent. */
  creating(number: number, resource: RecordResource): void;
  /** It was answered with success. */
  made(number: number, claim: Claim): void;
  /** It was refused, so it made nothing. */
  refused(number: number): void;
  /** It was not answered: it may have made something. */
  unanswered(number: number): void;
}
