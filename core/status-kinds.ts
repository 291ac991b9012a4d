interface WithStatus {
  readonly status: number;
}

/** Whether an answer says that nothing was done: of all failures only a 4xx does (RFC 9110 15.5). */
export function isRefusal({ status }: WithStatus): boolean {
  return status >= 400 && status < 500;
}

/** Whether an answer says that nothing is there, for now or for good (RFC 9110 15.5.5, 15.5.11). */
export function isAbsent({ status }: WithStatus): boolean {
  return status === 404 || status === 410;
}
