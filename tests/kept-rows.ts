import { appendFile, readFile } from 'node:fs/promises';

/**
 * Rows of a long table, made now and before, in a file that holds one row a line. A row is only ever added, so that a table that was
 * broken off is continued, and several processes may fill one file. Of two rows about one thing the later one counts.
 */
export class KeptRows<Row extends object> {
  readonly #file: string | undefined;
  readonly #keyOf: (row: Row) => string;
  readonly #rows = new Map<string, Row>();

  private constructor(file: string | undefined, keyOf: (row: Row) => string) {
    this.#file = file;
    this.#keyOf = keyOf;
  }

  /** The rows of a file; none where it is not there yet, or no file is named. */
  static async of<Row extends object>(file: string | undefined, keyOf: (row: Row) => string): Promise<KeptRows<Row>> {
    const kept = new KeptRows(file, keyOf);
    await kept.renew();
    return kept;
  }

  /** Reads what others added meanwhile. */
  async renew(): Promise<void> {
    for (const row of this.#file === undefined ? [] : await rowsIn<Row>(this.#file)) {
      this.#rows.set(this.#keyOf(row), row);
    }
  }

  /** Puts a row in the place of the one of before. */
  async keep(row: Row): Promise<void> {
    this.#rows.set(this.#keyOf(row), row);
    // The line end comes first: a line that was cut by the end of a process spoils no other.
    if (this.#file !== undefined) await appendFile(this.#file, `\n${JSON.stringify(row)}`);
  }

  /** Whether there is a row about this. */
  has(key: string): boolean {
    return this.#rows.has(key);
  }

  /** One row about each thing. */
  rows(): readonly Row[] {
    return [...this.#rows.values()];
  }
}

async function rowsIn<Row extends object>(file: string): Promise<readonly Row[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').flatMap((line) => rowOf<Row>(line));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The row of a line; none where it holds none or was cut. */
function rowOf<Row extends object>(line: string): readonly Row[] {
  if (!line.startsWith('{')) return [];
  try {
    // Written by `keep`. Files of before held an array, one row a line, with commas between them.
    return [JSON.parse(line.replace(/,$/u, '')) as Row];
  } catch {
    return [];
  }
}
