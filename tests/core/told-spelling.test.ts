import { expect, test } from 'vitest';
import type { Exchange, HttpRequest, Transport } from '../../core/http/exchange.ts';
import { spellingAsTold } from '../../core/http/told-spelling.ts';

/** What is sent after a creation that was answered with this status and Location. */
async function sentAfter(location: string, address: string, status = 201): Promise<string> {
  const sent: string[] = [];
  const send = async (request: HttpRequest): Promise<Exchange> => {
    sent.push(request.address);
    // Of an exchange nothing else is looked at.
    return {
      request: { method: request.method, url: `http://h${request.address}`, headers: [] },
      response: { status, headers: [['Location', location]] },
    } as unknown as Exchange;
  };
  const transport: Transport = spellingAsTold({ send, probe: send });
  await transport.send({ method: 'POST', address: '/deals/' });
  await transport.send({ method: 'PUT', address });
  return sent.at(-1) ?? '';
}

test.each([
  ['/deals/7;v=1', '/deals/7%3Bv%3D1/hold', '/deals/7;v=1/hold'],
  ['http://h/deals/urn:deal:7', '/deals/urn%3Adeal%3A7?x=%3A', '/deals/urn:deal:7?x=%3A'],
  // What the target encodes itself stays so, and so do other segments.
  ['/deals/7%3Bv', '/deals/7%3Bv/hold', '/deals/7%3Bv/hold'],
  ['/deals/7;v=1', '/deals/7%3Bv%3D2', '/deals/7%3Bv%3D2'],
  ['/deals/7;v=1', '/deals/7', '/deals/7'],
])('told as %s, %s is sent as %s', async (location, address, due) => {
  expect(await sentAfter(location, address)).toBe(due);
});

test('a Location of anything but a creation tells no spelling', async () => {
  expect(await sentAfter('/deals/7;v=1', '/deals/7%3Bv%3D1', 303)).toBe('/deals/7%3Bv%3D1');
});
