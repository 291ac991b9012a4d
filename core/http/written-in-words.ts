import type { Written } from './exchange.ts';

const CHUNKS: Readonly<Record<NonNullable<Written['chunks']>, string>> = {
  spelling: 'capitals and zeros in the sizes of its chunks (RFC 9112 7.1)',
  extras: 'extensions of chunks and a trailer section (RFC 9112 7.1.1, 7.1.2)',
};

/**
 * How a message was written where that is not the usual way, as a phrase behind the request; empty where it was. No curl line and no field
 * shows it, and what breaks over it is not to be found otherwise.
 */
export function writtenInWords({ host, body, chunks, connection, version, expect }: Written = {}): string {
  const all = [
    ...(version === undefined ? [] : [`as HTTP/${version}`]),
    ...(host === undefined ? [] : ['without a Host field']),
    ...(body === undefined ? [] : ['with a body in chunks (RFC 9112 7.1)']),
    ...(chunks === undefined ? [] : [`with ${CHUNKS[chunks]}`]),
    ...(connection === undefined ? [] : [`with Connection: ${connection}`]),
    ...(expect === undefined ? [] : [`with Expect: ${expect}`]),
  ];
  return all.length === 0 ? '' : `, written ${all.join(', ')}`;
}
