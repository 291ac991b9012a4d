/** The cause of what is missing, where one is known, as the end of a sentence: `: GET /users was answered 500`. */
export function because(cause: string | undefined): string {
  return cause === undefined ? '' : `: ${cause}`;
}
