import type { CHECKS } from './payload-checks.ts';

type PayloadChecks = typeof CHECKS;

let checks: PayloadChecks | undefined;

/** Puts the checks of payloads in place, where whoever serves the mock answers at once and can wait for nothing. */
export function providePayloadChecks(given: PayloadChecks): void {
  checks = given;
}

/** The checks of payloads. */
export function payloadChecks(): PayloadChecks {
  if (checks === undefined) throw new Error('a payload came before its checks were loaded');
  return checks;
}

/**
 * Loads what a request of this method may need and is not there yet; undefined: nothing. The checks of payloads are a fifth of
 * the mock, and a page that only reads needs none of them.
 */
export function loadingFor(method: string): Promise<void> | undefined {
  if (checks !== undefined || method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return undefined;
  return import('./payload-checks.ts').then(({ CHECKS: loaded }) => providePayloadChecks(loaded));
}
