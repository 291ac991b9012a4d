import { cpus, release } from 'node:os';

/** Where a table was made, in a line. */
export const THIS_MACHINE: string = `${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}, Linux ${release()}, Node ${process.version}`;
