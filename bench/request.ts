/** A request that is sent over and over. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a page of another origin sends along, so that negotiation and CORS are part of what is measured. */
const FROM_A_PAGE = { Accept: 'application/json', Origin: 'http://localhost:5173' };

/** A GET as a page sends it. */
export function get(path: string): Sent {
  return { method: 'GET', path, headers: FROM_A_PAGE };
}

/** A POST of JSON as a page sends it. */
export function post(path: string, value: object): Sent {
  const headers = { ...FROM_A_PAGE, 'Content-Type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(value) };
}
