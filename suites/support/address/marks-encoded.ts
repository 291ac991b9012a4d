/**
 * A segment of a path with its hyphens, underscores and tildes percent-encoded, in small and in capital hexadecimal digits by turns: both
 * name the same octet (RFC 3986 6.2.2.1), and an encoded unreserved character is that character (6.2.2.2). The dot is left as it is, since
 * who guards a server looks for it.
 */
export function marksEncoded(segment: string): string {
  let nth = 0;
  return segment.replace(/[-_~]/gu, (mark) => {
    nth += 1;
    const digits = mark.charCodeAt(0).toString(16);
    return `%${nth % 2 === 1 ? digits : digits.toUpperCase()}`;
  });
}

/** The same of the last segment of an address without a query. */
export function lastMarksEncoded(address: string): string {
  const end = address.endsWith('/') ? address.length - 1 : address.length;
  const at = address.lastIndexOf('/', end - 1) + 1;
  return address.slice(0, at) + marksEncoded(address.slice(at));
}

/** What is percent-encoded already, with its hexadecimal digits in the other case (RFC 3986 6.2.2.1). */
export function inOtherDigits(triplet: string): string {
  return triplet === triplet.toUpperCase() ? triplet.toLowerCase() : triplet.toUpperCase();
}
