import { expect, test } from 'vitest';
import { judgedOnSockets, type Take } from './on-sockets.ts';

/** Some servers close the connection where a chunk of a body has an extension or a trailer section follows it (RFC 9112 7.1.1, 7.1.2). */
const closesAtTrailers: Take = (incoming, _outgoing, next) => {
  incoming.once('end', () => {
    if (incoming.rawTrailers.length > 0) incoming.socket.destroy();
  });
  next();
};

test('a connection that is closed over the way a message is written is told with that way', {
  tags: ['night'],
}, async () => {
  const results = await judgedOnSockets(['create/any-valid'], closesAtTrailers, { representations: ['json'] });
  const [result] = results.filter(({ rule, subject }) => rule === 'create/any-valid' && subject === 'deals');
  expect(result).toMatchObject({ outcome: 'inconclusive' });
  expect(result?.reason).toContain('written with a body in chunks');
  expect(result?.reason).toContain('a trailer section (RFC 9112 7.1.1, 7.1.2): the connection was closed');
  expect(result?.witness).toHaveLength(1);
});
