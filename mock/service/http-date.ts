/** A time as HTTP writes it (RFC 9110 5.6.7). */
export function httpDate(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  // Nearly every date that is asked for is of this second.
  if (second !== last.second) last = { second, text: new Date(second * 1000).toUTCString() };
  return last.text;
}

let last = { second: Number.NaN, text: '' };
