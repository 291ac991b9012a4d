import { byHand, type Change, type HostileServer, headOf, message, pour, spoiling } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `time-${id}`,
  title,
  kind: 'time',
  start: spoiling(change),
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** Pours a body that never ends behind an honest head. */
function endlessBody(piece: string, type: string, before = ''): Change {
  return byHand(async (socket, { status }) => {
    socket.write(headOf(status, [['content-type', type]], []) + before);
    await pour(socket, piece);
  });
}

/** Answers honestly, and then no more. */
function silentAfter(answers: number): HostileServer['start'] {
  return (surroundings) => {
    let heard = 0;
    const change: Change = (honest, seen, around) => {
      heard += 1;
      return heard > answers ? byHand(() => {})(honest, seen, around) : honest;
    };
    return spoiling(change)(surroundings);
  };
}

async function inPieces(
  socket: Parameters<Parameters<typeof byHand>[0]>[0],
  text: string,
  size: number,
  ms: number,
): Promise<void> {
  for (let at = 0; at < text.length && socket.writable; at += size) {
    socket.write(Buffer.from(text.slice(at, at + size), 'latin1'));
    await pause(ms);
  }
  socket.end();
}

/** Answers that are late, slow or endless. */
export const time: readonly HostileServer[] = [
  one(
    'never',
    'No request is answered.',
    byHand(() => {}),
  ),
  one(
    'head-drips',
    'The head comes at two bytes a second.',
    byHand((socket, honest) => inPieces(socket, message(honest), 1, 500)),
  ),
  one(
    'body-drips',
    'The body comes at two bytes a second.',
    byHand(async (socket, honest) => {
      const text = message(honest);
      const end = text.indexOf('\r\n\r\n') + 4;
      socket.write(Buffer.from(text.slice(0, end), 'latin1'));
      await inPieces(socket, text.slice(end), 1, 500);
    }),
  ),
  one('two-seconds', 'Each answer comes after two seconds.', async (honest) => {
    await pause(2000);
    return honest;
  }),
  one('body-endless', 'The body never ends.', endlessBody('x'.repeat(65_536), 'application/json', '"')),
  one(
    'list-endless',
    'A list never ends.',
    endlessBody('{"id":"1","name":"x"},'.repeat(3000), 'application/json', '['),
  ),
  one(
    'xml-endless',
    'An XML document never ends.',
    endlessBody('<a b="c">'.repeat(5000), 'application/xml', '<deals>'),
  ),
  one('html-endless', 'A page never ends.', endlessBody('<p>more'.repeat(5000), 'text/html', '<!doctype html>')),
  one(
    'events-endless',
    'An event comes every 200 ms, for ever.',
    byHand(async (socket) => {
      socket.write(headOf(200, [['content-type', 'text/event-stream']], []));
      await pour(socket, 'data: {}\n\n', 200);
    }),
  ),
  one(
    'chunks-endless',
    'Chunks come for ever.',
    byHand(async (socket, { status, fields }) => {
      socket.write(headOf(status, fields, ['transfer-encoding: chunked']));
      await pour(socket, `4000\r\n${'x'.repeat(0x4000)}\r\n`);
    }),
  ),
  one(
    'head-endless',
    'The head never ends.',
    byHand(async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      await pour(socket, 'X-More: and more\r\n'.repeat(500));
    }),
  ),
  one(
    'line-endless',
    'The status line never ends.',
    byHand(async (socket) => {
      socket.write('HTTP/1.1 200 ');
      await pour(socket, 'x'.repeat(16_384));
    }),
  ),
  {
    id: 'time-silent-after-200',
    title: 'Two hundred requests are answered, and no more.',
    kind: 'time',
    start: silentAfter(200),
  },
  {
    id: 'time-silent-after-20',
    title: 'Twenty requests are answered, and no more.',
    kind: 'time',
    start: silentAfter(20),
  },
];
