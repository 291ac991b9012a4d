// The built mock in a process of its own, run with --expose-gc and an IPC channel: what fuzz.test.ts attacks and measures.
import { startMock } from '../../dist/mock/node.js';

const mock = await startMock();

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
