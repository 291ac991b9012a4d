import type { Answer } from '../answer.ts';
import { changeOn } from '../guard/change.ts';
import type { Change } from '../guard/wrong-record.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { type Claim, holds, idShown } from '../records/record-claim.ts';
import type { Records } from '../records/records.ts';
import type { Ask } from './deletion.ts';
import type { LeftBehind } from './leftover.ts';

/** Undoes what the run did to a record of its own, where that seems to keep it from being deleted: a hold, by an unhold. */
export interface Undone {
  /** Whether a deletion was refused, and something is there to be undone that was not tried before. */
  isDue(claim: Claim, left: LeftBehind): boolean;
  /** Sends that, once, where the record is still shown as the run's own. */
  send(claim: Claim): Promise<void>;
}

/** What it is sent with. */
export interface UndoneOptions {
  readonly records: Records;
  readonly ask: Ask;
  readonly readNow: (claim: Claim) => Promise<Answer | undefined>;
}

/** Refusals that have nothing to do with what state a record is in: who asks, what is there, or how much is asked. */
const OTHERWISE: readonly number[] = [401, 404, 405, 408, 410, 429];

/** Opens what one run undoes. */
export function openUndone({ records, ask, readNow }: UndoneOptions): Undone {
  const requests = new Map<Claim, HttpRequest>();

  const isShownAsOwn = async (claim: Claim): Promise<boolean> => {
    if ((await records.whyNotOurs(claim)) !== undefined) return false;
    const shown = await readNow(claim);
    if (shown?.succeeded !== true || !holds(shown, records.fresh.nonce)) return false;
    return [undefined, claim.id].includes(idShown(shown, claim.resource));
  };

  return {
    isDue(claim, { exchange }) {
      const status = exchange?.response?.status ?? 0;
      const isRefused = status >= 400 && status < 500 && !OTHERWISE.includes(status);
      if (!isRefused || requests.has(claim)) return false;
      const request = records.undoing.requestFor(claim);
      if (request !== undefined) requests.set(claim, request);
      return request !== undefined;
    },
    async send(claim) {
      const { id, resource } = claim;
      const request = requests.get(claim);
      if (request === undefined || id === undefined) return;
      const turn = await records.wrong.begin(changeFor(records, claim, request));
      try {
        // Only now: what was read before the turn came may be old.
        if (turn.whyNot !== undefined || !(await isShownAsOwn(claim))) return;
        records.beforeWrite(resource, id, request);
        const answer = await ask(request);
        if ('status' in answer) await turn.answered(answer);
      } finally {
        turn.end();
      }
    },
  };
}

/** The change that the request is: form G names the record in its body. */
function changeFor(records: Records, { id, resource }: Claim, request: HttpRequest): Change {
  const change = changeOn(records, request, resource, id);
  return id !== undefined && request.address.includes(encodeURIComponent(id)) ? change : { ...change, isInBody: true };
}
