// Makes the types of the descriptions in a folder, as `openapi-typescript` does: one process for all, since its start costs most.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const [, , folder = ''] = process.argv;

await generate('openapi.json', 'api.ts', false);
await generate('openapi.json', 'read-only.ts', true);
await generate('json.json', 'json.ts', false);

/**
 * @param {string} description
 * @param {string} types
 * @param {boolean} immutable
 */
async function generate(description, types, immutable) {
  const nodes = await openapiTS(await readFile(join(folder, description), 'utf8'), { immutable });
  await writeFile(join(folder, types), astToString(nodes));
}
