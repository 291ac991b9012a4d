interface WithStatus {
  readonly status: number;
}

/** Whether an answer says that nothing was done: of all failures only a 4xx does (RFC 9110 15.5). */
export function isRefusal({ status }: WithStatus): boolean {
  return status >= 400 && status < 500;
}

/** Whether an answer names another address for what was asked (RFC 9110 15.4.2 to 15.4.4, 15.4.8, 15.4.9). */
export function isRedirect({ status }: WithStatus): boolean {
  return [301, 302, 303, 307, 308].includes(status);
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

/**
 * Whether an answer to a creation may say that there may be no more records than there are, whatever was sent: 402 where a plan is used up
 * (RFC 9110 15.5.3), 403 (15.5.4), 429 (RFC 6585 4), 507 (RFC 4918 11.5). The document shows no limits (8).
 */
export function isOfLimit({ status }: WithStatus): boolean {
  return status === 402 || status === 403 || status === 429 || status === 507;
}
