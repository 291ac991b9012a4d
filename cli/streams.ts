/** A reader that went away (`assayer check | head`) is no error: what is written then is lost, the exit status stays. */
export function survivePipes(...streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EPIPE') throw cause;
    });
  }
}

/** Whether a stream takes colour: a terminal that can, unless NO_COLOR or --no-color say otherwise. */
export function takesColor(stream: NodeJS.WriteStream, asked: boolean): boolean {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = process.env;
  if (!asked || NO_COLOR !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return stream.isTTY && TERM !== 'dumb';
}
