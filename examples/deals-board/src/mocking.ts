import { handlers } from 'assayer/mock/msw';
import { setupWorker } from 'msw/browser';

/** Puts the mock in front of the page's requests; all that it does not know go where they went. */
export async function startMocking(): Promise<void> {
  await setupWorker(...handlers()).start({ onUnhandledRequest: 'bypass', quiet: true });
}
