/**
 * How many requests are under way at once. A server that refuses what comes beside too many others, with 503 or 429 and Retry-After (RFC 9110
 * 10.2.3 and 15.6.4, RFC 6585 4), is asked for less at a time; what it refuses though it is asked for nothing else has another reason.
 */
export interface Load {
  /** Waits until one more request may be sent, and counts it: how many are under way with it. */
  begin(): Promise<number>;
  /** One of them ended. */
  end(): void;
  /** A request was refused that was one of so many. `isLast`: it was sent again as often as may be. */
  refused(count: number, isLast: boolean): void;
  /** A request was answered otherwise. */
  served(): void;
}

/** After so many answers in a row that are no refusal, one more request at a time is tried. */
const CALM = 100;

/** Nothing is limited until a request is refused beside others. */
export function createLoad(signal: AbortSignal): Load {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let most = Number.POSITIVE_INFINITY;
  let calm = 0;
  let isOfLoad = true;

  const admit = (): void => {
    while (waiting.length > 0 && (underWay < most || signal.aborted)) {
      underWay += 1;
      waiting.shift()?.();
    }
  };
  signal.addEventListener('abort', admit);

  return {
    begin() {
      return new Promise((resolve) => {
        waiting.push(() => resolve(underWay));
        admit();
      });
    },
    end() {
      underWay -= 1;
      admit();
    },
    refused(count, isLast) {
      calm = 0;
      if (!isOfLoad) return;
      if (count > 1) {
        most = Math.min(most, Math.floor(count / 2));
        return;
      }
      // Once may be for want of room that other clients take.
      if (!isLast) return;
      isOfLoad = false;
      most = Number.POSITIVE_INFINITY;
      admit();
    },
    served() {
      calm += 1;
      if (calm < CALM) return;
      calm = 0;
      most += 1;
      admit();
    },
  };
}
