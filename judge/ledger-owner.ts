import { hostname } from 'node:os';
import type { LedgerHead } from './ledger-lines.ts';

/** Whether the run that writes a ledger may still be on: its process is there. One of another machine cannot be asked for. */
export function isRunning({ pid, host }: LedgerHead): boolean {
  if (host !== hostname() || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // It is there, and somebody else's.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}
