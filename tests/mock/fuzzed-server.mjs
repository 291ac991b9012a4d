// The built mock in a process of its own, run with --expose-gc and an IPC channel: what fuzz.test.ts attacks and measures.

import { createJiti } from 'jiti';
import { startMock } from '../../dist/mock/node.js';

// The package exports no such function: it comes from the sources.
const { withoutSecrets } = await createJiti(import.meta.url).import('../../mock/control/redaction.ts');

// Nothing is kept in the log: its bodies, of which it keeps a bounded amount, would hide a leak. Every exchange is shown,
// though, as the inspector would show it.
// Refusals are what is due here: only what is none may be told.
const mock = await startMock({ logSize: 0, notice: () => undefined });
mock.mock.log.listen(withoutSecrets);

process.on('message', async () => {
  // Twice, since what the first finds may free buffers only when it is through with them.
  globalThis.gc();
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  const sockets = process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;
  process.send({ memory: heapUsed + external, sockets });
});
process.send({ url: mock.url });
