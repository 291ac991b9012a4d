import type { HttpRequest } from '../http/exchange.ts';
import type { Claim, RecordResource } from './record-claim.ts';

/** Told of what a run makes and deletes, as it happens, so that another process can delete what a killed run left behind. */
export interface RecordLog {
  /** The ids that a collection showed before the first creation; where it is `isWhole`, it is shown by now that these were all. */
  listed(resource: RecordResource, ids: readonly string[], isWhole: boolean): void;
  /** Two creations that agree in these places of what they sent, and in values there that are not the run's, made two records. */
  makesNew(resource: RecordResource, places: readonly string[]): void;
  /** Two creations that agree in these places alone named one record, so that it may have been there before. */
  namesSame(resource: RecordResource, places: readonly string[]): void;
  /** Records of these ids were there before the run. */
  known(resource: RecordResource, ids: readonly string[]): void;
  /** From here on nothing of a resource is deleted. */
  deletesNoMore(resource: RecordResource, why: string): void;
  /** A creation is about to be sent. */
  creating(number: number, resource: RecordResource, request: HttpRequest): void;
  /** It was answered with success. */
  made(number: number, claim: Claim): void;
  /** It was refused, so it made nothing. */
  refused(number: number): void;
  /** It was not answered, or by neither success nor refusal: it may have made something. */
  unanswered(number: number): void;
  /** A record of the run is about to be sent other values. */
  changing(claim: Claim, payload: unknown): void;
  /** A PUT is about to be sent to an address that the run made up: it may make something there. */
  stray(resource: RecordResource, address: string): void;
  /** What a creation named is not deleted: it is not the run's, or not surely. */
  kept(claim: Claim, why: string): void;
  /** What a creation made was deleted. */
  gone(claim: Claim): void;
  /** It is there all the same, after the answer to its deletion said that it is gone. */
  stillThere(claim: Claim): void;
  /** Nothing is left at an address that the run made up. */
  strayGone(address: string): void;
}
