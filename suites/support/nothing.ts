/** Whether a value says nothing: it is false, null, empty or not there. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === '';
}
