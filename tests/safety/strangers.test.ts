import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { judge } from '../../judge/judge.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { assayer, temporaryFolder } from '../cli/assayer.ts';
import { STRANGERS, type Stranger, startStranger } from './strangers.ts';

// Servers of habits that frameworks make easy, none of which is the document's. The gate tries a few of them, in this process,
// by the rules that write to what nobody made. SAFETY=all (`npm run safety`) tries all of them by all rules, as a process.
const all = process.env['SAFETY'] === 'all';
const WRITING = ['create/status', 'delete/unknown', 'status/202-missing'];
// The first three cost records before.
const GATE = ['ids-read-to-the-first-letter', 'words-read-as-zero', 'ids-cut-short', 'existing-by-natural-key'];
const tried = all ? STRANGERS : STRANGERS.filter(({ id }) => GATE.includes(id));

const FILE: TargetFile = {
  version: '1',
  resources: [
    {
      name: 'deals',
      required: ['name'],
      invalid: { 'that is an array': [] },
      sample: { name: 'a deal {unique}', price: 100 },
      collection: '/rest/1/deals/',
      item: '/rest/1/deals/{id}',
      update: { method: 'PUT', address: '/rest/1/deals/{id}', payload: { name: 'another name {unique}' } },
    },
    { name: 'users' },
  ],
};

async function run(
  stranger: Stranger,
  withFile: boolean,
): Promise<{ harmed: string[]; added: string[]; said: string }> {
  await using server = await startStranger(stranger);
  const target: TargetFile = { ...(withFile ? FILE : {}), baseUrl: server.url };
  if (!all) {
    const results = await judge({ target, rules: WRITING, runs: 10, seed: 1 });
    return { harmed: server.harmed(), added: server.added(), said: JSON.stringify(results.run.leftBehind) };
  }
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'target.json'), JSON.stringify(target));
  const args = ['check', '--target', 'target.json', '--quiet', '--reporter', 'json=results.json'];
  const { stderr } = await assayer(args, { cwd: folder.path });
  // All that is left: the text names the first few.
  const { run } = JSON.parse(await readFile(join(folder.path, 'results.json'), 'utf8')) as Results; // what the reporter is given
  return { harmed: server.harmed(), added: server.added(), said: JSON.stringify(run.leftBehind ?? stderr) };
}

describe.each([
  ['without a target file', false],
  ['with a target file', true],
])('%s a run harms no record of before, and leaves none of its own untold:', (_, withFile) => {
  test.each(tried.map((stranger) => [stranger.id, stranger] as const))('%s', async (_id, stranger) => {
    const { harmed, added, said } = await run(stranger, withFile);
    expect(harmed, said).toEqual([]);
    // Where two creations were given one record, it may be older than the run: it stays, and is told.
    expect(
      added.filter((id) => !said.includes(`/rest/1/deals/${id}`)),
      said,
    ).toEqual([]);
  });
});
