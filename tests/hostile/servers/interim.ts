import { byHand, type Change, type HostileServer, message, pour, sends, spoiling } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `interim-${id}`,
  title,
  kind: 'interim',
  start: spoiling(change),
});

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Interim answers without measure. */
export const interim: readonly HostileServer[] = [
  one(
    'many',
    '20,000 interim answers come before each answer.',
    sends((honest) => CONTINUE.repeat(20_000) + message(honest)),
  ),
  one(
    'endless',
    'Interim answers come for ever.',
    byHand((socket) => pour(socket, CONTINUE.repeat(500))),
  ),
  one(
    'endless-slowly',
    'An interim answer comes every 300 ms, for ever.',
    byHand((socket) => pour(socket, CONTINUE, 300)),
  ),
  one(
    'unended-head',
    'The head of an interim answer never ends.',
    byHand(async (socket) => {
      socket.write('HTTP/1.1 100 Continue\r\n');
      await pour(socket, 'X-More: and more\r\n'.repeat(500));
    }),
  ),
  one(
    'hints-large',
    'Early hints hold 60 kB of links.',
    sends(
      (honest) => `HTTP/1.1 103 Early Hints\r\nLink: ${'</a>; rel=preload, '.repeat(3000)}\r\n\r\n${message(honest)}`,
    ),
  ),
  one(
    'switching-protocols',
    'The protocol is switched, which nobody asked for.',
    sends(() => 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x05Hello'),
  ),
  one(
    'nothing-else',
    'An interim answer comes, and nothing else.',
    sends(() => CONTINUE),
  ),
  one(
    'unknown',
    'Interim answers have the status 199.',
    sends((honest) => `HTTP/1.1 199 Odd\r\n\r\n${message(honest)}`),
  ),
];
