// The last step of the build: writes the command line anew, in few files. Node takes longer to find 600 modules than to run them.
// What others import from the package, and what is loaded by its path, stays as tsc wrote it.
import { join } from 'node:path';
import { build } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
// At the depth of the folders that it is made of, since some modules read the package's own files by a relative path.
const COMMAND = join(ROOT, 'dist/cli');

await build({
  // The program by itself too, for who runs many command lines in one process.
  input: { main: join(COMMAND, 'main.js'), program: join(COMMAND, 'program.js') },
  platform: 'node',
  // Dependencies stay where they are installed.
  external: /^[^./]/u,
  output: { dir: COMMAND, cleanDir: true, chunkFileNames: '[name]-[hash].js' },
});
