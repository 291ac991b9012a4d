/**
 * What became of a failing case that was sent again, as a phrase without a subject; `n of m` as `Result.flaky` has it. A case that did
 * not fail again may have met a server that answers by chance, or its first try may have changed what it needs, as a DELETE does.
 */
export function sentAgainPhrase(flaky: string): string {
  const never = /^0 of (\d+)$/u.exec(flaky)?.[1];
  if (never === undefined) return `failed ${flaky} times`;
  return `did not fail again in ${never} tries: the server answers by chance, or the first try changed what the case needs`;
}
