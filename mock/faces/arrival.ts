/** What a Request cannot hold about how it arrived. */
export interface Arrival {
  /** The request target as it was sent: a Request's URL resolves dot segments, even `%2e%2e`. */
  readonly target?: string;
  /** The body, where whoever made the request has it at hand: to read it off a Request takes longer than to answer. */
  readonly body?: Uint8Array;
}

const arrivals = new WeakMap<Request, Arrival>();

/** Attaches to a request what it cannot hold itself. */
export function arrivedAs(request: Request, arrival: Arrival): Request {
  arrivals.set(request, arrival);
  return request;
}

/** What was attached to a request. */
export function arrivalOf(request: Request): Arrival {
  return arrivals.get(request) ?? {};
}
