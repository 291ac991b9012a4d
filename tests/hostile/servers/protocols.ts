import { byHand, type Change, type HostileServer, sends, spoiling } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `protocol-${id}`,
  title,
  kind: 'head',
  start: spoiling(change),
});

// An alert record of TLS 1.2: fatal, unexpected message.
const TLS_ALERT = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x0a]);
// An empty SETTINGS frame of HTTP/2.
const SETTINGS = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);

/** Other protocols on the port. */
export const protocols: readonly HostileServer[] = [
  one(
    'tls',
    'It speaks TLS.',
    sends(() => TLS_ALERT),
  ),
  one(
    'h2',
    'It speaks HTTP/2.',
    sends(() => SETTINGS),
  ),
  one(
    'ssh',
    'It speaks SSH.',
    sends(() => 'SSH-2.0-OpenSSH_9.6\r\n'),
  ),
  one(
    'smtp',
    'It speaks SMTP, and waits.',
    byHand((socket) => void socket.write('220 mail.example.com ESMTP\r\n')),
  ),
  one(
    'echo',
    'It sends back the request.',
    sends(({ seen }) => `${seen.method} ${seen.path} HTTP/1.1\r\nhost: x\r\n\r\n${seen.body}`),
  ),
];
