import type { HeaderLines } from '../../core/http/exchange.ts';
import type { ExchangeLine, KeptBytes } from './lines.ts';

/** What becomes of the texts of one side of an exchange. */
export interface Side {
  readonly text: (text: string) => string;
  readonly fields: (headers: HeaderLines) => HeaderLines;
  /** The fields are those that came with it. */
  readonly body: (kept: KeptBytes, headers: HeaderLines) => KeptBytes;
}

/** A line with other texts on the side of the run, and on that of the target. */
export function withSides(line: ExchangeLine, own: Side, theirs: Side): ExchangeLine {
  const { request, response, failure, wire } = line;
  return {
    ...line,
    request: {
      ...request,
      url: own.text(request.url),
      headers: own.fields(request.headers),
      ...(request.body === undefined ? {} : { body: own.body(request.body, request.headers) }),
    },
    ...(response === undefined
      ? {}
      : {
          response: {
            ...response,
            statusText: theirs.text(response.statusText),
            headers: theirs.fields(response.headers),
            ...(response.body === undefined ? {} : { body: theirs.body(response.body, response.headers) }),
          },
        }),
    ...(failure === undefined ? {} : { failure: { ...failure, message: theirs.text(failure.message) } }),
    ...(wire === undefined ? {} : { wire: { ...wire, afterHeaders: theirs.body(wire.afterHeaders, []) } }),
  };
}

/** A Cookie field with other values. */
export function withCookies(text: string, put: (value: string) => string): string {
  return text
    .split(';')
    .map((pair) => {
      const after = pair.slice(pair.indexOf('=') + 1);
      const held = after.trimStart();
      return pair.slice(0, pair.length - held.length) + put(held);
    })
    .join(';');
}
