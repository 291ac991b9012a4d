// The built mock with a seed of a given size, read from a file as `assayer mock` reads one. Tells how long that took and what a
// record costs. Run with --expose-gc.
import { readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
const { startMock } = await import('../dist/mock/node.js');

const started = performance.now();
const seed = file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'));
const mock = await startMock(seed === undefined ? {} : { seed });
const startMs = performance.now() - started;
globalThis.gc();
console.log(JSON.stringify({ startMs, heapUsed: process.memoryUsage().heapUsed }));
console.log(`listening on ${mock.url}`);
