import type { Answer } from '../../../core/answer.ts';

/**
 * Demands that a 204 is bare: no byte after its header section, no Content-Length above 0, no Transfer-Encoding
 * (document 4.1, 4.4-m4; RFC 9112 6.1, 6.3). Only the wire probe sees the bytes; without it the fields are judged alone.
 */
export function assertNoContent(answer: Answer): Answer {
  const after = answer.wire?.afterHeaders.length ?? answer.body.length;
  const length = answer.header('Content-Length') ?? '0';
  const coding = answer.header('Transfer-Encoding');
  return answer
    .owes(after === 0, 'not one byte after the header section', `${after} bytes after it`)
    .owes(/^\s*(?:0+\s*)?$/u.test(length), 'no Content-Length above 0', `Content-Length: ${length}`)
    .owes(coding === undefined, 'no Transfer-Encoding', `Transfer-Encoding: ${coding ?? ''}`);
}
