import { onWire } from '../../mock/faces/wire.ts';

/** A 204 written on the socket itself, with whatever fields and bytes: node:http sends no such thing. */
export function rawNoContent(response: Response, fields: Readonly<Record<string, string>>, body: string): Response {
  return onWire(response, (outgoing) => {
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    outgoing.socket?.end(`HTTP/1.1 204 No Content\r\n${lines.join('')}Connection: close\r\n\r\n${body}`);
  });
}
