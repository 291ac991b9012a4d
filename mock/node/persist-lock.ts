import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Who has a file to itself. */
interface Holder {
  readonly pid: number;
  /** When that process began, where the system tells it: another process may get the same number later. */
  readonly began?: string | undefined;
}

/** The locks of this process: its own number in a lock with another number is of a former process. */
const held = new Set<string>();

/** Makes sure that no other process keeps its state in `file`; returns what gives it free. Throws an Error that says who has it. */
export function takeLock(file: string): () => void {
  const lock = `${file}.lock`;
  // Written apart and linked, so that the lock is there at once with all that it says, and for one process only.
  const mine = `${lock}.${process.pid}`;
  const me: Holder = { pid: process.pid, began: beganAt(process.pid) };
  writeFileSync(mine, `${JSON.stringify(me)}\n`);
  try {
    while (!isLinked(mine, lock)) removeStale(file, lock);
  } finally {
    rmSync(mine, { force: true });
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) rmSync(lock, { force: true });
  };
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false; // what node:fs throws has a code
    throw cause;
  }
}

function removeStale(file: string, lock: string): void {
  const text = textOf(lock);
  // Whoever had it has given it free meanwhile.
  if (text === undefined) return;
  const holder = holderIn(text);
  if (holder === undefined)
    throw new Error(`${lock} is no lock of assayer's; if no mock keeps its state in ${file}, remove it`);
  if (isRunning(holder, lock))
    throw new Error(
      `${file} is in use by the mock of process ${holder.pid}; stop that, or name another file (if it is no mock, remove ${lock})`,
    );
  // Another process may find the same stale lock; whoever removes it second must not remove what the first put there.
  if (textOf(lock) === text) rmSync(lock, { force: true });
}

function textOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // what node:fs throws has a code
    throw cause;
  }
}

function holderIn(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null; // looked at below
    return typeof holder?.pid === 'number' ? { pid: holder.pid, began: holder.began } : undefined;
  } catch {
    return undefined;
  }
}

function isRunning({ pid, began }: Holder, lock: string): boolean {
  if (pid === process.pid) return held.has(lock);
  try {
    process.kill(pid, 0);
  } catch (cause) {
    // Not ours to signal, but there.
    return (cause as NodeJS.ErrnoException).code === 'EPERM'; // what process.kill throws has a code
  }
  const since = beganAt(pid);
  return since !== 'ended' && (began === undefined || since === undefined || since === began);
}

/** When a process began, in the system's own count (proc_pid_stat(5)); undefined where it does not tell. */
function beganAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before may hold anything, blanks and parentheses too. State is field 3, the time of the begin field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[19];
  } catch {
    return undefined;
  }
}
