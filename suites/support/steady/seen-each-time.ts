/** How often an experiment is made again. */
const AGAIN = 2;

/**
 * What an experiment shows each time that it is made, with new values: somebody else may make a record like one of the run at that
 * moment (document 2 makes nothing unique), but not each time. Undefined as soon as it is not shown; no request where it never was.
 */
export async function seenEachTime<T>(
  first: T | undefined,
  again: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let seen = first;
  for (let time = 0; time < AGAIN && seen !== undefined; time += 1) seen = await again();
  return seen;
}
