interface WithStatus {
  readonly status: number;
}

/** Whether an answer says that nothing was done: of all failures only a 4xx does (RFC 9110 15.5). */
export function isRefusal({ status }: WithStatus): boolean {
  return status >= 400 && status < 500;
}

/** Whether a gateway gave up: what the server behind it does is not known (RFC 9110 15.6.3, 15.6.5). */
export function isOfGateway({ status }: WithStatus): boolean {
  return status === 502 || status === 504;
}

/** Whether an answer says that nothing is there, for now or for good (RFC 9110 15.5.5, 15.5.11). */
export function isAbsent({ status }: WithStatus): boolean {
  return status === 404 || status === 410;
}

/**
 * Whether an answer may say that the one who asks is not let in: 401, 403, or a way to where to log in (RFC 9110 15.4, 15.5.2, 15.5.4).
 * 304 is no redirect.
 */
export function isLettingNobodyIn({ status }: WithStatus): boolean {
  return status === 401 || status === 403 || (status >= 300 && status < 400 && status !== 304);
}
