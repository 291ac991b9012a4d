import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { secretsOf } from '../../client/session.ts';
import type { Exchange, HttpRequest, Transport } from '../../core/http/exchange.ts';
import { messageOf } from '../../core/message-of.ts';
import { isDistinctive } from '../../core/redaction/secrets.ts';
import type { Results } from '../../core/results/results.ts';
import type { Clock } from '../../core/run/clock.ts';
import { makeFolder } from '../make-folder.ts';
import { type JudgeOptions, UsageProblem } from '../options.ts';
import type { Stop } from '../stop.ts';
import { headOf, outcomesOf, type Recorded, secretsIn } from './head.ts';
import { type Hiding, openHiding } from './hiding.ts';
import { type DigestLine, type HeadLine, type Line, lineOf, type SignalName } from './lines.ts';
import type { Stage } from './stage.ts';
import { type Turns, takeTurns } from './turns.ts';

/** A run being recorded. */
export interface Recording {
  /** The same stage: what comes to the run through it is written down, in the order in which the run gets it. */
  readonly stage: Stage;
  /** Ends the transcript. */
  end(results: Results): void;
  /** Closes the file; where the run did not come to its end, nothing of it is kept. */
  drop(): void;
}

/** Begins to write the transcript of a run. Throws a UsageProblem where the file cannot be written. */
export function record(path: string, run: Recorded, live: Stage): Recording {
  const { client, clock } = live;
  const hiding = openHiding(secretsIn(run));
  const file = openFile(path, headOf(run, hiding), run.options);
  const waiting: (() => void)[] = [];
  const turns = takeTurns(() => waiting.shift());
  const written = new Set<string>();
  let [time, sessions] = [0, 0];
  const come = (handOver: () => void): void => {
    waiting.push(() => {
      time = Math.round(clock.now() * 1000) / 1000;
      handOver();
    });
    turns.due();
  };
  const keep = (exchange: Exchange, place: { readonly call: number; readonly at: number } | undefined): void => {
    if (written.has(exchange.id)) return;
    written.add(exchange.id);
    const opened = client.renewal?.opened.slice(sessions) ?? [];
    sessions += opened.length;
    const secrets = opened.flatMap(secretsOf);
    hiding.learn(secrets.filter(isDistinctive));
    hiding.learnCookies(secrets);
    file.write(hiding.line({ ...lineOf(exchange), ...place }));
  };
  let calls = 0;
  const carry = (how: keyof Transport) => (request: HttpRequest) =>
    new Promise<Exchange>((resolve, reject) => {
      calls += 1;
      const call = calls;
      client[how](request).then((exchange) => {
        come(() => {
          keep(exchange, { call, at: time });
          resolve(exchange);
        });
      }, reject);
    });
  const stop = recordedStop(live.stop, (name, why, handOver) =>
    come(() => {
      file.write({ stop: name, why: hiding.text(why), at: time });
      handOver();
    }),
  );
  return {
    stage: {
      client: {
        ...transportOf(carry),
        get exchanges() {
          return client.exchanges;
        },
        ...(client.renewal === undefined ? {} : { renewal: client.renewal }),
        close: () => client.close(),
      },
      clock: recordedClock(
        clock,
        () => time,
        come,
        (timer) => file.write({ timer, at: time }),
      ),
      stop,
      reference: referenceIn(turns, live.reference),
    },
    end(results) {
      turns.end();
      // Attempts that were repeated, which the run itself never saw.
      for (const exchange of client.exchanges) keep(exchange, undefined);
      const told = client.renewal?.told;
      const { source } = results.target;
      file.hideAgain(headOf(run, hiding), (line) => againWith(hiding, line));
      file.write({
        end: {
          ...(told === undefined ? {} : { renewed: hiding.text(told) }),
          ...(source === undefined ? {} : { source }),
          outcomes: outcomesOf(results),
          secrets: hiding.standIns(),
        },
      });
      file.end();
    },
    drop() {
      turns.end();
      file.drop();
    },
  };
}

function transportOf(carry: (how: keyof Transport) => Transport['send']): Transport {
  return { send: carry('send'), probe: carry('probe') };
}

/** A reference whose answers come between those of the target, at a place that does not depend on time. */
export function referenceIn(turns: Turns, reference: Stage['reference']): Stage['reference'] {
  return (target) => {
    const { send, probe } = reference(target);
    return { send: (request) => turns.local(send(request)), probe: (request) => turns.local(probe(request)) };
  };
}

function recordedClock(
  clock: Clock,
  now: () => number,
  come: (handOver: () => void) => void,
  write: (timer: number) => void,
): Clock {
  let timers = 0;
  return {
    // Of what was handed over last, so that it does not depend on how fast this machine is.
    now,
    after(milliseconds, call) {
      timers += 1;
      const timer = timers;
      let isOff = false;
      const end = clock.after(milliseconds, () =>
        come(() => {
          if (isOff) return;
          write(timer);
          call();
        }),
      );
      return () => {
        isOff = true;
        end();
      };
    },
  };
}

function recordedStop(stop: Stop, come: (name: SignalName, why: string, handOver: () => void) => void): Stop {
  const follow = (name: SignalName, signal: AbortSignal): AbortSignal => {
    const following = new AbortController();
    // Every request under way listens to it.
    setMaxListeners(0, following.signal);
    const abort = (): void => come(name, messageOf(signal.reason), () => following.abort(signal.reason));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    return following.signal;
  };
  return {
    signal: follow('judging', stop.signal),
    writesSignal: follow('writes', stop.writesSignal),
    giveUp: stop.giveUp && follow('cleaning', stop.giveUp),
    bail: () => stop.bail(),
    cleanUpLeft: () => stop.cleanUpLeft(),
    [Symbol.dispose]: () => stop[Symbol.dispose](),
  };
}

// A secret that the target gave out late may stand in a line that was written before it was known.
function againWith(hiding: Hiding, text: string): string {
  if (!hiding.isLate(text)) return text;
  // Each line between the first and the last was written by `write`.
  const line = JSON.parse(text) as Line;
  return 'exchange' in line ? JSON.stringify(hiding.again(line)) : text;
}

interface TranscriptFile {
  write(line: Line): void;
  /** Puts another first line, and what `again` makes of each other one. */
  hideAgain(head: HeadLine, again: (line: string) => string): void;
  end(): void;
  drop(): void;
}

function openFile(path: string, head: HeadLine, { onNotice }: JudgeOptions): TranscriptFile {
  let hash = createHash('sha256');
  let isBroken = false;
  let isWhole = false;
  let file = create(path);
  const put = (line: Line | HeadLine | DigestLine): void => putText(JSON.stringify(line));
  const putText = (line: string): void => {
    if (isBroken) return;
    const text = `${line}\n`;
    try {
      writeSync(file, text);
      hash.update(text);
    } catch (cause) {
      isBroken = true;
      onNotice?.(
        `the transcript ${path} cannot be written any further, and cannot be judged again: ${messageOf(cause)}`,
        'transcript',
      );
    }
  };
  put(head);
  return {
    write: put,
    hideAgain(first, again) {
      // What went into a pipe cannot be taken back.
      if (isBroken || !fstatSync(file).isFile()) return;
      const [, ...lines] = linesOf(readFileSync(path));
      const hidden = lines.map(again);
      if (JSON.stringify(first) === JSON.stringify(head) && hidden.every((line, i) => line === lines[i])) return;
      closeSync(file);
      file = create(path);
      hash = createHash('sha256');
      put(first);
      hidden.forEach(putText);
    },
    end() {
      put({ sha256: hash.copy().digest('hex') });
      isWhole = true;
    },
    drop() {
      // A device or a pipe is somebody else's.
      const isOurs = fstatSync(file).isFile();
      closeSync(file);
      if (!isWhole && isOurs) rmSync(path, { force: true });
    },
  };
}

// A file may be longer than a string can be.
function linesOf(bytes: Buffer): string[] {
  const lines: string[] = [];
  for (let at = 0, end = bytes.indexOf(10); end !== -1; at = end + 1, end = bytes.indexOf(10, at))
    lines.push(bytes.toString('utf8', at, end));
  return lines;
}

function create(path: string): number {
  try {
    makeFolder(dirname(path));
    // Only its owner may read what was sent.
    return openSync(path, 'w', 0o600);
  } catch (cause) {
    throw new UsageProblem(`${path} cannot be written: ${messageOf(cause)}; choose another path for the transcript`, {
      cause,
    });
  }
}
