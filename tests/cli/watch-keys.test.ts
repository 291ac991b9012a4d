import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { deletedAs } from '../deletes-with.ts';
import { temporaryFolder } from './assayer.ts';
import { MAIN } from './build.ts';

const CLEAR = '\u001b[2J\u001b[3J\u001b[H';
const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

test.skipIf(!hasTerminal)(
  '--watch on a terminal: a key judges again, what failed first, on a clear screen (script makes the terminal)',
  async () => {
    await using folder = await temporaryFolder();
    let isFaulty = true;
    await using mock = await startMock({
      port: 0,
      wrap: deletedAs(202, () => isFaulty),
    });
    const command = `${process.execPath} ${MAIN} check ${mock.url} --rule delete/status --rule create/status --watch`;
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder.path });
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
    const ended = once(child, 'close');
    const rounds = async (count: number): Promise<readonly string[]> => {
      while (shown.split('watching: ').length - 1 < count) {
        if (child.exitCode !== null) throw new Error(`it ended: ${shown}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return shown.split(CLEAR).slice(1);
    };
    try {
      const [first = ''] = await rounds(1);
      expect(first).toMatch(/^✗ delete\/status on deals: .*non-conformant.*watching: r judges again, q quits/su);
      isFaulty = false;
      child.stdin.write('r');
      const [, second = ''] = await rounds(2);
      expect(second).toMatch(
        /^✓ fixed: delete\/status on deals\r\n1 fixed, 0 still failing, 0 could not be resent.*conformant in what was selected: 2 must/su,
      );
      child.stdin.write('q');
      await ended;
    } finally {
      child.kill();
    }
    // That of the last round.
    expect(child.exitCode).toBe(0);
  },
);
