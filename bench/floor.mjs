// Sends recorded requests as fast as undici alone can, so many at a time: `floor.mjs <requests.json> <url> <concurrency>`.
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const [file, url, concurrency] = process.argv.slice(2);
const requests = JSON.parse(readFileSync(file, 'utf8'));
const pool = new Pool(url, { connections: Number(concurrency) });
let next = 0;

async function lane() {
  while (next < requests.length) {
    const { method, path, headers, body } = requests[next];
    next += 1;
    const sent = body === null ? undefined : Buffer.from(body, 'base64');
    const answer = await pool.request({ method, path, headers, body: sent });
    await answer.body.arrayBuffer();
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, lane));
await pool.close();
