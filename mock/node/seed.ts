import { readFileSync, statSync } from 'node:fs';
import type { Mock } from '../interface.ts';
import type { StateImage } from '../state/image.ts';
import { describeMerges } from '../state/seed-merge.ts';
import { readState } from '../state/text.ts';

/** What was wrong with a seed file that could not be used is told of so many places at most. */
const TOLD = 10;

/** How often the file is looked at. Its state is asked for by name, because editors put another file in its place. */
const LOOK_MS = 200;

/** A seed file that was read. */
export interface SeedFile {
  readonly image: StateImage;
  /**
   * Has the mock take over what changes in the file. One that cannot be used, or is gone, is told of once it stays so for a moment:
   * whoever writes it may not be done. Returns what ends the watching.
   */
  watch(mock: Mock, notice: (text: string) => void): () => void;
}

/** Reads a seed file: a seed, or a saved state. Throws an Error that names the file, each place in it, and what is wrong there. */
export function openSeedFile(file: string): SeedFile {
  const seen = signature(file);
  return { image: imageIn(file), watch: (mock, notice) => watch(file, seen, mock, notice) };
}

function imageIn(file: string): StateImage {
  // An editor may have put a byte order mark in front, which is no JSON (RFC 8259 8.1).
  const { image, violations } = readState(textOf(file).replace(/^\uFEFF/u, ''));
  if (image !== undefined) return image;
  const lines = violations
    .slice(0, TOLD)
    .map(({ pointer, detail }) => `  ${pointer === '' ? 'it' : pointer} ${detail}`);
  const more = violations.length > TOLD ? [`  and ${wordMore(violations.length - TOLD)} more`] : [];
  throw new Error([`the seed file ${file} cannot be used:`, ...lines, ...more, SHAPES].join('\n'));
}

// Very many are not counted to their end.
function wordMore(more: number): string {
  return more > 900 ? 'very many' : String(more);
}

const SHAPES =
  'what it can hold: { "users": [{ "id", "name", … }], "deals": [{ "id", "name", … }] }, or what GET /_mock/state gives';

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the seed file ${file} cannot be read: ${why}`, { cause });
  }
}

function watch(file: string, first: string, mock: Mock, notice: (text: string) => void): () => void {
  let seen = first;
  let trouble: string | undefined;
  const take = (): string | undefined => {
    try {
      const told = describeMerges(mock.reseed(imageIn(file)));
      notice(`${file} was read again: ${told === '' ? 'nothing is another' : told}`);
      return undefined;
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause);
    }
  };
  const look = (): void => {
    const now = signature(file);
    if (now !== seen) {
      seen = now;
      trouble = take();
    } else if (trouble !== undefined) {
      notice(`${trouble}\nthe state stays as it is`);
      trouble = undefined;
    }
  };
  const timer = setInterval(look, LOOK_MS);
  // It keeps no process alive.
  timer.unref();
  return () => clearInterval(timer);
}

function signature(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? 'none' : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
}
