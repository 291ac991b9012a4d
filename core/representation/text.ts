/** Splits a Content-Type into media type (lower case) and charset (RFC 9110 8.3). */
export function parseContentType(field: string): { mediaType: string; charset: string | undefined } {
  const mediaType = (field.split(';')[0] ?? '').trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/iu.exec(field);
  return { mediaType, charset: charset?.[1] ?? charset?.[2] };
}

/** A body's text, and why it cannot be read. */
export interface Decoded {
  readonly text: string;
  readonly problem?: string;
  /** Beyond which limit of this reader it is. */
  readonly limit?: string;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a body by the charset that its Content-Type names, or that XML names itself; else as UTF-8. A byte order mark of XML goes before
 * both (RFC 7303 3.2).
 */
export function decode(body: Uint8Array, charset: string | undefined, syntax: string): Decoded {
  const marked = syntax === 'xml' ? byteOrder(body) : undefined;
  const named = marked ?? charset ?? (syntax === 'xml' ? declaredEncoding(body) : undefined) ?? 'utf-8';
  try {
    const decoder = named === 'utf-8' ? UTF_8 : new TextDecoder(named, { fatal: true });
    return { text: decoder.decode(body) };
  } catch (cause) {
    const text = new TextDecoder('utf-8').decode(body);
    // A charset that this runtime does not know is not the target's fault.
    if (cause instanceof RangeError) return { text };
    return { text, problem: `bytes that are not ${named}` };
  }
}

function byteOrder(body: Uint8Array): string | undefined {
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : undefined;
}

// XML names its own encoding where HTTP does not (XML 1.0, 4.3.3; a byte order mark is left to the decoder).
function declaredEncoding(body: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(body.subarray(0, 200));
  return /^<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/u.exec(head)?.[1];
}
