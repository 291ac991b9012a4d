import { readFile, writeFile } from 'node:fs/promises';
import type { Row } from './judge-hostile.ts';
import { HOSTILE } from './servers/index.ts';

/** Rows of the table of hostile servers, measured now and before, in a file that holds one row a line. */
export class KeptRows {
  readonly #file: string | undefined;
  readonly #rows: Map<string, Row>;
  #written: Promise<void> = Promise.resolve();

  private constructor(file: string | undefined, rows: readonly Row[]) {
    this.#file = file;
    this.#rows = new Map(rows.map((row) => [keyOf(row), row]));
  }

  /** The rows of a file; none where it is not there yet, or no file is named. */
  static async of(file: string | undefined): Promise<KeptRows> {
    return new KeptRows(file, file === undefined ? [] : await rowsIn(file));
  }

  /** Puts a row in the place of the one of before, and writes the file. */
  keep(row: Row): Promise<void> {
    this.#rows.set(keyOf(row), row);
    const file = this.#file;
    if (file === undefined) return Promise.resolve();
    const lines = this.rows().map((kept) => JSON.stringify(kept));
    this.#written = this.#written.then(() => writeFile(file, `[\n${lines.join(',\n')}\n]\n`));
    return this.#written;
  }

  /** All rows, in the order of the list of servers. */
  rows(): readonly Row[] {
    const places = new Map(HOSTILE.map(({ id }, place) => [id, place]));
    const placeOf = ({ id }: Row): number => places.get(id) ?? HOSTILE.length;
    return [...this.#rows.values()].sort((a, b) => a.every - b.every || placeOf(a) - placeOf(b));
  }
}

const keyOf = ({ id, every }: Row): string => `${id} /${every}`;

async function rowsIn(file: string): Promise<readonly Row[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Row[]; // written by `keep`
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
