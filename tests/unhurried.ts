/** For runs of which the time for cleaning up is not what is tested: as much of it as a busy machine may need. */
export const UNHURRIED = { cleanUpMs: 120_000 } as const;
