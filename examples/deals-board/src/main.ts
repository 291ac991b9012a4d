import { base } from './api.ts';
import { listenForNewDeals, showDeals } from './deals.ts';
import { byId, tell } from './page.ts';
import { showSession } from './session.ts';
import { listenForUsers } from './users.ts';

// Only where no service is named, and in development alone: neither MSW nor the mock gets into what is built.
if (import.meta.env.DEV && base === '') {
  const { startMocking } = await import('./mocking.ts');
  await startMocking();
}

byId('source', HTMLElement).textContent =
  base === '' ? 'The service is mocked in this page.' : `The service is ${base}.`;
listenForNewDeals();
listenForUsers();
await Promise.all([tell(showDeals), tell(showSession)]);
