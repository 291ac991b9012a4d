// The least that a checker has to load: `first-request.mjs <url>`.
import { request } from 'undici';

await request(process.argv[2]);
