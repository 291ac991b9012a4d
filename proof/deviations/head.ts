import { onWire } from '../../mock/faces/wire.ts';
import { SERVER_ERROR } from './also.ts';
import { type Deviation, onAnswer, onRequest, withFields } from './deviation.ts';
import { dealRead, userRead } from './places.ts';
import { bareAnswer, jsonAnswer, resent } from './requests.ts';

/** Faults in answering HEAD: RFC 9110 9.3.2. */
export const head: readonly Deviation[] = [
  onHead('read-head-405', 'HEAD is not taken.', () => bareAnswer(405, { allow: 'GET' })),
  onHead('read-head-404', 'HEAD finds nothing.', () => bareAnswer(404)),
  onHead('read-head-204', 'HEAD is answered 204, since there is no body.', () => bareAnswer(204)),
  {
    ...onHead('read-head-500', 'HEAD breaks the server.', () => jsonAnswer(500, { error: 'no handler' })),
    alsoStrikes: SERVER_ERROR,
  },
  onHead('read-head-with-body', 'HEAD is answered with the body too.', (response) =>
    onWire(response, (outgoing, incoming) => {
      const fields = [...response.headers].map(([name, value]) => `${name}: ${value}`);
      // Beneath node:http, which never writes a body after HEAD.
      outgoing.socket?.end(`HTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\nconnection: close\r\n\r\n{"id":"1"}`);
      incoming.socket.destroySoon();
    }),
  ),
  onHead('read-head-other-type', 'HEAD tells another type than GET.', (response) =>
    withFields(response, { 'content-type': 'text/html' }),
  ),
  onHead('read-head-zero-length', 'HEAD tells a length of 0.', (response) =>
    withFields(response, { 'content-length': '0' }),
  ),
  {
    id: 'read-head-deletes',
    title: 'HEAD runs the handler of DELETE on a deal.',
    // A run sends no more HEAD once one has taken a deal away, which may be before read/head is tried.
    breaks: ['read/safe'],
    alsoStrikes: {
      'create/lasting': 'the deal that was asked for with HEAD is gone',
      'read/head': 'it asks for a deal with HEAD too',
    },
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      if (seen.method === 'HEAD' && dealRead(seen) !== undefined) await next(resent(seen, { method: 'DELETE' }));
      return response;
    }),
  },
  {
    id: 'read-head-only-users-405',
    title: 'HEAD is not taken for users, whose routes were written first.',
    breaks: ['read/head'],
    wrap: onAnswer((response, seen) =>
      seen.method === 'HEAD' && userRead(seen) !== undefined ? bareAnswer(405, { allow: 'GET' }) : response,
    ),
  },
];

function onHead(id: string, title: string, change: (response: Response) => Response): Deviation {
  return {
    id,
    title,
    breaks: ['read/head'],
    wrap: onAnswer((response, seen) => (seen.method === 'HEAD' ? change(response) : response)),
  };
}
