// `assayer mock`: of the checkout that this folder is in, where that is built, else of the package that is installed.
import { existsSync } from 'node:fs';

const built = new URL('../../dist/cli/main.js', import.meta.url);
const main = existsSync(built) ? built : new URL('./dist/cli/main.js', import.meta.resolve('assayer/package.json'));
process.argv.splice(2, 0, 'mock');
await import(main.href);
