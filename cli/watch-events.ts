import { watch as watchFiles } from 'chokidar';
import type { Interrupt } from './interrupt.ts';

/** What is to happen next: judge again, or end. */
export type Wish = 'again' | 'quit' | 'interrupt';

/** Hears of changes, keys and signals until it is disposed of. */
export interface Changes extends AsyncDisposable {
  /** The next wish; those that come at once are one. */
  next(): Promise<Wish>;
}

const IGNORED = /(?:^|[/\\])(?:node_modules|\.git|\.assayer)(?:[/\\]|$)/u;
/** An editor and a build write several files for one change. */
const SETTLE_MS = 150;

/** Watches files and folders below these paths; a key on a terminal and Ctrl-C count as well. */
export async function listenForChanges(
  paths: readonly string[],
  interrupt: Pick<Interrupt, 'signal' | 'press'>,
): Promise<Changes> {
  let resolve: ((wish: Wish) => void) | undefined;
  let waiting: Wish | undefined;
  const wish = (of: Wish): void => {
    // What ends the watching is not overtaken by a change.
    if (waiting !== 'quit' && waiting !== 'interrupt') waiting = of;
    resolve?.(waiting);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => wish('again'), SETTLE_MS);
  };
  const files = watchFiles([...paths], { ignoreInitial: true, ignored: (path) => IGNORED.test(path) });
  files.on('all', changed);
  await new Promise<void>((ready) => files.once('ready', ready));
  const stopKeys = listenForKeys(wish, interrupt);
  interrupt.signal.addEventListener('abort', () => wish('interrupt'), { once: true });
  if (interrupt.signal.aborted) wish('interrupt');
  return {
    async next() {
      const next = new Promise<Wish>((settle) => {
        resolve = settle;
        if (waiting !== undefined) settle(waiting);
      });
      const came = await next;
      resolve = undefined;
      waiting = undefined;
      return came;
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      stopKeys();
      await files.close();
    },
  };
}

const AGAIN_KEYS: readonly string[] = ['r', 'a', '\r', '\n', ' '];
/** q and Ctrl-D. */
const QUIT_KEYS: readonly string[] = ['q', '\u0004'];
const CTRL_C = '\u0003';

function listenForKeys(wish: (of: Wish) => void, interrupt: Pick<Interrupt, 'press'>): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => undefined;
  const pressed = (key: Buffer): void => {
    const text = key.toString('utf8');
    if (text === CTRL_C) interrupt.press();
    else if (QUIT_KEYS.includes(text)) wish('quit');
    else if (AGAIN_KEYS.includes(text)) wish('again');
  };
  stdin.setRawMode(true).resume().on('data', pressed);
  return () => {
    stdin.off('data', pressed).setRawMode(false).pause();
  };
}
