import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setupServer } from 'msw/node';
import { createMock } from '../../mock/index.ts';
import { handlers } from '../../mock/msw.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';
import type { Face, Open, Service } from './faces.ts';
import { CANNOT } from './transports.ts';

const ADDRESS = 'http://mock.test';

const inProcess: Open = async (options = {}) => ({
  url: ADDRESS + (options.basePath ?? ''),
  fetch: createMock(options).fetch,
  [Symbol.asyncDispose]: async () => {},
});

const onSocket: Open = async (options = {}) => {
  return onWire(await startMock(options));
};

const onSocketWrapped: Open = async (options = {}) => {
  return onWire(await startMock({ ...options, wrap: (inner) => (request) => inner(request) }));
};

function onWire({ url, port, close }: StartedMock): Service {
  const raw = async (method: string, path: string): Promise<number> => {
    const asked = request({ port, method, path, agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]; // what the event brings
    answer.resume();
    return answer.statusCode ?? 0;
  };
  return { url, fetch, raw, [Symbol.asyncDispose]: close };
}

const underMsw: Open = async (options = {}) => {
  const url = ADDRESS + (options.basePath ?? '');
  const server = setupServer(...handlers({ ...options, baseUrl: url }));
  server.listen({ onUnhandledRequest: 'error' });
  return { url, fetch: (request) => fetch(request), [Symbol.asyncDispose]: async () => server.close() };
};

/** The faces that need no browser. */
export const NODE_FACES: readonly Face[] = [
  { name: 'in process', open: inProcess, cannot: CANNOT.process },
  { name: 'on a socket', open: onSocket, cannot: CANNOT.socket },
];

/** Nor do these: the second again, and what stands in the page too. */
export const MOUNTED_ALIKE: readonly Face[] = [
  { name: 'on a socket, wrapped', open: onSocketWrapped, cannot: CANNOT.socket },
  { name: 'under MSW in Node', open: underMsw, cannot: CANNOT.msw },
];
